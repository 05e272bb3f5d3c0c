//! Code of the RTyper that rows name: the function of each.

use crate::base::cx::{Cx, Virtual, konst, void};
use crate::base::task::Task;
use crate::builtins::{
    casts, debug, external, inline, instances, instantiate, jit, lists, lowlevel, memory, print,
    texts,
};
use crate::repr::letters::Object;
use crate::repr::{
    attributes, bytearray, comparison, deque, dict, erased, exc, format, iter, list, numbers,
    string, truth, tuple, types, value_functions, weakref,
};
use crate::state::repr::Repr;
use crate::state::{RTyper, Res};
use annotator::lowers::Code;
use flowmodel::Const;

/// Translates an operation or a call by code of its own.
pub(crate) fn run(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task, code: Code) -> Res {
    let (op, a) = (t.op, t.args);
    match code {
        // Values of all kinds.
        Code::Is => comparison::is(rt, cx, op),
        Code::TypeOf => types::type_of(rt, cx, op),
        Code::IsSubclass => types::issubtype(rt, cx, op),
        Code::IsInstance => types::isinstance(rt, cx, op),
        Code::Truth => truth::truth(rt, cx, op),
        Code::Hash => value_functions::hash(rt, cx, op),
        Code::Attribute => attributes::getattr(rt, cx, op),
        Code::SetAttribute => attributes::setattr(rt, cx, op),
        Code::Hint => jit::hint_op(rt, cx, op),
        Code::Copy => copy(rt, cx, t),
        Code::Iterate => iter::iter(rt, cx, op, &a[0]),
        Code::Next => iter::next(rt, cx, t),
        Code::Enumerate => iter::enumerate(rt, cx, op, a, t.keyword("start")),
        Code::Zip => iter::zip(rt, cx, op, a),
        Code::Extreme(numbers, by_order) => comparison::extreme(rt, cx, op, a, [numbers, by_order]),

        // Numbers.
        Code::Int => casts::int(rt, cx, op, a),
        Code::Float => casts::float(rt, cx, op, a),
        Code::InBase(base, letter) => numbers::in_base(rt, cx, op, base, letter),
        Code::IsNan => numbers::is_nan(rt, cx, op, &a[0]),
        Code::MachineInt => casts::machine_int(rt, cx, op, &a[0]),

        // Texts.
        Code::Text => format::text(rt, cx, op),
        Code::Bytes => texts::bytes(rt, cx, op, &a[0]),
        Code::Unicode => texts::unicode(rt, cx, op, &a[0]),
        Code::DefaultText => texts::default_text(rt, cx, op, &a[0]),
        Code::ExceptionText => texts::of_exception(rt, cx, op, &a[0], "ll_exc_str"),
        Code::ExceptionRepr => {
            let helper = exc::repr_helper(rt);
            texts::of_exception(rt, cx, op, &a[0], helper)
        }
        Code::FloatText => texts::of_float(rt, cx, op, a),
        Code::TextItem => string::getitem(rt, cx, op),
        Code::AddTexts => string::add(rt, cx, op),
        Code::RepeatText => string::mul(rt, cx, op),
        Code::Split(_) | Code::SplitLines | Code::Join | Code::Codec => of_text(rt, cx, t, code),
        Code::NewBuilder => string::new_builder(rt, cx, op, a),
        Code::PrintItem => print::item(rt, cx, op, &a[0]),
        Code::Print => print::call(rt, cx, op, a, t.keywords),

        // Lists, tuples, deques, bytearrays.
        Code::Slice => {
            let parts = [a[0].clone(), a[1].clone(), a[2].clone()];
            cx.virtuals.insert(op.result, Virtual::Slice(parts));
            cx.map.insert(op.result, void());
            Ok(())
        }
        Code::NewList => list::newlist(rt, cx, op),
        Code::List => lists::list(rt, cx, op, a),
        Code::Range => list::range(rt, cx, op, a),
        Code::ListLength => list::length(rt, cx, op),
        Code::ListItem => list::getitem(rt, cx, op),
        Code::SetListItem => list::setitem(rt, cx, op),
        Code::DeleteListItem => list::delitem(rt, cx, op),
        Code::ListContains => list::contains(rt, cx, op),
        Code::AddLists => list::add(rt, cx, op),
        Code::RepeatList => list::mul(rt, cx, op),
        Code::NewListHint => lists::newlist_hint(rt, cx, op, a.first().or(t.keyword("sizehint"))),
        Code::PhysicalSize => lists::physical_size(rt, cx, op, &a[0]),
        Code::NewTuple => tuple::newtuple(rt, cx, op),
        Code::TupleItem => tuple::getitem(rt, cx, op),
        Code::TupleContains => comparison::tuple_contains(rt, cx, op),
        Code::AddTuples => tuple::add(rt, cx, op),
        Code::Deque => deque::builtin(rt, cx, op, t.keyword("maxlen").or(a.get(1))),
        Code::EmptyDeque => deque::empty_like(rt, cx, t),
        Code::ByteArray => bytearray::builtin(rt, cx, op, a),
        Code::ByteSlice => bytearray::getslice(rt, cx, op),
        Code::SetByteItem => bytearray::setitem(rt, cx, op),
        Code::DeleteByteSlice => bytearray::delslice(rt, cx, op),
        Code::AddBytes => bytearray::add(rt, cx, op),

        // Dicts and sets.
        Code::NewDict => dict::newdict(rt, cx, op),
        Code::Dict => dict::builtin(rt, cx, op, a.first(), t.keywords),
        Code::DefaultDict => dict::builtin(rt, cx, op, None, t.keywords),
        Code::RDict => dict::r_dict(rt, cx, op, a),
        Code::UpdateDict => dict::update(rt, cx, t),
        Code::DictItems => dict::to_list(rt, cx, t),
        Code::DictIterator => iter::over_dict(rt, cx, t),
        Code::PopDictItem => dict::popitem(rt, cx, t),

        // Objects and exceptions.
        Code::Object => instances::new_object(rt, cx, op),
        Code::SetAttr => instances::set_attribute(rt, cx, op, a),
        Code::Instantiate => instantiate::call(rt, cx, op, &a[0]),
        Code::Weakref => weakref::make(rt, cx, op),
        Code::ExceptionInit => instances::init_exception(rt, cx, op, a),
        Code::ExceptionArgsLength => exc::args_length(rt, cx, op),
        Code::ExceptionArgsTruth => exc::args_truth(rt, cx, op),
        Code::ExceptionArg => exc::arg(rt, cx, op),
        Code::ComputeHash => memory::compute_hash(rt, cx, op, &a[0]),
        Code::Erase => erased::erase(rt, cx, op, &a[0]),
        Code::Unerase => erased::unerase(rt, cx, op, &a[0]),

        // The collector.
        Code::KeepAlive => memory::keep_alive(rt, cx, op, a),
        Code::Collect => memory::collect(rt, cx, op, a.first()),
        Code::GcControl => memory::gc_control(rt, cx, op, a),
        Code::RunFinalizers => memory::run_finalizers(rt, cx, op),
        Code::NoteObject => memory::note_object(rt, cx, op, a),

        // The JIT, and debugging.
        Code::Promote(kind) => jit::promote(rt, cx, op, kind, &a[0]),
        Code::HintFunction => jit::builtin_hint(rt, cx, op, &a[0], t.keywords),
        Code::OfJit(ll, without) => jit::of_jit(rt, cx, op, ll, without, a),
        Code::JitDebug => jit::debug(rt, cx, op, a),
        Code::RecordExactClass => jit::record_exact_class(rt, cx, op, a),
        Code::RecordExactValue => jit::record_exact_value(rt, cx, op, a),
        Code::SetParam => jit::set_param(rt, cx, op, &a[..2], a.get(2)),
        Code::AskJit(helper) => jit::ask(rt, cx, op, helper, a),
        Code::LlAssert => debug::ll_assert(rt, cx, op, a),
        Code::FatalError => debug::fatal_error(rt, cx, op, &a[0]),

        // Low-level types and C.
        Code::PointerField => lowlevel::field(rt, cx, op),
        Code::SetPointerField => lowlevel::set_field(rt, cx, op),
        Code::PointerItem => lowlevel::item(rt, cx, op),
        Code::SetPointerItem => lowlevel::set_item(rt, cx, op),
        Code::PointerLength => lowlevel::length(rt, cx, op),
        Code::PartField => inline::part_field(rt, cx, op),
        Code::PartItem => inline::part_item(rt, cx, op),
        Code::SetPartItem => inline::set_part_item(rt, cx, op),
        Code::LowLevelType => lowlevel::of_type(rt, cx, op),
        Code::LowLevel => lowlevel::of_module(rt, cx, op, t.name),
        Code::LlOperation => lowlevel::llop(rt, cx, op),
        Code::External => external::call(rt, cx, op),
    }
}

