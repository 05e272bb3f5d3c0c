//! The table of built-in functions: of the language, its modules, and rlib.
//!
//! A row is keyed by the registry name of the host object (`len`, `os.read`, `rpython.rlib.jit.promote`). It says what types a call takes
//! and gives, what it can raise, and what becomes of it. The annotator annotates a call by the row; the RTyper translates it by
//! the row's [`Lowering`]. Only [`Lowering::Special`] has code in the RTyper.

use super::{Handler, by_library, by_signature, iterables, itertools, jit, lang, rlib};
use FunctionCode::*;
use Lowering::{Annotated, First, Nothing, Op, Operation, Zero};
use flowmodel::{HlOp, LlOp};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A row of the table.
pub struct Builtin {
    /// Registry name.
    pub name: &'static str,
    /// Annotates a call.
    pub(crate) handler: Handler,
    /// Types: parameter letters, `|` before optional ones, `>`, result letter. Empty: the handler decides.
    /// `i` int, `n` int >= 0, `u` r_uint, `f` float (or int), `g` r_singlefloat, `b` bool, `s` str, `S` str or None, `c` char,
    /// `w` unicode character, `U` unicode, `a` address, `?` anything, `*` any number of anything, `0` None.
    pub types: &'static str,
    /// Built-in exceptions that it can raise; `None`: anything.
    pub throws: Option<&'static [&'static str]>,
    /// Says what the RTyper makes of a call.
    pub lowering: Lowering,
}

/// Says what the RTyper makes of a call of a built-in function.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Lowering {
    /// A low-level operation on operands of the row's types.
    Op(LlOp),
    /// A call of a helper with operands of the row's types.
    Helper {
        /// Module of `rlib/ll`.
        module: &'static str,
        /// Its function.
        function: &'static str,
        /// Values of optional int parameters that are not given.
        defaults: &'static [i64],
    },
    /// A call of ordinary code of `rlib/builtins` (`module.function`), which gets the arguments as they are. The annotator
    /// records the callee.
    Library(&'static str),
    /// The call becomes the same as the high-level operation of this meaning.
    Operation(HlOp),
    /// The first argument is the result.
    First,
    /// The call has no effect, and gives None.
    Nothing,
    /// The int 0.
    Zero,
    /// Nothing is left: the annotator gives a constant, an error, or a call of code of `rlib/builtins` that it chose.
    Annotated,
    /// Code of its own.
    Special(FunctionCode),
}

