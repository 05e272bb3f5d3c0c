"""Hints for the tracing JIT. Without a JIT they all do nothing.

The decorators leave attributes on the function, which the code writer reads:
`_elidable_function_`, `_jit_look_inside_`, `_jit_unroll_safe_`, `_jit_loop_invariant_`, `oopspec`.
The other functions are recognised by name.
"""

import sys

from rpython.rlib.nonconst import NonConstant
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib.objectmodel import we_are_translated, specialize, not_rpython


# --- decorators ---

def elidable(func):
    """The result depends on the arguments only, and calling it again is not observable: the JIT
    folds calls with constant arguments."""
    func._elidable_function_ = True
    return func


def purefunction(func):
    """Old name of `elidable`."""
    return elidable(func)


def dont_look_inside(func):
    """The JIT makes a residual call instead of tracing into the function."""
    func._jit_look_inside_ = False
    return func


def look_inside(func):
    """The JIT traces into the function although its policy would not."""
    func._jit_look_inside_ = True
    return func


def unroll_safe(func):
    """The JIT traces into the function although it contains loops, and unrolls them."""
    func._jit_unroll_safe_ = True
    return func


def loop_invariant(func):
    """A function without arguments whose result does not change while a loop runs."""
    func._jit_loop_invariant_ = True
    return func


def oopspec(spec):
    """The function is an operation that the optimizer knows, with the given description."""
    def decorate(func):
        func.oopspec = spec
        return func
    return decorate


def not_in_trace(func):
    """The function returns None and is called only when running outside of compiled traces."""
    func.oopspec = 'jit.not_in_trace()'
    return func


def jit_callback(name):
    """A callback from C code into the interpreter: nothing special here."""
    def decorate(func):
        return func
    return decorate


def _wrapper_with_signature(func, body):
    """What the text of a function with the parameters of `func` is made of: their names, the list with defaults, and a
    namespace. RPython has no closures over functions with unknown signature, so a text is made for each use. The names
    in it begin with `_tw_`: no parameter is called like that."""
    code = func.__code__
    names = [code.co_varnames[i] for i in range(code.co_argcount)]
    defaults = func.__defaults__ or ()
    first = len(names) - len(defaults)
    params = []
    namespace = {}
    for i, name in enumerate(names):
        if i >= first:
            namespace['_tw_default_%d' % i] = defaults[i - first]
            name = '%s=_tw_default_%d' % (name, i)
        params.append(name)
    return names, ', '.join(params), namespace


def elidable_promote(promote_args='all'):
    """`elidable`, with the arguments promoted first: `promote_args` is 'all' or the positions
    separated by commas."""
    def decorate(func):
        elidable(func)
        names, params, namespace = _wrapper_with_signature(func, None)
        if promote_args == 'all':
            wanted = range(len(names))
        else:
            wanted = [int(i) for i in promote_args.split(',')]
            if max(wanted) >= len(names):
                raise TypeError('elidable_promote(%r): %s() has no argument %d; the first one is 0'
                                % (promote_args, func.__name__, max(wanted)))
        lines = ['def wrapper(%s):' % params]
        for i in wanted:
            lines.append('    %s = _tw_hint(%s, promote=True)' % (names[i], names[i]))
        lines.append('    return _tw_func(%s)' % ', '.join(names))
        namespace['_tw_func'] = func
        namespace['_tw_hint'] = hint
        exec('\n'.join(lines) + '\n', namespace)
        result = namespace['wrapper']
        result.__name__ = func.__name__ + '_promote'
        result.__doc__ = func.__doc__
        if hasattr(func, '_annspecialcase_'):
            result._annspecialcase_ = func._annspecialcase_
        return result
    return decorate


def purefunction_promote(promote_args='all'):
    """Old name of `elidable_promote`."""
    return elidable_promote(promote_args)


