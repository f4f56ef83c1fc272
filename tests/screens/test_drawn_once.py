"""What is drawn or built once is the same to the eye and to the finger, and comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.screens.small import sample

Start = Callable[..., Any]


def a_list(driver: Any, rows: list[Any], **kw: Any) -> Any:
    """A list in the window, with nothing else."""
    from screens.widgets.longlist import LongList

    root = driver.app.navigator.root_widget
    root.clear_widgets()
    rolls = LongList(**kw)
    root.add_widget(rolls)
    rolls.show(rows)
    driver.frames(3)
    return rolls


def test_a_finger_finds_what_stands_in_a_picture_of_its_own(start: Start) -> None:
    """Rows have their corner at nought; each is hit where it is seen, scrolled or not."""
    from screens.widgets.press import PushButton

    driver, pressed = start(language="en"), list[str]()
    rows = [(n, n, lambda n: PushButton(f"row {n}", lambda: pressed.append(f"row {n}"))) for n in range(40)]
    rolls = a_list(driver, rows)
    driver.tap("row 3")
    rolls.offset = 900
    driver.frames(3)
    seen = driver.names()[2]
    driver.tap(seen)
    assert pressed == ["row 3", seen]
    assert seen != "row 3"


def test_a_part_that_moves_is_not_drawn_again_and_one_that_changes_is(start: Start) -> None:
    from screens.widgets.layer import Layer
    from screens.widgets.words import Words

    driver = start(language="en")
    words = Words("one", "body")
    layer = Layer(words, size_hint_x=None, width=200)
    driver.app.navigator.root_widget.add_widget(layer)
    driver.frames(3)
    texture, picture = layer._sheet.texture, layer._sheet.texture.pixels
    layer.pos = (30, 40)
    driver.frames(3)
    assert layer._sheet.texture is texture
    assert tuple(layer._sheet.pos) == (30, 40)
    words.say("two")
    driver.frames(3)
    assert layer._sheet.texture is texture
    assert texture.pixels != picture


def test_a_part_out_of_sight_gives_its_paper_to_the_next(start: Start) -> None:
    from screens.widgets.layer import SPARE, Layer
    from screens.widgets.words import Words

    driver = start(language="en")
    SPARE.clear()
    root, layers = driver.app.navigator.root_widget, [Layer(Words("one", "body")) for _ in range(2)]
    root.add_widget(layers[0])
    driver.frames(3)
    paper, spare = layers[0]._paper, len(SPARE)
    root.remove_widget(layers[0])
    assert layers[0]._paper is None
    assert len(SPARE) == spare + 1
    root.add_widget(layers[1])
    driver.frames(3)
    assert layers[1]._paper is paper


def test_a_text_that_fits_is_one_picture_in_every_width_and_one_that_does_not_wraps(start: Start) -> None:
    from screens.widgets.words import Words

    start(language="en")
    words = Words("Some words", "body")
    words.width = 300
    texture = words._paper.texture
    words.width = 200
    assert words._paper.texture is texture
    high = words.height
    words.width = texture.width - 1
    assert words.height > high


def test_a_row_that_shows_what_it_has_shown_before_is_taken_out_again(start: Start) -> None:
    from screens.widgets.words import Words

    driver, built = start(language="en"), list[str]()

    def build(text: str) -> Words:
        built.append(text)
        return Words(text, "body")

    rolls = a_list(driver, [("key", "one", build)], spares=True)
    for text in ("two", "one", "two"):
        rolls.show([("key", text, build)])
        driver.frames(2)
        assert driver.has(text)
    assert built == ["one", "two"]


def test_a_switch_leaves_the_other_pages_as_they_are(start: Start) -> None:
    """Only what language, theme and size of text change is built anew."""
    driver = start(language="en")
    sample(driver)
    nav = driver.app.navigator
    table = nav.page
    nav.go("settings")
    driver.frames(3)
    for name, same in (("Reset markers", True), ("Light", False)):
        driver.reach(name)
        assert (any(page is table for page, _ in nav._kept)) is same


def test_a_second_face_takes_the_place_of_the_first_where_one_die_is_asked(start: Start) -> None:
    """The app has thrown the die, and the players' own shows another face."""
    driver = start(language="en")
    driver.put(dice=lambda _faces: 2)
    driver.app.navigator.go("setup", sample=True)
    driver.app.navigator.page._choose("aam")
    driver.frames(3)
    for name in ("Set-up", "A scenario of your own", "Roll for me", "5"):
        driver.tap(name)
        driver.frames(2)
    assert driver.app.navigator.here["faces"] == {"0": [5]}
    counts = {key.name: key.count.children[0].text for key in driver.widgets() if type(key).__name__ == "DieKey"}
    assert counts == {"1": "–", "2": "–", "3": "–", "4": "–", "5": "1", "6": "–"}


def pixel(at: tuple[int, int]) -> tuple[int, ...]:
    """The colour of a point of the window as it was drawn last."""
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    return tuple(glReadPixels(*at, 1, 1, GL_RGB, GL_UNSIGNED_BYTE))


def test_a_list_is_cut_off_at_its_edges_wherever_it_moves(start: Start) -> None:
    """A row that is half out of sight does not cover what stands beside the list."""
    from kivy.core.window import Window
    from kivy.uix.widget import Widget

    from screens.widgets.ground import paint

    driver = start(language="en")
    rolls = a_list(driver, [("key", 0, lambda _: paint(Widget(size_hint_y=None, height=900), "accent"))])
    rolls.size_hint, rolls.size = (None, None), (200, 300)
    for low in (100, 160):
        rolls.pos = (50, low)
        Window.canvas.ask_update()
        driver.frames(3)
        inside, below, above = pixel((150, low + 20)), pixel((150, low - 5)), pixel((150, low + 305))
        assert below == above != inside


def test_a_picture_within_another_is_drawn_before_it(start: Start) -> None:
    """What changes in the inner one is seen in the outer one with the same frame."""
    from screens.widgets.layer import Layer
    from screens.widgets.layouts import Column
    from screens.widgets.words import Words

    driver = start(language="en")
    words = Words("one", "body")
    outer = Layer(Column(Layer(words)), size_hint_x=None, width=200)
    driver.app.navigator.root_widget.add_widget(outer)
    driver.frames(4)
    before = outer._sheet.texture.pixels
    words.say("two")
    driver.frames(1)
    assert outer._sheet.texture.pixels != before


def test_pictures_that_the_phone_has_lost_are_drawn_again(start: Start) -> None:
    from screens.widgets import easel
    from screens.widgets.layer import Layer
    from screens.widgets.words import Words

    driver = start(language="en")
    layer = Layer(Words("one", "body"), size_hint_x=None, width=200)
    driver.app.navigator.root_widget.add_widget(layer)
    driver.frames(3)
    picture, paper = layer._sheet.texture.pixels, layer._paper
    paper.blit_buffer(bytes(paper.width * paper.height * 4), colorfmt="rgba", bufferfmt="ubyte")
    assert paper.pixels != picture
    easel._draw_all_again(easel._FRAME[0])
    easel.draw_pictures()
    assert paper.pixels == picture
