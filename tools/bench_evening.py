import sys, tempfile, json
from pathlib import Path
sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

def evening(game, most):
    from tools.tour import prepare
    prepare(samples=0, fps=0)
    from main import app
    from tools.evening import Evening
    from tools.evening_hand import Hand
    made = app(Path(tempfile.mkdtemp()))
    for k, v in {"still": True, "language": "en"}.items():
        made.store.settings.set(k, v)
    hand = Hand(made, most)
    Evening(hand, game).play()
    return hand
if __name__ == "__main__":
    hand = evening(sys.argv[1], int(sys.argv[2]))
    for tap in hand.taps:
        print(f"{tap.errand:10} {tap.name[:60]:60} {tap.seconds*1000:8.1f} gc {tap.garbage*1000:6.1f} beside {tap.beside*1000:7.1f} {tap.odds}")
    print(hand.by_errand())