def look_inside_iff(predicate):
    """The JIT traces into the function when `predicate(*args)` holds; the predicate must be about
    things known while tracing, such as `isconstant` and `isvirtual`."""
    def decorate(func):
        names, params, namespace = _wrapper_with_signature(func, None)
        given = ', '.join(names)
        _, _, slow_namespace = _wrapper_with_signature(func, None)
        slow_namespace['_tw_func'] = func
        # Helpers of the translator are found by their module's name.
        slow_namespace['__name__'] = namespace['__name__'] = func.__module__
        exec('def slow(%s):\n    return _tw_func(%s)\n' % (', '.join(names), given), slow_namespace)
        slow = slow_namespace['slow']
        slow.__name__ = func.__name__ + '_outside'
        dont_look_inside(slow)
        if getattr(func, '_elidable_function_', False):
            # What is looked into is not called.
            func._elidable_function_ = False
            slow._elidable_function_ = True
        unroll_safe(func)
        func._always_inline_ = False
        special = getattr(func, '_annspecialcase_', None)
        # A copy for each call: where the wrapper is specialised, what it passes on stays known.
        for passed_on in (func, slow, predicate):
            specialize.call_location()(passed_on)
        namespace.update({'_tw_func': func, '_tw_slow': slow, '_tw_predicate': predicate,
                          '_tw_we_are_jitted': we_are_jitted})
        exec('def wrapper(%s):\n'
             '    if not _tw_we_are_jitted() or _tw_predicate(%s):\n'
             '        return _tw_func(%s)\n'
             '    else:\n'
             '        return _tw_slow(%s)\n' % (params, given, given, given), namespace)
        result = namespace['wrapper']
        result.__name__ = func.__name__ + '_look_inside_iff'
        result._jit_unroll_safe_ = True
        if special is not None:
            result._annspecialcase_ = special
        return result
    return decorate


# --- functions recognised by name ---

def hint(x, **kwds):
    """Hints about the value `x`: promote, promote_string, promote_unicode, access_directly,
    fresh_virtualizable, force_virtualizable; concrete (it must be known when code is made),
    variable (it is not taken for known), deepfreeze (neither it nor what it refers to changes).
    Gives `x`."""
    return x


@specialize.argtype(0)
def promote(x):
    """While tracing, makes `x` a constant of the trace, protected by a guard."""
    return hint(x, promote=True)


def promote_string(x):
    """`promote` that compares strings by content."""
    return hint(x, promote_string=True)


def promote_unicode(x):
    """`promote_string` for unicode."""
    return hint(x, promote_unicode=True)


def we_are_jitted():
    """True in code run by the JIT (while tracing and in traces)."""
    return False


def current_trace_length():
    """While tracing: number of operations so far. Else -1."""
    return -1


@specialize.call_location()
def isconstant(value):
    """While tracing: is the value a constant of the trace? Else an approximation."""
    return False


@specialize.call_location()
def isvirtual(value):
    """While tracing: is the value an object that does not exist yet?"""
    return False


@specialize.call_location()
def loop_unrolling_heuristic(lst, size, cutoff=2):
    """Is a loop over the list short enough to be unrolled?"""
    return size == 0 or (isconstant(size) and size <= cutoff) or isvirtual(lst)


@specialize.argtype(0)
def assert_green(value):
    """While tracing, an error unless the value is a constant."""
    if we_are_jitted() and current_trace_length() >= 0 and not isconstant(value):
        raise AssertGreenFailed


class AssertGreenFailed(AssertionError):
    """A value is not green."""


def jit_debug(string, arg1=-sys.maxsize - 1, arg2=-sys.maxsize - 1, arg3=-sys.maxsize - 1,
              arg4=-sys.maxsize - 1):
    """Leaves a remark in the trace."""
    pass


@specialize.argtype(0)
def record_exact_class(value, cls):
    """Promises that the class of `value` is exactly `cls`."""
    assert type(value) is cls or value.__class__ is cls


def record_exact_value(value, const_value):
    """Promises that `value` is the constant `const_value`."""
    assert value == const_value


