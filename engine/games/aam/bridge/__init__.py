"""Bridge Demolition: an assault action that may cut a road. All of it is in `procedure`."""
