"""Numbers of the operations of traces, for hooks that tell them apart.

An operation of a hook's list has `getopnum()`, one of `rop`. Operations that have a kind of result at the end of their names
here (`CALL_I`) are told by these names in the texts, too.
"""

_NAMES = '''
label jump finish debug_merge_point enter_portal_frame leave_portal_frame jit_debug keepalive increment_debug_counter
guard_true guard_false guard_value guard_class guard_nonnull guard_isnull guard_nonnull_class guard_subclass
guard_gc_type guard_is_object guard_no_exception guard_exception guard_no_overflow guard_overflow guard_not_forced
guard_not_forced_2 guard_not_invalidated guard_future_condition guard_always_fails
int_add int_sub int_mul int_floordiv int_mod int_and int_or int_xor int_lshift int_rshift uint_rshift int_neg int_invert
int_lt int_le int_eq int_ne int_gt int_ge uint_lt uint_le uint_gt uint_ge int_is_zero int_is_true int_force_ge_zero
int_signext uint_mul_high int_add_ovf int_sub_ovf int_mul_ovf same_as_i same_as_r same_as_f
float_add float_sub float_mul float_truediv float_neg float_abs float_lt float_le float_eq float_ne float_gt float_ge
cast_int_to_float cast_float_to_int cast_float_to_singlefloat cast_singlefloat_to_float
convert_float_bytes_to_longlong convert_longlong_bytes_to_float
ptr_eq ptr_ne instance_ptr_eq instance_ptr_ne nursery_ptr_increment cast_ptr_to_int cast_int_to_ptr
new new_with_vtable new_array new_array_clear newstr newunicode force_token virtual_ref virtual_ref_finish
arraylen_gc strlen unicodelen strhash unicodehash strgetitem unicodegetitem strsetitem unicodesetitem copystrcontent
copyunicodecontent getfield_gc_i getfield_gc_r getfield_gc_f getfield_raw_i getfield_raw_r getfield_raw_f setfield_gc setfield_raw
getarrayitem_gc_i getarrayitem_gc_r getarrayitem_gc_f getarrayitem_gc_pure_i getarrayitem_gc_pure_r
getarrayitem_gc_pure_f getarrayitem_raw_i getarrayitem_raw_f setarrayitem_gc setarrayitem_raw
getinteriorfield_gc_i getinteriorfield_gc_r getinteriorfield_gc_f setinteriorfield_gc raw_load_i raw_load_f raw_store
call_i call_r call_f call_n call_pure_i call_pure_r call_pure_f call_pure_n call_may_force_i call_may_force_r
call_may_force_f call_may_force_n call_assembler_i call_assembler_r call_assembler_f call_assembler_n
call_loopinvariant_i call_loopinvariant_r call_loopinvariant_f call_loopinvariant_n call_release_gil_i
call_release_gil_f call_release_gil_n cond_call cond_call_value_i cond_call_value_r
save_exception save_exc_class restore_exception quasiimmut_field record_exact_class assert_not_none
'''.split()


class rop(object):
    """A number for each name, in capitals."""


opname = {}
for _number, _name in enumerate(_NAMES):
    setattr(rop, _name.upper(), _number)
    opname[_number] = _name.upper()
_NUMBERS = dict([(_name, _number) for _number, _name in enumerate(_NAMES)])


def number_of(name):
    """The number of an operation, by its name in a trace; -1: it is none of RPython's."""
    return _NUMBERS.get(name, -1)
