"""What several games do in the same way, written once: each game names its own rule and words."""