@specialize.call_location()
@oopspec('jit.record_known_result()')
def record_known_result(result, func, *args):
    """Promises that calling the elidable `func` with `args` gives `result`, an int or an object."""
    if we_are_jitted():
        # Never run: the JIT does not look inside. It sees by the call what the promise is about.
        if func(*args) != result:
            raise JitHintError('record_known_result: the promise does not hold')


@specialize.call_location()
@oopspec('jit.conditional_call()')
def conditional_call(condition, function, *args):
    """`if condition: function(*args)`, without a branch in the trace."""
    if condition:
        function(*args)


@specialize.call_location()
@oopspec('jit.conditional_call_elidable()')
def conditional_call_elidable(value, function, *args):
    """`value`, or `function(*args)` if that is None (or zero)."""
    if not value:
        value = function(*args)
    return value


def enter_portal_frame(unique_id):
    """Marks the entry of a guest function, for profilers."""
    pass


def leave_portal_frame(unique_id):
    """See `enter_portal_frame`."""
    pass


# --- virtual references ---

@oopspec('jit.virtual_ref()')
def virtual_ref(x):
    """A reference to a frame that may stay virtual; call it to get the frame."""
    _wants_frame('virtual_ref', x)
    return DirectJitVRef(x)


@oopspec('jit.virtual_ref_finish()')
def virtual_ref_finish(vref, x):
    """The end of the life of a `virtual_ref`. If nobody has asked for its frame, nobody will."""
    _wants_frame('virtual_ref_finish', x)
    _wants_vref('virtual_ref_finish', vref)
    if not we_are_translated() and vref._x is not x:
        raise JitHintError('virtual_ref_finish of another object than the one in the reference')
    vref._finish()


def _wants_frame(function, x):
    """The translator tells whoever calls `function` with anything but an instance."""
    pass


def _wants_vref(function, vref):
    """The translator tells whoever calls `function` with anything but a virtual reference."""
    pass


@oopspec('jit.force_frames()')
def _force_frames(token):
    """Compiled code, whose frame has this token, gives what only it has. (Without the JIT there is none.)"""
    return token & 1


def non_virtual_ref(x):
    """Of the type of `virtual_ref`s, but without their magic."""
    vref = DirectVRef(x)
    vref._state = DirectVRef.FORCED
    return vref


class DirectVRef(object):
    """A reference that is what it refers to, with a method call on top."""

    NOT_FORCED, FORCED = range(2)

    def __init__(self, x):
        self._x = x
        self._state = self.NOT_FORCED
        self._token = NonConstant(0)

    def __call__(self):
        if self._token != 0:
            self._token = _force_frames(self._token)
        if self._state == self.NOT_FORCED:
            if self._x is None:
                raise InvalidVirtualRef
            self._state = self.FORCED
        return self._x

    @property
    def virtual(self):
        """Nobody has asked for the object yet."""
        return self._state == self.NOT_FORCED and (self._token != 0 or self._x is not None)

    def _finish(self):
        if self._state == self.NOT_FORCED:
            self._x = None


class DirectJitVRef(DirectVRef):
    pass


class InvalidVirtualRef(Exception):
    """A virtual reference was used after its frame had gone."""


vref_None = non_virtual_ref(None)


# --- drivers ---

class JitHintError(Exception):
    """A hint that makes no sense."""


