//! The table of built-in functions: of the language, its modules, and rlib.
//!
//! A row is keyed by the registry name of the host object (`len`, `os.read`, `rpython.rlib.jit.promote`). It says what types
//! a call takes and gives, what it can raise, and what becomes of it. Annotator and RTyper both read it.

use super::{Handler, by_library, by_signature, iterables, itertools, jit, lang, rlib};
use crate::ops::lowers::*;
use Code::*;
use Lowers::{Annotated, First, Op, Operation};
use flowmodel::{HlOp, LlOp};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A row of the table.
pub struct Builtin {
    /// Registry name.
    pub name: &'static str,
    /// Annotates a call.
    pub(crate) handler: Handler,
    /// Types of the parameters and of the result. With any number of parameters, the handler decides.
    pub types: Signature,
    /// Built-in exceptions that it can raise; `None`: anything.
    pub throws: Option<&'static [&'static str]>,
    /// Says what the RTyper makes of a call.
    pub lowers: Lowers,
}

/// A function with fixed types.
const fn sig(
    name: &'static str,
    types: &'static str,
    throws: &'static [&'static str],
    lowers: Lowers,
) -> Builtin {
    let types = Signature::of(types);
    Builtin { name, handler: by_signature, types, throws: Some(throws), lowers }
}
/// A function with a handler.
const fn row(
    name: &'static str,
    handler: Handler,
    throws: &'static [&'static str],
    lowers: Lowers,
) -> Builtin {
    Builtin { name, handler, types: ANYTHING, throws: Some(throws), lowers }
}
/// A function written in the language.
const fn library(name: &'static str, function: &'static str) -> Builtin {
    user(name, by_library, Lowers::Library(function))
}
/// A function with a handler that may call user code.
const fn user(name: &'static str, handler: Handler, lowers: Lowers) -> Builtin {
    Builtin { name, handler, types: ANYTHING, throws: None, lowers }
}

impl Builtin {
    /// The types of the operands and of the result where the handler leaves a call to what the row says.
    const fn types(self, types: &'static str) -> Builtin {
        Builtin { types: Signature::of(types), ..self }
    }
}

