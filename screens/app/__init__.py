"""The running app: coming and going, where one is, the open game, the device."""