# The two dictionaries are made of the list in flowspace/ops/src/params.rs.
PARAMETER_DOCS = {
    'threshold': "passes of a merge point until a loop is traced; negative: never",
    'function_threshold': "the same for starts of portals with a `can_enter_jit`",
    'trace_eagerness': "failures until a guard gets a bridge; long ways to interpret count more",
    'decay': "how fast counters of what is seldom reached are forgotten (in 1/1000; of all drivers)",
    'trace_limit': "operations after which a trace leaves an inlined call out the next time, or is cut",
    'inlining': "whether calls of the portal are inlined",
    'loop_longevity': "a loop not entered while so many traces are begun is freed; 0: never (of all drivers)",
    'retrace_limit': "further labels of a loop, for values that do not fit the others (an unpeeled loop may get one)",
    'pureop_historylength': "pure operations that are remembered",
    'max_retrace_guards': "guards that a jump to a label may add",
    'max_unroll_loops': "iterations peeled beyond the first, if that saves allocations (RPython: 0)",
    'carry_writes': "whether writes to fields wait across the labels of loops (not in RPython)",
    'disable_unrolling': "loops with more recorded operations are not peeled (RPython: 200)",
    'max_unroll_recursion': "nested inlined calls of one function (RPython: 7)",
    'unroll_threshold': "calls of a function by itself until they are inlined in its code; 0: at once (not in RPython)",
    'bridges_inlining': "bridges of a loop or function that make a test which has a bridge elsewhere, until further ones inline no calls (not in RPython)",
    'repeats_inlining': "bridges that repeat a test of their loop or function until it is made anew with calls of what it inlined; negative: never (not in RPython)",
    'many_bridges': "bridges that repeat a test of their loop or function until the timeshifter makes its code anew; negative: never (not in RPython)",
    'sampled_passes': "passes of code that was handed over to the timeshifter before samples of its ways tell whether it goes back; negative: never (not in RPython)",
    'timeshift': "who makes code: the timeshifter (1) or tracing (0); -1: as `--jit` said (not in RPython)",
    'extensions': "whether the timeshifter uses generating extensions, if there are any; 0: it interprets jitcode (not in RPython)",
    'vec': "whether loops are vectorised",
    'vec_all': "the same for loops of all drivers",
    'vec_cost': "threshold of the cost model of vectorisation",
    'enable_opts': "`none` or empty: no optimiser (to see what it does)",
}

PARAMETERS = {
    'threshold': 1039,
    'function_threshold': 1619,
    'trace_eagerness': 200,
    'decay': 40,
    'trace_limit': 6000,
    'inlining': 1,
    'loop_longevity': 1000,
    'retrace_limit': 0,
    'pureop_historylength': 16,
    'max_retrace_guards': 15,
    'max_unroll_loops': 1,
    'carry_writes': 1,
    'disable_unrolling': 6000,
    'max_unroll_recursion': 14,
    'unroll_threshold': 1000000,
    'bridges_inlining': 2,
    'repeats_inlining': 16,
    'many_bridges': 100,
    'sampled_passes': 10000,
    'timeshift': -1,
    'extensions': 1,
    'vec': 0,
    'vec_all': 0,
    'vec_cost': 0,
    'enable_opts': 'all',
}


_PARAMETER_NAMES = sorted(PARAMETERS)
unroll_parameters = unrolling_iterable(sorted(PARAMETERS.items()))


def _location_text(get_location):
    """A function that makes one text for logs of what `get_location` gives: file name, line, function, number
    and name of the opcode."""
    names, params, namespace = _wrapper_with_signature(get_location, None)
    namespace['_tw_location'] = get_location
    namespace['__name__'] = get_location.__module__
    exec('def location_text(%s):\n'
         '    _tw_text, _tw_line, _tw_name, _tw_number, _tw_opcode = _tw_location(%s)\n'
         '    return "%%s:%%d in %%s, %%d %%s" %% (_tw_text, _tw_line, _tw_name, _tw_number, _tw_opcode)\n'
         % (params, ', '.join(names)), namespace)
    return namespace['location_text']


