//! The table of built-in functions: of the language, its modules, and rlib.
//!
//! A row is keyed by the registry name of the host object (`len`, `os.read`, `rpython.rlib.jit.promote`). It says what types
//! a call takes and gives, what it can raise, and what becomes of it. Annotator and RTyper both read it.

pub use super::row::Builtin;
use super::row::{ANYTHING, Handler, by_library, by_signature};
use super::{iterables, itertools, jit, lang, rlib};
use crate::model::knowledge::NoneWords;
use crate::ops::lowers::*;
use Code::*;
use Handler::{Answers, Joins};
use Lowers::{Annotated, First, Op, Operation};
use flowmodel::{HlOp, LlOp};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A function with fixed types.
const fn sig(
    name: &'static str,
    types: &'static str,
    throws: &'static [&'static str],
    lowers: Lowers,
) -> Builtin {
    let types = Signature::of(types);
    let none = NoneWords::Absent;
    Builtin { name, handler: Joins(by_signature), types, throws: Some(throws), none, lowers }
}
/// A function with a handler.
const fn row(
    name: &'static str,
    handler: Handler,
    throws: &'static [&'static str],
    lowers: Lowers,
) -> Builtin {
    let none = NoneWords::Absent;
    Builtin { name, handler, types: ANYTHING, throws: Some(throws), none, lowers }
}
/// A function written in the language.
const fn library(name: &'static str, function: &'static str) -> Builtin {
    user(name, Answers(by_library), Lowers::Library(function))
}
/// A function with a handler that may call user code.
const fn user(name: &'static str, handler: Handler, lowers: Lowers) -> Builtin {
    let none = NoneWords::Absent;
    Builtin { name, handler, types: ANYTHING, throws: None, none, lowers }
}

/// The call has no effect, and gives None.
const NOTHING: Lowers = Lowers::Constant(Constant::None);

const OS: &[&str] = &["OSError"];
/// ValueError: a NUL in a path.
const PATH: &[&str] = &["OSError", "ValueError"];
const MATH: &[&str] = &["ValueError", "OverflowError"];

