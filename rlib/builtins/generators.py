"""What `yield` and `yield from` need of generator objects (see `flowspace/src/flow/generator.rs`)."""

from rpython.rlib.objectmodel import specialize


@specialize.call_location()
def sent_or_none(generator):
    if generator.g_has_sent:
        return generator.g_sent
    return None


@specialize.call_location()
def sent(generator):
    if not generator.g_has_sent:
        raise TypeError("next() of a generator that needs a value: None cannot be sent")
    return generator.g_sent


@specialize.call_location()
def nothing_sent(generator):
    return None


@specialize.call_location()
def send_into(generator, value):
    return generator.send(value)


@specialize.call_location()
def cannot_send_into(iterator, value):
    raise AttributeError("send")


@specialize.call_location()
def throw_into(generator, exception):
    return generator.throw(exception)


@specialize.call_location()
def cannot_throw_into(iterator, exception):
    raise exception


@specialize.call_location()
def result_of(generator):
    return generator.g_result


@specialize.call_location()
def no_result(iterator):
    return None