/// Built-in functions with code of their own in the RTyper.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FunctionCode {
    /// `math.isnan(x)`
    IsNan,
    /// An item of the `print` statement.
    PrintItem,
    /// `range(…)`
    Range,
    /// `bool(x)`
    Bool,
    /// `int(x)`, `int(s, base)`
    Int,
    /// `float(x)`
    Float,
    /// `str(x)`
    Str,
    /// `bytes(x)`
    Bytes,
    /// `unicode(x)`
    Unicode,
    /// `repr(x)`
    ReprText,
    /// A byte string of Python 3 as text, or the other way: one type at run time.
    AsStr,
    /// Gives the text that `repr` makes of an object without `__repr__`.
    DefaultText,
    /// `str` of an exception.
    ExceptionText,
    /// `repr` of an exception.
    ExceptionRepr,
    /// `object()`
    Object,
    /// `print(…)`
    Print,
    /// `weakref.ref(x)`
    Weakref,
    /// `BaseException.__init__(self, …)`
    ExceptionInit,
    /// `object.__setattr__(x, name, value)`
    SetAttr,
    /// `instantiate(cls)`, `object.__new__(cls)`
    Instantiate,
    /// `enumerate(x, start)`
    Enumerate,
    /// `iter(x)`, `reversed(x)`
    Iter,
    /// `zip(…)`
    Zip,
    /// `min(…)`
    Min,
    /// `max(…)`
    Max,
    /// `next(it)`
    Next,
    /// `list(x)`
    List,
    /// `tuple(x)`
    Tuple,
    /// `dict(…)` and its subclasses
    Dict,
    /// `defaultdict(f)`
    DefaultDict,
    /// `deque(x, maxlen)`
    Deque,
    /// `bytearray(x)`
    ByteArray,
    /// `set(x)`, `frozenset(x)`
    Set,
    /// `a, b = x`
    Unpack,
    /// `r_uint(x)`, `intmask(x)` and their like: the type of the result says which.
    MachineInt,
    /// `keepalive_until_here(…)`
    KeepAlive,
    /// `compute_hash(x)`
    ComputeHash,
    /// `compute_identity_hash(x)`
    IdentityHash,
    /// `compute_unique_id(x)`
    UniqueId,
    /// `newlist_hint(sizehint)`
    NewListHint,
    /// `list_get_physical_size(l)`
    PhysicalSize,
    /// `r_dict(eq, hash)`
    RDict,
    /// `reversed_dict(d)`
    ReversedDict,
    /// `move_to_end(d, key, last)`
    MoveToEnd,
    /// `promote(x)`
    Promote,
    /// `promote_string(s)`
    PromoteString,
    /// `promote_unicode(u)`
    PromoteUnicode,
    /// `hint(x, name=True)`
    Hint,
    /// `we_are_jitted()`
    WeAreJitted,
    /// `isconstant(x)`
    IsConstant,
    /// `isvirtual(x)`
    IsVirtual,
    /// `current_trace_length()`
    TraceLength,
    /// `jit_debug(text, …)`
    JitDebug,
    /// `record_exact_class(x, cls)`
    RecordExactClass,
    /// `record_exact_value(x, value)`
    RecordExactValue,
    /// `set_param(driver, name, value)`
    SetParam,
    /// `set_param_to_default(driver, name)`
    SetParamToDefault,
    /// Asks a hook of the JIT for an int.
    AskInt,
    /// Asks a hook of the JIT for a float.
    AskFloat,
    /// Asks a hook of the JIT for a text.
    AskText,
    /// `StringBuilder(n)`
    StringBuilder,
    /// `UnicodeBuilder(n)`
    UnicodeBuilder,
    /// `ll_assert(condition, text)`
    LlAssert,
    /// `fatalerror(text)`
    FatalError,
    /// `rgc.collect(generation)`
    Collect,
    /// `rgc._control(what, argument)`
    GcControl,
    /// `rgc._run_finalizers()`
    RunFinalizers,
    /// `rgc._note_object(function, x)`
    NoteObject,
    /// `rgc.can_move(x)`
    CanMove,
    /// `NonConstant(x)`
    NonConstant,
    /// `erase(x)`
    Erase,
    /// `unerase(e)`
    Unerase,
    /// `next_entry(d, k)`
    NextEntry,
    /// `key_of_entry(d, k)`
    KeyOfEntry,
    /// `value_of_entry(d, k)`
    ValueOfEntry,
    /// `hash_of_entry(d, k)`
    HashOfEntry,
    /// `contains_with_hash(d, key, hash)`
    ContainsWithHash,
    /// `getitem_with_hash(d, key, hash)`
    GetItemWithHash,
    /// `setitem_with_hash(d, key, hash, value)`
    SetItemWithHash,
    /// `delitem_with_hash(d, key, hash)`
    DelItemWithHash,
    /// `delitem_if_value_is(d, key, value)`
    DelItemIfValueIs,
    /// `rfloat.float_text(x, code, precision, alt)`
    FloatText,
    /// A function of `rpython.rtyper.lltypesystem`.
    LowLevel,
    /// `llop.NAME(TYPE, …)`
    LlOperation,
    /// A call of a C function.
    External,
}

/// A function with fixed types.
const fn sig(
    name: &'static str,
    types: &'static str,
    throws: &'static [&'static str],
    lowering: Lowering,
) -> Builtin {
    Builtin { name, handler: by_signature, types, throws: Some(throws), lowering }
}
/// A function with a handler.
const fn row(
    name: &'static str,
    handler: Handler,
    throws: &'static [&'static str],
    lowering: Lowering,
) -> Builtin {
    Builtin { name, handler, types: "", throws: Some(throws), lowering }
}
/// A function written in the language.
const fn library(name: &'static str, function: &'static str) -> Builtin {
    let lowering = Lowering::Library(function);
    Builtin { name, handler: by_library, types: "", throws: None, lowering }
}
/// A function with a handler that may call user code.
const fn user(name: &'static str, handler: Handler, lowering: Lowering) -> Builtin {
    Builtin { name, handler, types: "", throws: None, lowering }
}
const fn special(which: FunctionCode) -> Lowering {
    Lowering::Special(which)
}
const fn helper(module: &'static str, function: &'static str) -> Lowering {
    helper_with(module, function, &[])
}
const fn helper_with(
    module: &'static str,
    function: &'static str,
    defaults: &'static [i64],
) -> Lowering {
    Lowering::Helper { module, function, defaults }
}

impl Builtin {
    /// The types of the operands and of the result where the handler leaves a call to the row's lowering.
    const fn types(self, types: &'static str) -> Builtin {
        Builtin { types, ..self }
    }

    /// Letters of the parameters, how many of them a call must give, and the letter of the result.
    pub fn signature(&self) -> (Vec<char>, usize, char) {
        let (params, result) = self.types.split_once('>').unwrap_or((self.types, "0"));
        let letters: Vec<char> = params.chars().filter(|c| *c != '|').collect();
        let required = match params.find('|') {
            Some(n) => n,
            None => letters.len() - letters.contains(&'*') as usize,
        };
        (letters, required, result.chars().next().unwrap_or('0'))
    }
}