class JitDriver(object):
    """Declares an interpreter loop to the JIT.

    `greens` name the variables that say where in the guest program the interpreter is, `reds` all
    other live ones (or 'auto'). Call `jit_merge_point` at the loop's start and `can_enter_jit` where
    the guest program jumps backwards. `virtualizables` names reds whose objects' fields, those that
    `_virtualizable_` of their classes lists, live in traces: one in RPython, any number here.
    """

    active = True
    virtualizables = []
    name = 'jitdriver'
    inline_jit_merge_point = False
    _make_extregistryentries = None

    def __init__(self, greens=None, reds=None, virtualizables=None, get_jitcell_at=None,
                 set_jitcell_at=None, get_printable_location=None, confirm_enter_jit=None,
                 can_never_inline=None, should_unroll_one_iteration=None, name='jitdriver',
                 check_untranslated=True, vectorize=False, get_unique_id=None, is_recursive=False,
                 get_location=None):
        if greens is not None:
            self.greens = greens
        if not isinstance(name, str):
            raise TypeError('name must be a string, not %r' % (name,))
        self.name = name
        if reds is not None:
            self.reds = reds
        if not hasattr(self, 'greens') or not hasattr(self, 'reds'):
            raise AttributeError("no 'greens' or 'reds' supplied")
        if virtualizables is not None:
            self.virtualizables = virtualizables
        # The names are read more than once.
        self.greens = list(self.greens)
        self.virtualizables = list(self.virtualizables)
        if isinstance(self.reds, str):
            if self.reds != 'auto':
                raise ValueError("reds must be a list of names, or 'auto'")
            if confirm_enter_jit is not None:
                raise ValueError("reds='auto' is not compatible with confirm_enter_jit")
            if self.virtualizables:
                raise ValueError("reds='auto' is not compatible with virtualizables: name the reds")
            self.autoreds = True
            self.reds = []
            self.numreds = None
        else:
            self.autoreds = False
            self.reds = list(self.reds)
            self.numreds = len(self.reds)
            for v in self.virtualizables:
                if v not in self.reds:
                    raise ValueError('virtualizable %r is not a red variable' % (v,))
        for v in self.greens:
            if '.' in v:
                raise ValueError('green %r: attributes of variables are not supported' % (v,))
        self._alllivevars = {}
        for v in list(self.greens) + list(self.reds):
            if v in self._alllivevars:
                raise ValueError('variable %r is named twice' % (v,))
            self._alllivevars[v] = None
        self.get_printable_location = get_printable_location
        self.get_location = get_location
        if get_location is not None:
            self._location_text = _location_text(get_location)
        self.get_unique_id = get_unique_id
        self.confirm_enter_jit = confirm_enter_jit
        self.can_never_inline = can_never_inline
        self.should_unroll_one_iteration = should_unroll_one_iteration
        self.check_untranslated = check_untranslated
        self.is_recursive = is_recursive
        self.vec = vectorize

    def _freeze_(self):
        return True

    @not_rpython
    def _check_arguments(self, livevars, is_merge_point):
        if self.autoreds:
            names = set(self.greens)
            if not names.issubset(livevars):
                raise JitHintError('greens must be given: %s' % ', '.join(sorted(names)))
            return
        if set(livevars) != set(self._alllivevars):
            raise JitHintError('jit_merge_point of %s wants exactly the variables %s, not %s' % (
                self.name, sorted(self._alllivevars), sorted(livevars)))

    def jit_merge_point(_self, **livevars):
        """The start of the interpreter loop; the keywords are all greens and reds."""
        if _self.check_untranslated:
            _self._check_arguments(livevars, True)

    def can_enter_jit(_self, **livevars):
        """A backward jump of the guest program: where loops are closed and counted."""
        if _self.autoreds:
            raise TypeError("can_enter_jit is not supported together with reds='auto'")
        if _self.check_untranslated:
            _self._check_arguments(livevars, False)

    def loop_header(self):
        """Marks a backward jump where no `can_enter_jit` is possible."""
        pass

    def inline(self, call_jit_merge_point):
        """Decorator: the function calls the merge point as its first action."""
        assert self.autoreds, "@inline works only with reds='auto'"
        self.inline_jit_merge_point = True

        def decorate(func):
            func._inline_jit_merge_point_ = call_jit_merge_point
            func._always_inline_ = True
            return func
        return decorate

    def clone(self):
        """A driver with the same variables and functions."""
        assert self.inline_jit_merge_point, 'clone works only with @inline'
        new = object.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        return new


