"""The rules of five games, without a screen: frozen values, events, exact odds."""