const OS: &[&str] = &["OSError"];
/// ValueError: a NUL in a path.
const PATH: &[&str] = &["OSError", "ValueError"];
const MATH: &[&str] = &["ValueError", "OverflowError"];

macro_rules! lib {
    ($module:literal, $name:literal) => {
        concat!("rpython.rlib.", $module, ".", $name)
    };
}

/// All rows.
#[rustfmt::skip]
pub static BUILTINS: &[Builtin] = &[
    // ---- The system, time, mathematics, output
    // -- os
    sig("os.open", "sn|i>n", PATH, helper_with("ll_os", "ll_os_open", &[0o777])),
    sig("os.read", "ii>s", OS, helper("ll_os", "ll_os_read")),
    sig("os.write", "is>n", OS, helper("ll_os", "ll_os_write")),
    sig("os.close", "i>0", OS, helper("ll_os", "ll_os_close")),
    sig("os.lseek", "iii>n", OS, helper("ll_os", "ll_os_lseek")),
    library("os.ftruncate", "posix.ftruncate"),
    library("os.fsync", "posix.fsync"),
    library("os.dup", "posix.dup"),
    library("os.dup2", "posix.dup2"),
    library("os.pipe", "posix.pipe"),
    sig("os.isatty", "i>b", &[], helper("ll_os", "ll_os_isatty")),
    library("os.getcwd", "posix.getcwd"),
    library("os.chdir", "posix.chdir"),
    sig("os.mkdir", "s|i>0", PATH, helper_with("ll_os", "ll_os_mkdir", &[0o777])),
    sig("os.rmdir", "s>0", PATH, helper("ll_os", "ll_os_rmdir")),
    sig("os.unlink", "s>0", PATH, helper("ll_os", "ll_os_unlink")),
    sig("os.remove", "s>0", PATH, helper("ll_os", "ll_os_unlink")),
    sig("os.rename", "ss>0", PATH, helper("ll_os", "ll_os_rename")),
    library("os.listdir", "posix.listdir"),
    library("os.access", "posix.access"),
    library("os.system", "posix.system"),
    sig("os.sync", ">0", &[], helper("ll_os", "ll_os_sync")),
    sig("os.getpid", ">i", &[], helper("ll_os", "ll_os_getpid")),
    library("os.getppid", "posix.getppid"),
    library("os.getenv", "posix.getenv"),
    library("os.putenv", "posix.putenv"),
    library("os.strerror", "posix.strerror"),
    sig("os._exit", "i>0", &[], helper("ll_os", "ll_exit")),
    library("os.abort", "posix.abort"),
    library("os.urandom", "posix.urandom"),
    sig("os.path.exists", "s>b", &[], helper("ll_os", "ll_path_exists")),
    sig("os.path.isfile", "s>b", &[], helper("ll_os", "ll_path_isfile")),
    sig("os.path.isdir", "s>b", &[], helper("ll_os", "ll_path_isdir")),
    library("os.path.isabs", "paths.isabs"),
    library("os.path.getsize", "paths.getsize"),
    library("os.path.abspath", "paths.abspath"),
    library("os.path.normpath", "paths.normpath"),
    library("os.path.basename", "paths.basename"),
    library("os.path.dirname", "paths.dirname"),
    library("os.path.join", "paths.join"),
    library("os.path.split", "paths.split"),
    library("os.path.splitext", "paths.splitext"),
    library("os.path.splitdrive", "paths.splitdrive"),
    library("os.path.normcase", "paths.normcase"),
    library("os.path.realpath", "paths.realpath"),
    library("os.path.relpath", "paths.relpath"),
    library("os.path.expanduser", "paths.expanduser"),
    library("os.path.getmtime", "paths.getmtime"),
    library("os.path.lexists", "paths.lexists"),
    library("os.path.islink", "paths.islink"),
    library("os.path.commonprefix", "paths.commonprefix"),
    library("os.chmod", "posix.chmod"),
    library("os.symlink", "posix.symlink"),
    library("os.link", "posix.link"),
    library("os.readlink", "posix.readlink"),
    library("os.stat", "posix.stat"),
    library("os.lstat", "posix.lstat"),
    library("os.fstat", "posix.fstat"),
    library("os.getuid", "posix.getuid"),
    library("os.geteuid", "posix.geteuid"),
    library("os.getgid", "posix.getgid"),
    library("os.getegid", "posix.getegid"),
    library("os.kill", "posix.kill"),
    library("os.makedirs", "posix.makedirs"),
    library("os.unsetenv", "posix.unsetenv"),
    library("os.fdopen", "files.fdopen"),
    library("os.popen", "files.popen"),
    library("sys.exit", "system.exit"),
    library("exit", "system.exit"),
    library("quit", "system.exit"),
    // -- time
    sig("time.time", ">f", &[], helper("ll_os", "ll_time")),
    sig("time.clock", ">f", &[], helper("ll_os", "ll_clock")),
    sig("time.process_time", ">f", &[], helper("ll_os", "ll_clock")),
    sig("time.perf_counter", ">f", &[], helper("ll_os", "ll_monotonic")),
    sig("time.monotonic", ">f", &[], helper("ll_os", "ll_monotonic")),
    library("time.time_ns", "system.time_ns"),
    sig("time.sleep", "f>0", &["ValueError"], helper("ll_os", "ll_sleep")),
    // -- math
    sig("math.sqrt", "f>f", MATH, helper("ll_math", "ll_sqrt")),
    sig("math.pow", "ff>f", MATH, helper("ll_math", "ll_pow")),
    sig("math.exp", "f>f", MATH, helper("ll_math", "ll_exp")),
    sig("math.expm1", "f>f", MATH, helper("ll_math", "ll_expm1")),
    row("math.log", lang::math_log, &["ValueError", "OverflowError", "ZeroDivisionError"], helper("ll_math", "ll_log")).types("f>f"),
    sig("math.log2", "f>f", MATH, helper("ll_math", "ll_log2")),
    sig("math.cbrt", "f>f", MATH, helper("ll_math", "ll_cbrt")),
    sig("math.remainder", "ff>f", MATH, helper("ll_math", "ll_remainder")),
    sig("math.log10", "f>f", MATH, helper("ll_math", "ll_log10")),
    sig("math.log1p", "f>f", MATH, helper("ll_math", "ll_log1p")),
    sig("math.sin", "f>f", MATH, helper("ll_math", "ll_sin")),
    sig("math.cos", "f>f", MATH, helper("ll_math", "ll_cos")),
    sig("math.tan", "f>f", MATH, helper("ll_math", "ll_tan")),
    sig("math.asin", "f>f", MATH, helper("ll_math", "ll_asin")),
    sig("math.acos", "f>f", MATH, helper("ll_math", "ll_acos")),
    sig("math.atan", "f>f", &[], helper("ll_math", "ll_atan")),
    sig("math.atan2", "ff>f", &[], helper("ll_math", "ll_atan2")),
    sig("math.sinh", "f>f", MATH, helper("ll_math", "ll_sinh")),
    sig("math.cosh", "f>f", MATH, helper("ll_math", "ll_cosh")),
    sig("math.tanh", "f>f", &[], helper("ll_math", "ll_tanh")),
    sig("math.asinh", "f>f", &[], helper("ll_math", "ll_asinh")),
    sig("math.acosh", "f>f", MATH, helper("ll_math", "ll_acosh")),
    sig("math.atanh", "f>f", MATH, helper("ll_math", "ll_atanh")),
    library("math.floor", "mathlib.floor"),
    library("math.ceil", "mathlib.ceil"),
    library("math.trunc", "mathlib.trunc"),
    library("math.isfinite", "mathlib.isfinite"),
    library("math.gcd", "mathlib.gcd"),
    library("math.lcm", "mathlib.lcm"),
    library("math.factorial", "mathlib.factorial"),
    library("math.isqrt", "mathlib.isqrt"),
    library("math.comb", "mathlib.comb"),
    library("math.perm", "mathlib.perm"),
    library("math.prod", "mathlib.prod"),
    library("math.isclose", "mathlib.isclose"),
    library("math.fsum", "mathlib.fsum"),
    sig("math.fabs", "f>f", &[], Op(LlOp::FloatAbs)),
    sig("math.fma", "fff>f", MATH, helper("ll_math", "ll_fma")),
    sig("math.fmod", "ff>f", MATH, helper("ll_math", "ll_fmod")),
    user("math.hypot", lang::math_hypot, helper("ll_math", "ll_hypot")).types("ff>f"),
    library("math.dist", "mathlib.dist"),
    sig("math.erf", "f>f", &[], helper("ll_math", "ll_erf")),
    sig("math.erfc", "f>f", &[], helper("ll_math", "ll_erfc")),
    sig("math.exp2", "f>f", MATH, helper("ll_math", "ll_exp2")),
    library("math.ldexp", "mathlib.ldexp"),
    library("math.frexp", "mathlib.frexp"),
    library("math.modf", "mathlib.modf"),
    sig("math.isnan", "f>b", &[], special(IsNan)),
    sig("math.isinf", "f>b", &[], helper("ll_math", "ll_isinf")),
    sig("math.copysign", "ff>f", &[], helper("ll_math", "ll_copysign")),
    sig("math.degrees", "f>f", &[], helper("ll_math", "ll_degrees")),
    sig("math.radians", "f>f", &[], helper("ll_math", "ll_radians")),
    // -- output
    user("print_item", lang::print_item, special(PrintItem)),
    user("print_item_to", lang::print_part_to, Annotated),
    user("print_newline_to", lang::print_part_to, Annotated),
    sig("print_newline", ">0", OS, helper("ll_print", "ll_print_newline")),
    // ---- The language
    row("len", lang::len, &[], Operation(HlOp::Len)),
    row("range", lang::range, &["ValueError", "MemoryError"], special(Range)),
    row("xrange", lang::range, &["ValueError", "MemoryError"], special(Range)),
    row("bool", lang::bool_, &[], special(Bool)),
    row("int", lang::int, &["ValueError"], special(Int)),
    row("long", lang::int, &["ValueError"], special(Int)),
    row("float", lang::float, &["ValueError"], special(Float)),
    row("str", lang::str_, &["MemoryError"], special(Str)),
    row("bytes", lang::str_, &["MemoryError"], special(Bytes)),
    row("unicode", lang::unicode, &["UnicodeDecodeError"], special(Unicode)),
    row("chr", lang::chr, &["ValueError"], helper("ll_int", "ll_chr")).types("i>c"),
    row("unichr", lang::unichr, &["ValueError"], helper("ll_int", "ll_unichr")).types("i>w"),
    row("ord", lang::ord, &[], Operation(HlOp::Ord)),
    row("hex", lang::number_text, &["MemoryError"], Operation(HlOp::Hex)),
    row("oct", lang::number_text, &["MemoryError"], Operation(HlOp::Oct)),
    row("bin", lang::number_text, &["MemoryError"], Operation(HlOp::Bin)),
    row("repr", lang::str_, &["MemoryError"], special(ReprText)),
    row("abs", lang::abs, &[], Operation(HlOp::Abs)),
    row("hasattr", lang::hasattr, &[], Annotated),
    row("getattr", lang::getattr, &[], Operation(HlOp::GetAttr)),
    row("isinstance", lang::isinstance, &[], Operation(HlOp::IsInstance)),
    row("issubclass", lang::issubclass, &[], Operation(HlOp::IsSubtype)),
    row("type", lang::type_, &[], Operation(HlOp::Type)),
    row("hash", lang::hash, &[], Operation(HlOp::Hash)),
    row("rpython_builtins.python3.as_bytes", lang::as_string, &[], special(AsStr)),
    row("rpython_builtins.python3.as_text", lang::as_string, &[], special(AsStr)),
    sig("rpython_builtins.objects.default_text", "?>s", &["MemoryError"], special(DefaultText)),
    sig("rpython_builtins.objects.exception_text", "?>s", &["MemoryError"], special(ExceptionText)),
    sig("rpython_builtins.objects.exception_repr_text", "?>s", &["MemoryError"], special(ExceptionRepr)),
    row("id", lang::id, &[], Operation(HlOp::Id)),
    row("object", lang::object, &["MemoryError"], special(Object)),
    row("print", lang::print, &["OSError"], special(Print)),
    row("weakref.ref", lang::weakref, &[], special(Weakref)),
    row("_weakref.ref", lang::weakref, &[], special(Weakref)),
    library("slice", "slices.slice_"),
    library("str.maketrans", "strings.maketrans"),
    library("bytes.maketrans", "strings.maketrans"),
    library("ascii", "strings.ascii_"),
    library("round", "numbers.round_"),
    library("divmod", "numbers.divmod_"),
    user("pow", lang::pow, Annotated),
    library("open", "files.open_"),
    library("file", "files.open_"),
    library("input", "files.input_"),
    library("raw_input", "files.input_"),
    row("eval", lang::not_supported, &[], Annotated),
    row("setattr", lang::not_supported, &[], Annotated),
    row("delattr", lang::not_supported, &[], Annotated),
    row("callable", lang::callable, &[], Annotated),
    row("vars", lang::not_supported, &[], Annotated),
    row("dir", lang::not_supported, &[], Annotated),
    row("globals", lang::not_supported, &[], Annotated),
    row("locals", lang::not_supported, &[], Annotated),
    row("classmethod", lang::not_supported, &[], Annotated),
    row("staticmethod", lang::not_supported, &[], Annotated),
    row("property", lang::not_supported, &[], Annotated),
    row("super", lang::not_supported, &[], Annotated),
    row("BaseException.__init__", lang::exception_init, &[], special(ExceptionInit)),
    row("object.__setattr__", lang::object_setattr, &[], special(SetAttr)),
    row("object.__new__", rlib::instantiate, &["MemoryError"], special(Instantiate)),
    // ---- Iterables and containers
    user("enumerate", iterables::enumerate, special(Enumerate)),
    user("reversed", iterables::reversed, special(Iter)),
    user("zip", iterables::zip, special(Zip)),
    user("map", iterables::map, Annotated),
    user("filter", iterables::filter, Annotated),
    user("min", iterables::min_max, special(Min)),
    user("max", iterables::min_max, special(Max)),
    user("sorted", iterables::sorted, Annotated),
    user("iter", iterables::iter, special(Iter)),
    user("next", iterables::next, special(Next)),
    user("list", iterables::list, special(List)),
    user("tuple", iterables::tuple, special(Tuple)),
    user("dict", iterables::dict, special(Dict)),
    user("collections.OrderedDict", iterables::dict, special(Dict)),
    user("OrderedDict", iterables::dict, special(Dict)),
    user("collections.defaultdict", iterables::defaultdict, special(DefaultDict)),
    user("collections.Counter", iterables::counter, special(Dict)),
    user("collections.deque", iterables::deque, special(Deque)),
    user("bytearray", iterables::bytearray, special(ByteArray)),
    user("set", iterables::set, special(Set)),
    user("frozenset", iterables::set, special(Set)),
    row("rpython_builtins.sets.is_set", iterables::is_set, &[], Annotated),
    row("rpython_builtins.dicts.is_dict", iterables::is_dict, &[], Annotated),
    user("flow_support.unpack_sequence", iterables::unpack_sequence, special(Unpack)),
    user("flow_support.unpack_exactly", iterables::unpack_exactly, special(Unpack)),
    user("flow_support.same_by_other_name", iterables::same_by_other_name, Annotated),
    user("functools.partial", iterables::partial, Annotated),
    user("operator.itemgetter", iterables::itemgetter, Annotated),
    user("operator.methodcaller", iterables::methodcaller, Annotated),
    user("flow_support.sent_value", iterables::sent_value, Annotated),
    user("flow_support.send_into", iterables::delegate, Annotated),
    user("flow_support.throw_into", iterables::delegate, Annotated),
    user("flow_support.result_of", iterables::delegate, Annotated),
    user("sum", iterables::sum, Annotated),
    library("any", "iterables.any_"),
    library("all", "iterables.all_"),
    library("functools.reduce", "iterables.reduce_"),
    library("reduce", "iterables.reduce_"),
    // ---- Module itertools
    library("_host.count", "itertools_.count"),
    library("itertools.chain.from_iterable", "itertools_.chain_from_iterable"),
    library("itertools.pairwise", "itertools_.pairwise"),
    user("itertools.chain", itertools::chain, Annotated),
    user("itertools.islice", itertools::islice, Annotated),
    user("itertools.product", itertools::product, Annotated),
    user("itertools.combinations", itertools::choose, Annotated),
    user("itertools.combinations_with_replacement", itertools::choose, Annotated),
    user("itertools.permutations", itertools::choose, Annotated),
    user("itertools.groupby", itertools::groupby, Annotated),
    user("itertools.zip_longest", itertools::zip_longest, Annotated),
    user("itertools.accumulate", itertools::accumulate, Annotated),
    user("itertools.tee", itertools::tee, Annotated),
    user("itertools.repeat", itertools::repeat, Annotated),
    // ---- The library of RPython
    // -- rarithmetic
    row(lib!("rarithmetic", "intmask"), rlib::intmask, &[], special(MachineInt)),
    row(lib!("rarithmetic", "longlongmask"), rlib::intmask, &[], special(MachineInt)),
    row(lib!("rarithmetic", "widen"), rlib::widen, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_uint"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_ulonglong"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_uint64"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_longlong"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_int64"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_int"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_int32"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_uint32"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_int16"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_uint16"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_int8"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_uint8"), rlib::int_type, &[], special(MachineInt)),
    row(lib!("rarithmetic", "r_singlefloat"), rlib::single_float, &[], Op(LlOp::CastFloatToSingle)).types("f>g"),
    row(lib!("rarithmetic", "ovfcheck"), rlib::ovfcheck, &["OverflowError"], Annotated),
    sig(lib!("rarithmetic", "ovfcheck_float_to_int"), "f>i", &["OverflowError"], helper("ll_float", "ll_float2int_ovf")),
    sig(lib!("rarithmetic", "ovfcheck_float_to_longlong"), "f>i", &["OverflowError"], helper("ll_float", "ll_float2int_ovf")),
    row(lib!("rarithmetic", "is_valid_int"), rlib::always_true, &[], Annotated),
    sig(lib!("rarithmetic", "int_between"), "iii>b", &[], Op(LlOp::IntBetween)),
    sig(lib!("rarithmetic", "int_force_ge_zero"), "i>n", &[], Op(LlOp::IntForceGeZero)),
    sig(lib!("rarithmetic", "int_c_div"), "ii>i", &[], Op(LlOp::IntFloorDiv)),
    sig(lib!("rarithmetic", "int_c_mod"), "ii>i", &[], Op(LlOp::IntMod)),
    sig(lib!("rarithmetic", "uint_mul_high"), "uu>u", &[], Op(LlOp::UintMulHigh)),
    // -- objectmodel
    row(lib!("objectmodel", "we_are_translated"), rlib::always_true, &[], Annotated),
    row(lib!("objectmodel", "we_are_translated_to_c"), rlib::always_true, &[], Annotated),
    sig(lib!("objectmodel", "keepalive_until_here"), "*>0", &[], special(KeepAlive)),
    sig(lib!("objectmodel", "compute_hash"), "?>i", &[], special(ComputeHash)),
    sig(lib!("objectmodel", "compute_identity_hash"), "?>i", &[], special(IdentityHash)),
    sig(lib!("objectmodel", "compute_unique_id"), "?>i", &[], special(UniqueId)),
    sig(lib!("objectmodel", "current_object_addr_as_int"), "?>i", &[], special(UniqueId)),
    row(lib!("objectmodel", "instantiate"), rlib::instantiate, &["MemoryError"], special(Instantiate)),
    row(lib!("objectmodel", "newlist_hint"), rlib::newlist_hint, &["MemoryError"], special(NewListHint)),
    row(lib!("objectmodel", "resizelist_hint"), rlib::resizelist_hint, &["MemoryError"], Nothing),
    sig(lib!("objectmodel", "list_get_physical_size"), "?>n", &[], special(PhysicalSize)),
    sig(lib!("objectmodel", "likely"), "b>b", &[], First),
    sig(lib!("objectmodel", "unlikely"), "b>b", &[], First),
    sig(lib!("objectmodel", "free_non_gc_object"), "?>0", &[], Nothing),
    user(lib!("objectmodel", "r_dict"), rlib::r_dict, special(RDict)),
    user(lib!("objectmodel", "r_ordereddict"), rlib::r_dict, special(RDict)),
    sig(lib!("objectmodel", "prepare_dict_update"), "?i>0", &["MemoryError"], Nothing),
    row(lib!("objectmodel", "reversed_dict"), rlib::reversed_dict, &[], special(ReversedDict)),
    row(lib!("objectmodel", "move_to_end"), rlib::move_to_end, &["KeyError"], special(MoveToEnd)),
    row(lib!("objectmodel", "is_annotation_constant"), rlib::is_annotation_constant, &[], Annotated),
    // -- jit
    row(lib!("jit", "promote"), rlib::same, &[], special(Promote)),
    row(lib!("jit", "promote_string"), jit::promote_text, &[], special(PromoteString)),
    row(lib!("jit", "promote_unicode"), jit::promote_text, &[], special(PromoteUnicode)),
    row(lib!("jit", "hint"), jit::hint, &[], special(Hint)),
    row(lib!("jit", "we_are_jitted"), jit::truth, &[], special(WeAreJitted)),
    row(lib!("jit", "isconstant"), jit::truth, &[], special(IsConstant)),
    row(lib!("jit", "isvirtual"), jit::truth, &[], special(IsVirtual)),
    sig(lib!("jit", "current_trace_length"), ">i", &[], special(TraceLength)),
    row(lib!("jit", "jit_debug"), rlib::none, &[], special(JitDebug)),
    row(lib!("jit", "record_exact_class"), jit::record_exact_class, &[], special(RecordExactClass)),
    row(lib!("jit", "record_exact_value"), jit::record_exact_value, &[], special(RecordExactValue)),
    row(lib!("jit", "record_known_result"), rlib::no_effect, &[], Nothing),
    row(lib!("jit", "set_param"), jit::set_param, &["ValueError"], special(SetParam)),
    row(lib!("jit", "set_param_to_default"), jit::set_param, &["ValueError"], special(SetParamToDefault)),
    row(lib!("jit", "enter_portal_frame"), rlib::no_effect, &[], Nothing),
    row(lib!("jit", "leave_portal_frame"), rlib::no_effect, &[], Nothing),
    row(lib!("jit", "JitDriver"), rlib::import_time, &[], Annotated),
    sig(lib!("jit", "_ask_int"), "ii>i", &[], special(AskInt)),
    sig(lib!("jit", "_ask_float"), "i>f", &[], special(AskFloat)),
    sig(lib!("jit", "_ask_text"), "i>s", &["MemoryError"], special(AskText)),
    // -- rstring
    row(lib!("rstring", "StringBuilder"), rlib::builder, &["MemoryError"], special(StringBuilder)),
    row(lib!("rstring", "UnicodeBuilder"), rlib::builder, &["MemoryError"], special(UnicodeBuilder)),
    // -- debug
    sig(lib!("debug", "ll_assert"), "bs>0", &[], special(LlAssert)),
    sig(lib!("debug", "fatalerror"), "s>0", &[], special(FatalError)),
    sig(lib!("debug", "fatalerror_notb"), "s>0", &[], special(FatalError)),
    sig(lib!("debug", "debug_print"), "*>0", &[], Nothing),
    sig(lib!("debug", "debug_flush"), ">0", &[], Nothing),
    sig(lib!("debug", "debug_offset"), ">i", &[], Zero),
    row(lib!("debug", "have_debug_prints"), rlib::always_false, &[], Annotated),
    row(lib!("debug", "have_debug_prints_for"), rlib::always_false, &[], Annotated),
    sig(lib!("debug", "attach_gdb"), ">0", &[], Nothing),
    row(lib!("debug", "check_nonneg"), rlib::check_nonneg, &[], First),
    row(lib!("debug", "make_sure_not_resized"), rlib::make_sure_not_resized, &[], First),
    row(lib!("debug", "make_sure_not_modified"), rlib::same, &[], First),
    row(lib!("debug", "mark_dict_non_null"), rlib::same, &[], First),
    row(lib!("debug", "check_list_of_chars"), rlib::same, &[], First),
    row(lib!("debug", "check_regular_int"), rlib::same, &[], First),
    // -- gc, bits, floats
    sig(lib!("rgc", "collect"), "|i>0", &[], special(Collect)),
    sig(lib!("rgc", "_control"), "ii>i", &[], special(GcControl)),
    sig(lib!("rgc", "_run_finalizers"), ">0", &[], special(RunFinalizers)),
    row(lib!("rgc", "_note_object"), rlib::note_object, &[], special(NoteObject)),
    sig(lib!("rgc", "can_move"), "?>b", &[], special(CanMove)),
    sig(lib!("rgc", "add_memory_pressure"), "i|?>0", &[], Nothing),
    row(lib!("nonconst", "NonConstant"), rlib::non_constant, &[], special(NonConstant)),
    row(lib!("rerased", "erase"), rlib::erase, &[], special(Erase)),
    row(lib!("rerased", "unerase"), rlib::unerase, &[], special(Unerase)),
    row(lib!("rstack", "stack_check"), rlib::none, &[], Nothing),
    row(lib!("rstring", "assert_str0"), rlib::same, &[], First),
    row(lib!("debug", "flush_debug"), rlib::none, &[], Nothing),
    row(lib!("objectmodel", "fetch_translated_config"), rlib::none, &[], Nothing),
    row(lib!("objectmodel", "next_entry"), rlib::entry_of_dict, &[], special(NextEntry)),
    row(lib!("objectmodel", "key_of_entry"), rlib::entry_of_dict, &[], special(KeyOfEntry)),
    row(lib!("objectmodel", "value_of_entry"), rlib::entry_of_dict, &[], special(ValueOfEntry)),
    row(lib!("objectmodel", "hash_of_entry"), rlib::entry_of_dict, &[], special(HashOfEntry)),
    row(lib!("objectmodel", "contains_with_hash"), rlib::with_hash, &[], special(ContainsWithHash)),
    row(lib!("objectmodel", "getitem_with_hash"), rlib::with_hash, &["KeyError"], special(GetItemWithHash)),
    row(lib!("objectmodel", "setitem_with_hash"), rlib::with_hash, &["MemoryError"], special(SetItemWithHash)),
    row(lib!("objectmodel", "delitem_with_hash"), rlib::with_hash, &["KeyError"], special(DelItemWithHash)),
    row(lib!("objectmodel", "delitem_if_value_is"), rlib::with_hash, &[], special(DelItemIfValueIs)),
    sig(lib!("longlong2float", "float2longlong"), "f>i", &[], Op(LlOp::FloatToBits)),
    library(lib!("longlong2float", "_single_bits"), "bits.single_bits"),
    library(lib!("longlong2float", "_bits_single"), "bits.bits_single"),
    sig(lib!("longlong2float", "longlong2float"), "i>f", &[], Op(LlOp::BitsToFloat)),
    sig(lib!("rfloat", "float_of_text"), "s>f", &["ValueError"], helper("ll_float", "ll_str2float")),
    sig(lib!("rfloat", "float_text"), "fcib>s", &["MemoryError"], special(FloatText)),
    // -- low level
    row("rpython.rtyper.lltypesystem.lltype", rlib::lowlevel, &["MemoryError"], special(LowLevel)),
    row("llop", rlib::llop, &[], special(LlOperation)),
    row("external", rlib::external, &[], special(External)),
];

/// The row of a function, by its registry name.
pub fn lookup(name: &str) -> Option<&'static Builtin> {
    static ROWS: LazyLock<FxHashMap<&str, &Builtin>> =
        LazyLock::new(|| BUILTINS.iter().map(|b| (b.name, b)).collect());
    let name = match name {
        "builtins.print" => "print",
        n => n,
    };
    if let Some(b) = ROWS.get(name) {
        return Some(b);
    }
    let function = name.strip_prefix("rpython.rtyper.lltypesystem.")?.rsplit('.').next()?;
    rlib::LOWLEVEL.contains(&function).then(|| ROWS["rpython.rtyper.lltypesystem.lltype"])
}
