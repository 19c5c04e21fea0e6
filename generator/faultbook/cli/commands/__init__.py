"""One module for each verb; each holds a click command named `command`."""