def set_param(driver, name, value):
    """Sets a parameter of the JIT (see `PARAMETERS`); `driver` None sets it for all."""
    if name not in PARAMETERS:
        raise ValueError('no such parameter: %s' % name)
    if not we_are_translated() and name != 'enable_opts':
        value = int(value)


def set_param_to_default(driver, name):
    """Gives a parameter its default value again."""
    if name not in PARAMETERS:
        raise ValueError('no such parameter: %s' % name)


@specialize.arg(0)
def set_user_param(driver, text):
    """Sets parameters from a command line: 'name=value,name=value', 'off' or 'default'."""
    if text == 'off':
        set_param(driver, 'threshold', -1)
        set_param(driver, 'function_threshold', -1)
        return
    if text == 'default':
        for name in _PARAMETER_NAMES:
            set_param_to_default(driver, name)
        return
    for s in text.split(','):
        s = s.strip(' ')
        parts = s.split('=')
        if len(parts) != 2:
            raise ValueError
        name = parts[0]
        value = parts[1]
        if name == 'enable_opts':
            set_param(driver, 'enable_opts', value)
        else:
            known = False
            for n in _PARAMETER_NAMES:
                if n == name and n != 'enable_opts':
                    set_param(driver, n, int(value))
                    known = True
            if not known:
                raise ValueError


class Counters(object):
    """Names of what the JIT counts about itself."""
    counters = ('TRACING BACKEND OPS HEAPCACHED_OPS RECORDED_OPS GUARDS OPT_OPS OPT_GUARDS '
                'OPT_GUARDS_SHARED OPT_FORCINGS OPT_VECTORIZE_TRY OPT_VECTORIZED ABORT_TOO_LONG '
                'ABORT_BRIDGE ABORT_BAD_LOOP ABORT_ESCAPE ABORT_FORCE_QUASIIMMUT '
                'ABORT_SEGMENTED_TRACE FORCE_VIRTUALIZABLES NVIRTUALS NVHOLES NVREUSED '
                'TOTAL_COMPILED_LOOPS TOTAL_COMPILED_BRIDGES TOTAL_FREED_LOOPS '
                'TOTAL_FREED_BRIDGES').split()
    counter_names = list(counters)
    ncounters = len(counters)


for _i, _name in enumerate(Counters.counters):
    setattr(Counters, _name, _i)


# --- what the JIT tells ---

def _ask_int(what, n):
    """A number that the JIT's run time knows: see rpython.rlib.jit_hooks."""
    return 0


def _ask_float(n):
    """Seconds that it spent."""
    return 0.0


def _ask_text(n):
    """A text about the event that it tells of."""
    return ''


class LoopRunTime(object):
    """How often a piece of code was entered."""

    def __init__(self, type, number, counter):
        self.type = type
        self.number = number
        self.counter = counter


class TracedValue(object):
    """An argument of an operation of a trace: a number, if it is written as one."""

    def __init__(self, text):
        self.text = text

    def getint(self):
        try:
            return int(self.text)
        except ValueError:
            return 0

    def getref_base(self):
        """The object: not known here."""
        from rpython.rtyper.lltypesystem import lltype
        return lltype.nullptr(lltype.GCREF.TO)


class TracedOperation(object):
    """An operation of a trace."""

    def __init__(self, text):
        self.text = text
        start = text.find(' = ')
        if start < 0:
            start = 0
        else:
            start += 3
        end = text.find('(', start)
        if end < 0:
            end = len(text)
        self.name = text[start:end]

    def getopname(self):
        return self.name

    def getopnum(self):
        """One of `rpython.jit.metainterp.resoperation.rop`, or -1."""
        from rpython.jit.metainterp.resoperation import number_of
        return number_of(self.name)

    def is_guard(self):
        return self.name.startswith('guard_')

    def getdescr(self):
        """What knows a guard's hash: not told."""
        return None

    def getarglist(self):
        """The arguments, without the description at the end."""
        text = self.text
        start = text.find('(') + 1
        end = text.rfind(')')
        if start <= 0 or end < start:
            return []
        words = [word.strip(' ') for word in text[start:end].split(',')]
        return [TracedValue(word) for word in words if word != '' and not word.startswith('descr=')]

    def getarg(self, i):
        return self.getarglist()[i]