const ANYTHING: Signature = Signature::of("*>?");
/// The call has no effect, and gives None.
const NOTHING: Lowers = Lowers::Constant(Constant::None);

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
    sig("os.open", "sn|i>n", PATH, helper("ll_os", "ll_os_open").or(&[Constant::Int(0o777)])),
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
    sig("os.mkdir", "s|i>0", PATH, helper("ll_os", "ll_os_mkdir").or(&[Constant::Int(0o777)])),
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
    sig("math.isnan", "f>b", &[], code(IsNan)),
    sig("math.isinf", "f>b", &[], helper("ll_math", "ll_isinf")),
    sig("math.copysign", "ff>f", &[], helper("ll_math", "ll_copysign")),
    sig("math.degrees", "f>f", &[], helper("ll_math", "ll_degrees")),
    sig("math.radians", "f>f", &[], helper("ll_math", "ll_radians")),
    // -- output
    user("print_item", lang::print_item, code(PrintItem)),
    user("print_item_to", lang::print_part_to, Annotated),
    user("print_newline_to", lang::print_part_to, Annotated),
    sig("print_newline", ">0", OS, helper("ll_print", "ll_print_newline")),
    // ---- The language
    row("len", lang::len, &[], Operation(HlOp::Len)),
    row("range", lang::range, &["ValueError", "MemoryError"], code(Range)),
    row("xrange", lang::range, &["ValueError", "MemoryError"], code(Range)),
    row("bool", lang::bool_, &[], Operation(HlOp::Bool)),
    row("int", lang::int, &["ValueError"], code(Int)),
    row("long", lang::int, &["ValueError"], code(Int)),
    row("float", lang::float, &["ValueError"], code(Float)),
    row("str", lang::str_, &["MemoryError"], Operation(HlOp::Str)),
    row("bytes", lang::str_, &["MemoryError"], code(Bytes)),
    row("unicode", lang::unicode, &["UnicodeDecodeError"], code(Unicode)),
    row("chr", lang::chr, &["ValueError"], helper("ll_int", "ll_chr")).types("i>c"),
    row("unichr", lang::unichr, &["ValueError"], helper("ll_int", "ll_unichr")).types("i>w"),
    row("ord", lang::ord, &[], Operation(HlOp::Ord)),
    row("hex", lang::number_text, &["MemoryError"], Operation(HlOp::Hex)),
    row("oct", lang::number_text, &["MemoryError"], Operation(HlOp::Oct)),
    row("bin", lang::number_text, &["MemoryError"], Operation(HlOp::Bin)),
    row("repr", lang::str_, &["MemoryError"], Operation(HlOp::Repr)),
    row("abs", lang::abs, &[], Operation(HlOp::Abs)),
    row("hasattr", lang::hasattr, &[], Annotated),
    row("getattr", lang::getattr, &[], Operation(HlOp::GetAttr)),
    row("isinstance", lang::isinstance, &[], Operation(HlOp::IsInstance)),
    row("issubclass", lang::issubclass, &[], Operation(HlOp::IsSubtype)),
    row("type", lang::type_, &[], Operation(HlOp::Type)),
    row("hash", lang::hash, &[], Operation(HlOp::Hash)),
    row("rpython_builtins.python3.as_bytes", lang::as_string, &[], code(AsStr)),
    row("rpython_builtins.python3.as_text", lang::as_string, &[], code(AsStr)),
    sig("rpython_builtins.objects.default_text", "?>s", &["MemoryError"], code(DefaultText)),
    sig("rpython_builtins.objects.exception_text", "?>s", &["MemoryError"], code(ExceptionText)),
    sig("rpython_builtins.objects.exception_repr_text", "?>s", &["MemoryError"], code(ExceptionRepr)),
    row("id", lang::id, &[], Operation(HlOp::Id)),
    row("object", lang::object, &["MemoryError"], code(Object)),
    row("print", lang::print, &["OSError"], code(Print)),
    row("weakref.ref", lang::weakref, &[], code(Weakref)),
    row("_weakref.ref", lang::weakref, &[], code(Weakref)),
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
    row("BaseException.__init__", lang::exception_init, &[], code(ExceptionInit)),
    row("object.__setattr__", lang::object_setattr, &[], code(SetAttr)),
    row("object.__new__", rlib::instantiate, &["MemoryError"], code(Instantiate)),
    // ---- Iterables and containers
    user("enumerate", iterables::enumerate, code(Enumerate)),
    user("reversed", iterables::reversed, code(Iterate)),
    user("zip", iterables::zip, code(Zip)),
    user("map", iterables::map, Annotated),
    user("filter", iterables::filter, Annotated),
    user("min", iterables::min_max, code(Extreme("ll_min", "ll_min_by"))),
    user("max", iterables::min_max, code(Extreme("ll_max", "ll_max_by"))),
    user("sorted", iterables::sorted, Annotated),
    user("iter", iterables::iter, code(Iterate)),
    user("next", iterables::next, code(Next)),
    user("list", iterables::list, code(List)),
    user("tuple", iterables::tuple, First),
    user("dict", iterables::dict, code(Dict)),
    user("collections.OrderedDict", iterables::dict, code(Dict)),
    user("OrderedDict", iterables::dict, code(Dict)),
    user("collections.defaultdict", iterables::defaultdict, code(DefaultDict)),
    user("collections.Counter", iterables::counter, code(Dict)),
    user("collections.deque", iterables::deque, code(Deque)),
    user("bytearray", iterables::bytearray, code(ByteArray)),
    user("set", iterables::set, code(NewDict)),
    user("frozenset", iterables::set, code(NewDict)),
    row("rpython_builtins.sets.is_set", iterables::is_set, &[], Annotated),
    row("rpython_builtins.dicts.is_dict", iterables::is_dict, &[], Annotated),
    user("flow_support.unpack_sequence", iterables::unpack_sequence, First),
    user("flow_support.unpack_exactly", iterables::unpack_exactly, First),
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
    row(lib!("rarithmetic", "intmask"), rlib::intmask, &[], code(MachineInt)),
    row(lib!("rarithmetic", "longlongmask"), rlib::intmask, &[], code(MachineInt)),
    row(lib!("rarithmetic", "widen"), rlib::widen, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_uint"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_ulonglong"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_uint64"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_longlong"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_int64"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_int"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_int32"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_uint32"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_int16"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_uint16"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_int8"), rlib::int_type, &[], code(MachineInt)),
    row(lib!("rarithmetic", "r_uint8"), rlib::int_type, &[], code(MachineInt)),
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
    sig(lib!("objectmodel", "keepalive_until_here"), "*>0", &[], code(KeepAlive)),
    sig(lib!("objectmodel", "compute_hash"), "?>i", &[], code(ComputeHash)),
    sig(lib!("objectmodel", "compute_identity_hash"), "?>i", &[], Op(LlOp::GcIdentityHash)),
    sig(lib!("objectmodel", "compute_unique_id"), "?>i", &[], Op(LlOp::GcId)),
    sig(lib!("objectmodel", "current_object_addr_as_int"), "?>i", &[], Op(LlOp::GcId)),
    row(lib!("objectmodel", "instantiate"), rlib::instantiate, &["MemoryError"], code(Instantiate)),
    row(lib!("objectmodel", "newlist_hint"), rlib::newlist_hint, &["MemoryError"], code(NewListHint)),
    row(lib!("objectmodel", "resizelist_hint"), rlib::resizelist_hint, &["MemoryError"], NOTHING),
    sig(lib!("objectmodel", "list_get_physical_size"), "?>n", &[], code(PhysicalSize)),
    sig(lib!("objectmodel", "likely"), "b>b", &[], First),
    sig(lib!("objectmodel", "unlikely"), "b>b", &[], First),
    sig(lib!("objectmodel", "free_non_gc_object"), "?>0", &[], NOTHING),
    user(lib!("objectmodel", "r_dict"), rlib::r_dict, code(RDict)),
    user(lib!("objectmodel", "r_ordereddict"), rlib::r_dict, code(RDict)),
    sig(lib!("objectmodel", "prepare_dict_update"), "?i>0", &["MemoryError"], NOTHING),
    row(lib!("objectmodel", "reversed_dict"), rlib::reversed_dict, &[], code(DictIterator)),
    row(lib!("objectmodel", "move_to_end"), rlib::move_to_end, &["KeyError"], keyed("ll_move_to_end").or(&[Constant::Bool(true)])).types("Ok|B>0"),
    row(lib!("objectmodel", "is_annotation_constant"), rlib::is_annotation_constant, &[], Annotated),
    // -- jit
    row(lib!("jit", "promote"), rlib::same, &[], code(Promote("promote"))),
    row(lib!("jit", "promote_string"), jit::promote_text, &[], code(Promote("promote_string"))),
    row(lib!("jit", "promote_unicode"), jit::promote_text, &[], code(Promote("promote_unicode"))),
    row(lib!("jit", "hint"), jit::hint, &[], code(HintFunction)),
    row(lib!("jit", "we_are_jitted"), jit::truth, &[], code(OfJit(LlOp::WeAreJitted, Constant::Bool(false)))),
    row(lib!("jit", "isconstant"), jit::truth, &[], code(OfJit(LlOp::JitIsConstant, Constant::Bool(false)))),
    row(lib!("jit", "isvirtual"), jit::truth, &[], code(OfJit(LlOp::JitIsVirtual, Constant::Bool(false)))),
    sig(lib!("jit", "current_trace_length"), ">i", &[], code(OfJit(LlOp::JitTraceLength, Constant::Int(-1)))),
    row(lib!("jit", "jit_debug"), rlib::none, &[], code(JitDebug)),
    row(lib!("jit", "record_exact_class"), jit::record_exact_class, &[], code(RecordExactClass)),
    row(lib!("jit", "record_exact_value"), jit::record_exact_value, &[], code(RecordExactValue)),
    row(lib!("jit", "record_known_result"), rlib::no_effect, &[], NOTHING),
    row(lib!("jit", "set_param"), jit::set_param, &["ValueError"], code(SetParam)),
    row(lib!("jit", "set_param_to_default"), jit::set_param, &["ValueError"], code(SetParam)),
    row(lib!("jit", "enter_portal_frame"), rlib::no_effect, &[], NOTHING),
    row(lib!("jit", "leave_portal_frame"), rlib::no_effect, &[], NOTHING),
    row(lib!("jit", "JitDriver"), rlib::import_time, &[], Annotated),
    sig(lib!("jit", "_ask_int"), "ii>i", &[], code(AskJit("ll_ask_int"))),
    sig(lib!("jit", "_ask_float"), "i>f", &[], code(AskJit("ll_ask_float"))),
    sig(lib!("jit", "_ask_text"), "i>s", &["MemoryError"], code(AskJit("ll_ask_text"))),
    // -- rstring
    row(lib!("rstring", "StringBuilder"), rlib::builder, &["MemoryError"], code(NewBuilder)),
    row(lib!("rstring", "UnicodeBuilder"), rlib::builder, &["MemoryError"], code(NewBuilder)),
    // -- debug
    sig(lib!("debug", "ll_assert"), "bs>0", &[], code(LlAssert)),
    sig(lib!("debug", "fatalerror"), "s>0", &[], code(FatalError)),
    sig(lib!("debug", "fatalerror_notb"), "s>0", &[], code(FatalError)),
    sig(lib!("debug", "debug_print"), "*>0", &[], NOTHING),
    sig(lib!("debug", "debug_flush"), ">0", &[], NOTHING),
    sig(lib!("debug", "debug_offset"), ">i", &[], Lowers::Constant(Constant::Int(0))),
    row(lib!("debug", "have_debug_prints"), rlib::always_false, &[], Annotated),
    row(lib!("debug", "have_debug_prints_for"), rlib::always_false, &[], Annotated),
    sig(lib!("debug", "attach_gdb"), ">0", &[], NOTHING),
    row(lib!("debug", "check_nonneg"), rlib::check_nonneg, &[], First),
    row(lib!("debug", "make_sure_not_resized"), rlib::make_sure_not_resized, &[], First),
    row(lib!("debug", "make_sure_not_modified"), rlib::same, &[], First),
    row(lib!("debug", "mark_dict_non_null"), rlib::same, &[], First),
    row(lib!("debug", "check_list_of_chars"), rlib::same, &[], First),
    row(lib!("debug", "check_regular_int"), rlib::same, &[], First),
    // -- gc, bits, floats
    sig(lib!("rgc", "collect"), "|i>0", &[], code(Collect)),
    sig(lib!("rgc", "_control"), "ii>i", &[], code(GcControl)),
    sig(lib!("rgc", "_run_finalizers"), ">0", &[], code(RunFinalizers)),
    row(lib!("rgc", "_note_object"), rlib::note_object, &[], code(NoteObject)),
    sig(lib!("rgc", "can_move"), "?>b", &[], Lowers::Constant(Constant::Bool(true))),
    sig(lib!("rgc", "add_memory_pressure"), "i|?>0", &[], NOTHING),
    row(lib!("nonconst", "NonConstant"), rlib::non_constant, &[], First),
    row(lib!("rerased", "erase"), rlib::erase, &[], code(Erase)),
    row(lib!("rerased", "unerase"), rlib::unerase, &[], code(Unerase)),
    row(lib!("rstack", "stack_check"), rlib::none, &[], NOTHING),
    row(lib!("rstring", "assert_str0"), rlib::same, &[], First),
    row(lib!("debug", "flush_debug"), rlib::none, &[], NOTHING),
    row(lib!("objectmodel", "fetch_translated_config"), rlib::none, &[], NOTHING),
    row(lib!("objectmodel", "next_entry"), rlib::entry_of_dict, &[], keyed("ll_next_entry")).types("Oi>i"),
    row(lib!("objectmodel", "key_of_entry"), rlib::entry_of_dict, &[], keyed("ll_key_of_entry")).types("Oi>k"),
    row(lib!("objectmodel", "value_of_entry"), rlib::entry_of_dict, &[], keyed("ll_value_of_entry")).types("Oi>v"),
    row(lib!("objectmodel", "hash_of_entry"), rlib::entry_of_dict, &[], keyed("ll_entry_hash")).types("Oi>i"),
    row(lib!("objectmodel", "contains_with_hash"), rlib::with_hash, &[], keyed("ll_contains_with_hash")).types("Oki>b"),
    row(lib!("objectmodel", "getitem_with_hash"), rlib::with_hash, &["KeyError"], keyed("ll_getitem_with_hash")).types("Oki>v"),
    row(lib!("objectmodel", "setitem_with_hash"), rlib::with_hash, &["MemoryError"], keyed("ll_setitem_with_hash")).types("Okiv>0"),
    row(lib!("objectmodel", "delitem_with_hash"), rlib::with_hash, &["KeyError"], keyed("ll_delitem_with_hash")).types("Oki>0"),
    row(lib!("objectmodel", "delitem_if_value_is"), rlib::with_hash, &[], keyed("ll_delitem_if_value_is")).types("Okv>0"),
    sig(lib!("longlong2float", "float2longlong"), "f>i", &[], Op(LlOp::FloatToBits)),
    library(lib!("longlong2float", "_single_bits"), "bits.single_bits"),
    library(lib!("longlong2float", "_bits_single"), "bits.bits_single"),
    sig(lib!("longlong2float", "longlong2float"), "i>f", &[], Op(LlOp::BitsToFloat)),
    sig(lib!("rfloat", "float_of_text"), "s>f", &["ValueError"], helper("ll_float", "ll_str2float")),
    sig(lib!("rfloat", "float_text"), "fcib>s", &["MemoryError"], code(FloatText)),
    // -- low level
    row("rpython.rtyper.lltypesystem.lltype", rlib::lowlevel, &["MemoryError"], code(LowLevel)),
    row("llop", rlib::llop, &[], code(LlOperation)),
    row("external", rlib::external, &[], code(External)),
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
