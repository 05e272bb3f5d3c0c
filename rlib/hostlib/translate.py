"""The module that RPython's command is while a program is translated."""


def log_config(config, header='config used'):
    """Tells the options; the command says them itself with -v."""