/// A copy of a container.
fn copy(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task) -> Res {
    let (this, r) = t.object(rt, cx)?;
    match rt.repr(r) {
        Repr::List(_) => list::copy(rt, cx, t.op, this, r),
        Repr::ByteArray => bytearray::copy(rt, cx, t.op, this),
        _ => {
            let info = dict::dict_of(rt, r)?;
            let v = dict::copy(rt, cx, info, this)?;
            rt.set_result(cx, t.op, v, r)
        }
    }
}

/// Methods of texts, which see a character as a string.
fn of_text(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task, code: Code) -> Res {
    let (op, a) = (t.op, t.args);
    let this = t.object(rt, cx)?;
    let Object { value: s, texts, .. } = Object::new(rt, cx, this)?;
    match code {
        Code::Split(by_separator) => string::split(rt, cx, op, (s, texts), a, by_separator),
        Code::Join => string::join(rt, cx, op, (s, texts), &a[0]),
        Code::Codec if t.name == "decode" => string::codec(rt, cx, op, s, a, t.name, Repr::Unicode),
        Code::Codec => string::codec(rt, cx, op, s, a, t.name, Repr::Str),
        _ => {
            let keep = match a.first() {
                Some(a) => truth::of(rt, cx, a)?,
                None => konst(Const::Bool(false)),
            };
            let n = rt.helper_call(cx, "ll_str", "ll_splitlines_count", vec![s])?;
            string::string_list(rt, cx, op, n, "ll_splitlines", vec![s, keep], vec![])
        }
    }
}