class JitGivenUp(object):
    """The driver of a trace that was given up."""

    def __init__(self, name):
        self.name = name


class _Locations(object):
    """Where a driver's points are, in words."""

    def get_location_str(self, greenkey):
        return ''


class _DriverOfTraces(object):
    warmstate = _Locations()

    def __init__(self, name):
        self.jitdriver = JitGivenUp(name)


class _Drivers(object):
    def __init__(self, name):
        self.jitdrivers_sd = [_DriverOfTraces(name)]


class LogOperations(object):
    """Shows operations as text."""

    def __init__(self, driver_name):
        self.metainterp_sd = _Drivers(driver_name)

    def repr_of_resop(self, op, ops_offset=None):
        return op.text


class _Logger(object):
    def __init__(self, driver_name):
        self.driver_name = driver_name

    def _make_log_operations(self, memo=None):
        return LogOperations(self.driver_name)


class _Numbered(object):
    """Code, or a guard, that has a number."""

    def __init__(self, number):
        self.number = number


class AsmInfo(object):
    """Where machine code is. (Where each operation's is is not told.)"""

    ops_offset = {}

    def __init__(self, asmaddr, asmlen):
        self.asmaddr = asmaddr
        self.asmlen = asmlen


class JitDebugInfo(object):
    """What hooks are told about compiled code: `type` ('loop', 'bridge', 'entry bridge'), `operations`, the number of the
    loop (`loop_number`, `looptoken.number`) or of the guard (`guard_number`, `fail_descr.number`), a `logger` that shows
    the operations, and behind compiling `asminfo`. `greenkey` is None; `get_greenkey_repr()` has it in words."""

    asminfo = None
    greenkey = None
    _TYPES = ['loop', 'bridge', 'entry bridge']

    def __init__(self, driver_name, greenkey_repr, operations, kind, number):
        self.driver_name = driver_name
        self.greenkey_repr = greenkey_repr
        self.operations = operations
        self.type = self._TYPES[kind]
        self.loop_number = number if kind != 1 else -1
        self.guard_number = number if kind == 1 else -1
        self.looptoken = _Numbered(self.loop_number)
        self.fail_descr = _Numbered(self.guard_number)
        self.logger = _Logger(driver_name)

    def set_code(self, address, size):
        self.asminfo = AsmInfo(address, size)

    def get_jitdriver(self):
        return JitGivenUp(self.driver_name)

    def get_greenkey_repr(self):
        return self.greenkey_repr


class JitHookInterface(object):
    """Subclass it, and give an instance to the policy, to be told what the JIT does. The methods are called when the JIT
    has done it and is at a place where the program may run, `before_compile` directly before `after_compile`. `reason` is
    a number of `Counters` (-1 for others), `jitdriver` an object with the `name`, `greenkey_repr` the text of
    `get_printable_location`. What is not known here is None or empty: `greenkey`, and `operations` of an abort.
    An exception out of a method is lost."""

    @not_rpython
    def _event_function(self):
        from rpython.rlib.jit_hooks import make_event_function
        return make_event_function(self)

    def are_hooks_enabled(self):
        return True

    def on_abort(self, reason, jitdriver, greenkey, greenkey_repr, logops, operations):
        pass

    def on_trace_too_long(self, jitdriver, greenkey, greenkey_repr):
        pass

    def before_compile(self, debug_info):
        pass

    def after_compile(self, debug_info):
        pass

    def before_compile_bridge(self, debug_info):
        pass

    def after_compile_bridge(self, debug_info):
        pass
