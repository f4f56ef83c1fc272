"""The engine in rows and words: pure functions, without Kivy."""
