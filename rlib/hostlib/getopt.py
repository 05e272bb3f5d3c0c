"""getopt, for the import-time interpreter of the translator."""


class GetoptError(Exception):
    def __init__(self, msg, opt=''):
        self.msg = msg
        self.opt = opt
        Exception.__init__(self, msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=()):
    if isinstance(longopts, str):
        longopts = [longopts]
    return _parse(list(args), shortopts, longopts, False)


def gnu_getopt(args, shortopts, longopts=()):
    if isinstance(longopts, str):
        longopts = [longopts]
    return _parse(list(args), shortopts, longopts, True)


def _parse(args, shortopts, longopts, mixed):
    opts = []
    rest = []
    while args:
        arg = args.pop(0)
        if arg == '--':
            rest += args
            break
        if arg.startswith('--'):
            _long(arg[2:], args, longopts, opts)
        elif arg.startswith('-') and arg != '-':
            _short(arg[1:], args, shortopts, opts)
        else:
            rest.append(arg)
            if not mixed:
                rest += args
                break
    return opts, rest


def _long(opt, args, longopts, opts):
    name, has_value, value = opt.partition('=')
    found = [o for o in longopts if o.rstrip('=').startswith(name)]
    exact = [o for o in found if o.rstrip('=') == name]
    if not found:
        raise GetoptError('option --%s not recognized' % name, name)
    if not exact and len(found) > 1:
        raise GetoptError('option --%s not a unique prefix' % name, name)
    option = (exact or found)[0]
    name = option.rstrip('=')
    if option.endswith('='):
        if not has_value:
            if not args:
                raise GetoptError('option --%s requires argument' % name, name)
            value = args.pop(0)
    elif has_value:
        raise GetoptError('option --%s must not have an argument' % name, name)
    opts.append(('--' + name, value))


def _short(text, args, shortopts, opts):
    while text:
        c = text[0]
        text = text[1:]
        at = shortopts.find(c)
        if at < 0 or c == ':':
            raise GetoptError('option -%s not recognized' % c, c)
        value = ''
        if shortopts[at + 1:at + 2] == ':':
            if not text:
                if not args:
                    raise GetoptError('option -%s requires argument' % c, c)
                text = args.pop(0)
            value, text = text, ''
        opts.append(('-' + c, value))