/// Python's message for None in place of something to iterate over.
const ITERABLE: &str = "'NoneType' object is not iterable";
/// The first argument is iterated over.
const ITERATED: NoneWords = NoneWords::First(&[ITERABLE]);
/// The second argument is iterated over.
const SECOND_ITERATED: NoneWords = NoneWords::First(&["", ITERABLE]);
/// Python's message for None in place of a path.
const NO_PATH: &str = "expected str, bytes or os.PathLike object, not NoneType";
/// The first argument is a path, or a text for the system.
const OF_PATH: NoneWords = NoneWords::First(&[NO_PATH]);

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
    sig("os.open", "sn|i>n", PATH, helper("ll_os", "ll_os_open").or(&[Constant::Int(0o777)])).none(OF_PATH),
    sig("os.read", "ii>s", OS, helper("ll_os", "ll_os_read")),
    sig("os.write", "is>n", OS, helper("ll_os", "ll_os_write")).none(NoneWords::First(&["", "a bytes-like object is required, not 'NoneType'"])),
    sig("os.close", "i>0", OS, helper("ll_os", "ll_os_close")),
    sig("os.lseek", "iii>n", OS, helper("ll_os", "ll_os_lseek")),
    library("os.ftruncate", "posix.ftruncate"),
    library("os.fsync", "posix.fsync"),
    library("os.dup", "posix.dup"),
    library("os.dup2", "posix.dup2"),
    library("os.pipe", "posix.pipe"),
    sig("os.isatty", "i>b", &[], helper("ll_os", "ll_os_isatty")),
    library("os.getcwd", "posix.getcwd"),
    library("os.chdir", "posix.chdir").none(OF_PATH),
    sig("os.mkdir", "s|i>0", PATH, helper("ll_os", "ll_os_mkdir").or(&[Constant::Int(0o777)])).none(OF_PATH),
    sig("os.rmdir", "s>0", PATH, helper("ll_os", "ll_os_rmdir")).none(OF_PATH),
    sig("os.unlink", "s>0", PATH, helper("ll_os", "ll_os_unlink")).none(OF_PATH),
    sig("os.remove", "s>0", PATH, helper("ll_os", "ll_os_unlink")).none(OF_PATH),
    sig("os.rename", "ss>0", PATH, helper("ll_os", "ll_os_rename")).none(OF_PATH),
    library("os.listdir", "posix.listdir"),
    library("os.access", "posix.access").none(OF_PATH),
    library("os.system", "posix.system").none(OF_PATH),
    sig("os.sync", ">0", &[], helper("ll_os", "ll_os_sync")),
    sig("os.getpid", ">i", &[], helper("ll_os", "ll_os_getpid")),
    library("os.getppid", "posix.getppid"),
    library("os.getenv", "posix.getenv"),
    library("os.putenv", "posix.putenv").none(OF_PATH),
    library("os.strerror", "posix.strerror"),
    sig("os._exit", "i>0", &[], helper("ll_os", "ll_exit")),
    library("os.abort", "posix.abort"),
    library("os.urandom", "posix.urandom"),
    sig("os.path.exists", "s>b", &[], helper("ll_os", "ll_path_exists")).none(OF_PATH),
    sig("os.path.isfile", "s>b", &[], helper("ll_os", "ll_path_isfile")).none(OF_PATH),
    sig("os.path.isdir", "s>b", &[], helper("ll_os", "ll_path_isdir")).none(OF_PATH),
    library("os.path.isabs", "paths.isabs").none(OF_PATH),
    library("os.path.getsize", "paths.getsize").none(OF_PATH),
    library("os.path.abspath", "paths.abspath").none(OF_PATH),
    library("os.path.normpath", "paths.normpath").none(OF_PATH),
    library("os.path.basename", "paths.basename").none(OF_PATH),
    library("os.path.dirname", "paths.dirname").none(OF_PATH),
    library("os.path.join", "paths.join").none(NoneWords::Each(NO_PATH)),
    library("os.path.split", "paths.split").none(OF_PATH),
    library("os.path.splitext", "paths.splitext").none(OF_PATH),
    library("os.path.splitdrive", "paths.splitdrive").none(OF_PATH),
    library("os.path.normcase", "paths.normcase").none(OF_PATH),
    library("os.path.realpath", "paths.realpath").none(OF_PATH),
    library("os.path.relpath", "paths.relpath").none(OF_PATH),
    library("os.path.expanduser", "paths.expanduser").none(OF_PATH),
    library("os.path.getmtime", "paths.getmtime").none(OF_PATH),
    library("os.path.lexists", "paths.lexists").none(OF_PATH),
    library("os.path.islink", "paths.islink").none(OF_PATH),
    library("os.path.commonprefix", "paths.commonprefix").none(OF_PATH),
    library("os.chmod", "posix.chmod").none(OF_PATH),
    library("os.symlink", "posix.symlink").none(OF_PATH),
    library("os.link", "posix.link").none(OF_PATH),
    library("os.readlink", "posix.readlink").none(OF_PATH),
    library("os.stat", "posix.stat").none(OF_PATH),
    library("os.lstat", "posix.lstat").none(OF_PATH),
    library("os.fstat", "posix.fstat"),
    library("os.getuid", "posix.getuid"),
    library("os.geteuid", "posix.geteuid"),
    library("os.getgid", "posix.getgid"),
    library("os.getegid", "posix.getegid"),
    library("os.kill", "posix.kill"),
    library("os.makedirs", "posix.makedirs").none(OF_PATH),
    library("os.unsetenv", "posix.unsetenv").none(OF_PATH),
    library("os.fdopen", "files.fdopen"),
    library("os.popen", "files.popen").none(OF_PATH),
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
    row("math.log", Answers(lang::math_log), &["ValueError", "OverflowError", "ZeroDivisionError"], helper("ll_math", "ll_log")).types("f>f"),
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
    user("math.hypot", Answers(lang::math_hypot), helper("ll_math", "ll_hypot")).types("ff>f"),
    library("math.dist", "mathlib.dist"),
    sig("math.erf", "f>f", &[], helper("ll_math", "ll_erf")),
    sig("math.erfc", "f>f", &[], helper("ll_math", "ll_erfc")),
    sig("math.exp2", "f>f", MATH, helper("ll_math", "ll_exp2")),
    library("math.ldexp", "mathlib.ldexp"),
    library("math.frexp", "mathlib.frexp"),
    library("math.modf", "mathlib.modf"),
    sig("math.isnan", "f>b", &[], code(IsNan)),
    sig("math.isinf", "f>b", &[], helper("ll_math", "ll_isinf")),
    sig("math.copysign", "ff>f", &[], helper("ll_math", "ll_copysign")),
    sig("math.degrees", "f>f", &[], helper("ll_math", "ll_degrees")),
    sig("math.radians", "f>f", &[], helper("ll_math", "ll_radians")),
    // -- output
    user("print_item", Joins(lang::print_item), code(PrintItem)),
    user("print_item_to", Answers(lang::print_part_to), Annotated),
    user("print_newline_to", Answers(lang::print_part_to), Annotated),
    sig("print_newline", ">0", OS, helper("ll_print", "ll_print_newline")),
    // ---- The language
    row("len", Answers(lang::len), &[], Operation(HlOp::Len)),
    row("range", Joins(lang::range), &["ValueError", "MemoryError"], code(Range)),
    row("xrange", Joins(lang::range), &["ValueError", "MemoryError"], code(Range)),
    row("bool", Answers(lang::bool_), &[], Operation(HlOp::Bool)),
    row("int", Answers(lang::int), &["ValueError"], code(Int)).none(NoneWords::BeforeOthers("int() can't convert non-string with explicit base")),
    row("long", Answers(lang::int), &["ValueError"], code(Int)),
    row("float", Answers(lang::float), &["ValueError"], code(Float)),
    row("str", Answers(lang::str_), &["MemoryError"], Operation(HlOp::Str)),
    row("bytes", Answers(lang::str_), &["MemoryError"], code(Bytes)),
    row("unicode", Answers(lang::unicode), &["UnicodeDecodeError"], code(Unicode)),
    row("chr", Joins(lang::chr), &["ValueError"], helper("ll_int", "ll_chr")).types("i>c"),
    row("unichr", Joins(lang::unichr), &["ValueError"], helper("ll_int", "ll_unichr")).types("i>w"),
    row("ord", Answers(lang::ord), &[], Operation(HlOp::Ord)),
    row("hex", Joins(lang::number_text), &["MemoryError"], Operation(HlOp::Hex)),
    row("oct", Joins(lang::number_text), &["MemoryError"], Operation(HlOp::Oct)),
    row("bin", Joins(lang::number_text), &["MemoryError"], Operation(HlOp::Bin)),
    row("repr", Answers(lang::str_), &["MemoryError"], Operation(HlOp::Repr)),
    row("abs", Answers(lang::abs), &[], Operation(HlOp::Abs)),
    row("hasattr", Answers(lang::hasattr), &[], Annotated),
    row("getattr", Answers(lang::getattr), &[], Operation(HlOp::GetAttr)),
    row("isinstance", Answers(lang::isinstance), &[], Operation(HlOp::IsInstance)),
    row("issubclass", Answers(lang::issubclass), &[], Operation(HlOp::IsSubtype)),
    row("type", Answers(lang::type_), &[], Operation(HlOp::Type)),
    row("hash", Joins(lang::hash), &[], Operation(HlOp::Hash)),
    row("rpython_builtins.python3.as_bytes", Joins(lang::as_string), &[], First),
    row("rpython_builtins.python3.as_text", Joins(lang::as_string), &[], First),
    sig("rpython_builtins.objects.default_text", "?>s", &["MemoryError"], code(DefaultText)),
    sig("rpython_builtins.objects.exception_text", "?>s", &["MemoryError"], code(ExceptionText)),
    sig("rpython_builtins.objects.exception_repr_text", "?>s", &["MemoryError"], code(ExceptionRepr)),
    row("id", Joins(lang::id), &[], Operation(HlOp::Id)),
    row("object", Joins(lang::object), &["MemoryError"], code(Object)),
    row("print", Answers(lang::print), &["OSError"], code(Print)),
    row("weakref.ref", Joins(lang::weakref), &[], code(Weakref)),
    row("_weakref.ref", Joins(lang::weakref), &[], code(Weakref)),
    library("slice", "slices.slice_"),
    library("str.maketrans", "strings.maketrans"),
    library("bytes.maketrans", "strings.maketrans"),
    library("int.from_bytes", "numbers.from_bytes"),
    library("dict.fromkeys", "dicts.fromkeys"),
    library("OrderedDict.fromkeys", "dicts.ordered_fromkeys"),
    library("collections.OrderedDict.fromkeys", "dicts.ordered_fromkeys"),
    library("ascii", "strings.ascii_"),
    library("round", "numbers.round_"),
    library("divmod", "numbers.divmod_"),
    user("pow", Answers(lang::pow), Annotated),
    library("open", "files.open_"),
    library("file", "files.open_"),
    library("input", "files.input_"),
    library("raw_input", "files.input_"),
    row("eval", Joins(lang::not_supported), &[], Annotated),
    row("setattr", Joins(lang::not_supported), &[], Annotated),
    row("delattr", Joins(lang::not_supported), &[], Annotated),
    row("callable", Answers(lang::callable), &[], Annotated),
    row("vars", Joins(lang::not_supported), &[], Annotated),
    row("dir", Joins(lang::not_supported), &[], Annotated),
    row("globals", Joins(lang::not_supported), &[], Annotated),
    row("locals", Joins(lang::not_supported), &[], Annotated),
    row("classmethod", Joins(lang::not_supported), &[], Annotated),
    row("staticmethod", Joins(lang::not_supported), &[], Annotated),
    row("property", Joins(lang::not_supported), &[], Annotated),
    row("super", Joins(lang::not_supported), &[], Annotated),
    row("BaseException.__init__", Joins(lang::exception_init), &[], code(ExceptionInit)),
    row("object.__setattr__", Joins(lang::object_setattr), &[], code(SetAttr)),
    row("object.__new__", Joins(rlib::instantiate), &["MemoryError"], code(Instantiate)),
    // ---- Iterables and containers
    user("enumerate", Answers(iterables::enumerate), code(Enumerate)).none(ITERATED),
    user("reversed", Answers(iterables::reversed), code(Iterate)).none(NoneWords::First(&["'NoneType' object is not reversible"])),
    user("zip", Answers(iterables::zip), code(Zip)).none(NoneWords::Each(ITERABLE)),
    user("map", Answers(iterables::map), Annotated).none(SECOND_ITERATED),
    user("filter", Answers(iterables::filter), Annotated).none(SECOND_ITERATED),
    user("min", Answers(iterables::min_max), code(Extreme("ll_min", "ll_min_by"))).none(NoneWords::Alone(ITERABLE)),
    user("max", Answers(iterables::min_max), code(Extreme("ll_max", "ll_max_by"))).none(NoneWords::Alone(ITERABLE)),
    user("sorted", Answers(iterables::sorted), Annotated).none(ITERATED),
    user("iter", Answers(iterables::iter), code(Iterate)).none(ITERATED),
    user("next", Answers(iterables::next), code(Next)).none(NoneWords::First(&["'NoneType' object is not an iterator"])),
    user("list", Answers(iterables::list), code(List)).none(ITERATED),
    user("tuple", Answers(iterables::tuple), First).none(ITERATED),
    user("dict", Answers(iterables::dict), code(Dict)).none(ITERATED),
    user("collections.OrderedDict", Answers(iterables::dict), code(Dict)).none(ITERATED),
    user("OrderedDict", Answers(iterables::dict), code(Dict)).none(ITERATED),
    user("collections.defaultdict", Answers(iterables::defaultdict), code(DefaultDict)),
    user("collections.Counter", Answers(iterables::counter), code(Dict)),
    user("collections.deque", Answers(iterables::deque), code(Deque)).none(ITERATED),
    user("bytearray", Answers(iterables::bytearray), code(ByteArray)).none(ITERATED),
    user("set", Answers(iterables::set), code(NewDict)).none(ITERATED),
    user("frozenset", Answers(iterables::set), code(NewDict)).none(ITERATED),
    row("rpython_builtins.sets.is_set", Joins(iterables::is_set), &[], Annotated),
    row("rpython_builtins.dicts.is_dict", Joins(iterables::is_dict), &[], Annotated),
    user("flow_support.unpack_sequence", Answers(iterables::unpack_sequence), First),
    user("flow_support.unpack_exactly", Answers(iterables::unpack_exactly), First),
    user("flow_support.same_by_other_name", Answers(iterables::same_by_other_name), Annotated),
    user("functools.partial", Answers(iterables::partial), Annotated),
    user("operator.itemgetter", Answers(iterables::itemgetter), Annotated),
    user("operator.methodcaller", Answers(iterables::methodcaller), Annotated),
    user("flow_support.sent_value", Answers(iterables::sent_value), Annotated),
    user("flow_support.send_into", Answers(iterables::delegate), Annotated),
    user("flow_support.throw_into", Answers(iterables::delegate), Annotated),
    user("flow_support.result_of", Answers(iterables::delegate), Annotated),
    user("sum", Answers(iterables::sum), Annotated).none(ITERATED),
    library("any", "iterables.any_").none(ITERATED),
    library("all", "iterables.all_").none(ITERATED),
    library("functools.reduce", "iterables.reduce_").none(SECOND_ITERATED),
    library("reduce", "iterables.reduce_"),
    // ---- Module itertools
    library("_host.count", "itertools_.count"),
    library("itertools.chain.from_iterable", "itertools_.chain_from_iterable"),
    library("itertools.pairwise", "itertools_.pairwise"),
    user("itertools.chain", Answers(itertools::chain), Annotated),
    user("itertools.islice", Answers(itertools::islice), Annotated),
    user("itertools.product", Answers(itertools::product), Annotated),
    user("itertools.combinations", Answers(itertools::choose), Annotated),
    user("itertools.combinations_with_replacement", Answers(itertools::choose), Annotated),
    user("itertools.permutations", Answers(itertools::choose), Annotated),
    user("itertools.groupby", Answers(itertools::groupby), Annotated),
    user("itertools.zip_longest", Answers(itertools::zip_longest), Annotated),
    user("itertools.accumulate", Answers(itertools::accumulate), Annotated),
    user("itertools.tee", Answers(itertools::tee), Annotated),
    user("itertools.repeat", Answers(itertools::repeat), Annotated),
    // ---- The library of RPython
    // -- rarithmetic
    row(lib!("rarithmetic", "intmask"), Joins(rlib::intmask), &[], code(MachineInt)),
    row(lib!("rarithmetic", "longlongmask"), Joins(rlib::intmask), &[], code(MachineInt)),
    row(lib!("rarithmetic", "widen"), Joins(rlib::widen), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_uint"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_ulonglong"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_uint64"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_longlong"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_int64"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_int"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_int32"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_uint32"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_int16"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_uint16"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_int8"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_uint8"), Joins(rlib::int_type), &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_singlefloat"), Joins(rlib::single_float), &[], Op(LlOp::CastFloatToSingle)).types("f>g"),
    row(lib!("rarithmetic", "ovfcheck"), Joins(rlib::ovfcheck), &["OverflowError"], Annotated),
    sig(lib!("rarithmetic", "ovfcheck_float_to_int"), "f>i", &["OverflowError"], helper("ll_float", "ll_float2int_ovf")),
    sig(lib!("rarithmetic", "ovfcheck_float_to_longlong"), "f>i", &["OverflowError"], helper("ll_float", "ll_float2int_ovf")),
    row(lib!("rarithmetic", "is_valid_int"), Joins(rlib::always_true), &[], Annotated),
    sig(lib!("rarithmetic", "int_between"), "iii>b", &[], Op(LlOp::IntBetween)),
    sig(lib!("rarithmetic", "int_force_ge_zero"), "i>n", &[], Op(LlOp::IntForceGeZero)),
    sig(lib!("rarithmetic", "int_c_div"), "ii>i", &[], Op(LlOp::IntFloorDiv)),
    sig(lib!("rarithmetic", "int_c_mod"), "ii>i", &[], Op(LlOp::IntMod)),
    sig(lib!("rarithmetic", "uint_mul_high"), "uu>u", &[], Op(LlOp::UintMulHigh)),
    // -- objectmodel
    row(lib!("objectmodel", "we_are_translated"), Joins(rlib::always_true), &[], Annotated),
    row(lib!("objectmodel", "we_are_translated_to_c"), Joins(rlib::always_true), &[], Annotated),
    sig(lib!("objectmodel", "keepalive_until_here"), "*>0", &[], code(KeepAlive)),
    sig(lib!("objectmodel", "compute_hash"), "?>i", &[], code(ComputeHash)),
    sig(lib!("objectmodel", "compute_identity_hash"), "?>i", &[], Op(LlOp::GcIdentityHash)),
    sig(lib!("objectmodel", "compute_unique_id"), "?>i", &[], Op(LlOp::GcId)),
    sig(lib!("objectmodel", "current_object_addr_as_int"), "?>i", &[], Op(LlOp::GcId)),
    row(lib!("objectmodel", "instantiate"), Joins(rlib::instantiate), &["MemoryError"], code(Instantiate)),
    row(lib!("objectmodel", "newlist_hint"), Joins(rlib::newlist_hint), &["MemoryError"], code(NewListHint)),
    row(lib!("objectmodel", "resizelist_hint"), Joins(rlib::resizelist_hint), &["MemoryError"], NOTHING),
    sig(lib!("objectmodel", "list_get_physical_size"), "?>n", &[], code(PhysicalSize)),
    sig(lib!("objectmodel", "likely"), "b>b", &[], First),
    sig(lib!("objectmodel", "unlikely"), "b>b", &[], First),
    sig(lib!("objectmodel", "free_non_gc_object"), "?>0", &[], NOTHING),
    user(lib!("objectmodel", "r_dict"), Joins(rlib::r_dict), code(RDict)),
    user(lib!("objectmodel", "r_ordereddict"), Joins(rlib::r_dict), code(RDict)),
    sig(lib!("objectmodel", "prepare_dict_update"), "?i>0", &["MemoryError"], NOTHING),
    row(lib!("objectmodel", "reversed_dict"), Joins(rlib::reversed_dict), &[], code(DictIterator)),
    row(lib!("objectmodel", "move_to_end"), Answers(rlib::move_to_end), &["KeyError"], keyed("ll_move_to_end").or(&[Constant::Bool(true)])).types("Ok|B>0"),
    row(lib!("objectmodel", "is_annotation_constant"), Joins(rlib::is_annotation_constant), &[], Annotated),
    // -- jit
    row(lib!("jit", "promote"), Joins(rlib::same), &[], code(Promote("promote"))),
    row(lib!("jit", "promote_string"), Joins(jit::promote_text), &[], code(Promote("promote_string"))),
    row(lib!("jit", "promote_unicode"), Joins(jit::promote_text), &[], code(Promote("promote_unicode"))),
    row(lib!("jit", "hint"), Joins(jit::hint), &[], code(HintFunction)),
    row(lib!("jit", "we_are_jitted"), Joins(jit::truth), &[], code(OfJit(LlOp::WeAreJitted, Constant::Bool(false)))),
    row(lib!("jit", "isconstant"), Joins(jit::truth), &[], code(OfJit(LlOp::JitIsConstant, Constant::Bool(false)))),
    row(lib!("jit", "isvirtual"), Joins(jit::truth), &[], code(OfJit(LlOp::JitIsVirtual, Constant::Bool(false)))),
    sig(lib!("jit", "current_trace_length"), ">i", &[], code(OfJit(LlOp::JitTraceLength, Constant::Int(-1)))),
    row(lib!("jit", "jit_debug"), Joins(rlib::none), &[], code(JitDebug)),
    row(lib!("jit", "record_exact_class"), Joins(jit::record_exact_class), &[], code(RecordExactClass)),
    row(lib!("jit", "record_exact_value"), Joins(jit::record_exact_value), &[], code(RecordExactValue)),
    row(lib!("jit", "_wants_frame"), Joins(jit::wants_frame), &[], NOTHING),
    row(lib!("jit", "_wants_vref"), Joins(jit::wants_vref), &[], NOTHING),
    row(lib!("jit", "set_param"), Joins(jit::set_param), &["ValueError"], code(SetParam)),
    row(lib!("jit", "set_param_to_default"), Joins(jit::set_param), &["ValueError"], code(SetParam)),
    row(lib!("jit", "enter_portal_frame"), Joins(rlib::no_effect), &[], NOTHING),
    row(lib!("jit", "leave_portal_frame"), Joins(rlib::no_effect), &[], NOTHING),
    row(lib!("jit", "JitDriver"), Joins(rlib::import_time), &[], Annotated),
    sig(lib!("jit", "_ask_int"), "ii>i", &[], code(AskJit("ll_ask_int"))),
    sig(lib!("jit", "_ask_float"), "i>f", &[], code(AskJit("ll_ask_float"))),
    sig(lib!("jit", "_ask_text"), "i>s", &["MemoryError"], code(AskJit("ll_ask_text"))),
    // -- rstring
    row(lib!("rstring", "StringBuilder"), Joins(rlib::builder), &["MemoryError"], code(NewBuilder)),
    row(lib!("rstring", "UnicodeBuilder"), Joins(rlib::builder), &["MemoryError"], code(NewBuilder)),
    // -- debug
    sig(lib!("debug", "ll_assert"), "bs>0", &[], code(LlAssert)),
    sig(lib!("debug", "fatalerror"), "s>0", &[], code(FatalError)),
    sig(lib!("debug", "fatalerror_notb"), "s>0", &[], code(FatalError)),
    sig(lib!("debug", "debug_print"), "*>0", &[], NOTHING),
    sig(lib!("debug", "debug_flush"), ">0", &[], NOTHING),
    sig(lib!("debug", "debug_offset"), ">i", &[], Lowers::Constant(Constant::Int(0))),
    row(lib!("debug", "have_debug_prints"), Joins(rlib::always_false), &[], Annotated),
    row(lib!("debug", "have_debug_prints_for"), Joins(rlib::always_false), &[], Annotated),
    sig(lib!("debug", "attach_gdb"), ">0", &[], NOTHING),
    row(lib!("debug", "check_nonneg"), Joins(rlib::check_nonneg), &[], First),
    row(lib!("debug", "make_sure_not_resized"), Joins(rlib::make_sure_not_resized), &[], First),
    row(lib!("debug", "make_sure_not_modified"), Joins(rlib::same), &[], First),
    row(lib!("debug", "mark_dict_non_null"), Joins(rlib::same), &[], First),
    row(lib!("debug", "check_list_of_chars"), Joins(rlib::same), &[], First),
    row(lib!("debug", "check_regular_int"), Joins(rlib::same), &[], First),
    // -- gc, bits, floats
    sig(lib!("rgc", "collect"), "|i>0", &[], code(Collect)),
    sig(lib!("rgc", "_control"), "ii>i", &[], code(GcControl)),
    sig(lib!("rgc", "_run_finalizers"), ">0", &[], code(RunFinalizers)),
    row(lib!("rgc", "_note_object"), Joins(rlib::note_object), &[], code(NoteObject)),
    sig(lib!("rgc", "can_move"), "?>b", &[], Lowers::Constant(Constant::Bool(true))),
    sig(lib!("rgc", "add_memory_pressure"), "i|?>0", &[], NOTHING),
    row(lib!("nonconst", "NonConstant"), Joins(rlib::non_constant), &[], First),
    row(lib!("rerased", "erase"), Joins(rlib::erase), &[], code(Erase)),
    row(lib!("rerased", "unerase"), Joins(rlib::unerase), &[], code(Unerase)),
    row(lib!("rstack", "stack_check"), Joins(rlib::none), &[], NOTHING),
    row(lib!("rstring", "assert_str0"), Joins(rlib::same), &[], First),
    row(lib!("debug", "flush_debug"), Joins(rlib::none), &[], NOTHING),
    row(lib!("objectmodel", "fetch_translated_config"), Joins(rlib::none), &[], NOTHING),
    row(lib!("objectmodel", "next_entry"), Joins(rlib::entry_of_dict), &[], keyed("ll_next_entry")).types("Oi>i"),
    row(lib!("objectmodel", "key_of_entry"), Joins(rlib::entry_of_dict), &[], keyed("ll_key_of_entry")).types("Oi>k"),
    row(lib!("objectmodel", "value_of_entry"), Joins(rlib::entry_of_dict), &[], keyed("ll_value_of_entry")).types("Oi>v"),
    row(lib!("objectmodel", "hash_of_entry"), Joins(rlib::entry_of_dict), &[], keyed("ll_entry_hash")).types("Oi>i"),
    row(lib!("objectmodel", "contains_with_hash"), Joins(rlib::with_hash), &[], keyed("ll_contains_with_hash")).types("Oki>b"),
    row(lib!("objectmodel", "getitem_with_hash"), Joins(rlib::with_hash), &["KeyError"], keyed("ll_getitem_with_hash")).types("Oki>v"),
    row(lib!("objectmodel", "setitem_with_hash"), Joins(rlib::with_hash), &["MemoryError"], keyed("ll_setitem_with_hash")).types("Okiv>0"),
    row(lib!("objectmodel", "delitem_with_hash"), Joins(rlib::with_hash), &["KeyError"], keyed("ll_delitem_with_hash")).types("Oki>0"),
    row(lib!("objectmodel", "delitem_if_value_is"), Joins(rlib::with_hash), &[], keyed("ll_delitem_if_value_is")).types("Okv>0"),
    sig(lib!("longlong2float", "float2longlong"), "f>i", &[], Op(LlOp::FloatToBits)),
    library(lib!("longlong2float", "_single_bits"), "bits.single_bits"),
    library(lib!("longlong2float", "_bits_single"), "bits.bits_single"),
    sig(lib!("longlong2float", "longlong2float"), "i>f", &[], Op(LlOp::BitsToFloat)),
    sig(lib!("rfloat", "float_of_text"), "s>f", &["ValueError"], helper("ll_float", "ll_str2float")),
    sig(lib!("rfloat", "float_text"), "fcib>s", &["MemoryError"], code(FloatText)),
    // -- low level
    row("rpython.rtyper.lltypesystem.lltype", Joins(rlib::lowlevel), &["MemoryError"], code(LowLevel)),
    row("llop", Joins(rlib::llop), &[], code(LlOperation)),
    row("external", Joins(rlib::external), &[], code(External)),
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
