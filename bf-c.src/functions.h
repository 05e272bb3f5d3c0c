/* Functions that more than one file uses. */
#ifndef TW_FUNCTIONS_H
#define TW_FUNCTIONS_H

Signed tw_f_tw_entry(Signed , Address );
Signed tw_f_ll_uncaught(struct tw_s_BaseException *);
Signed tw_f_matching_bracket(struct tw_s_list_Signed *, Signed );
void tw_f_mainloop_portal(Signed , struct tw_s_rpy_string *, struct tw_s_list_Signed *, struct tw_s_Tape *);
void tw_f_advance(struct tw_s_Tape *);
void tw_f_inc(struct tw_s_Tape *);
void tw_f_dec(struct tw_s_Tape *);
Signed tw_f_get(struct tw_s_Tape *);
Address tw_f_jit_op_raw_malloc(Signed );
void tw_f_jit_op_copy_string_to_raw(struct tw_s_rpy_string *, Signed , Address , Signed );
void tw_f_jit_op_raw_free(Address );
Signed tw_f_ll_os_write(Signed , struct tw_s_rpy_string *);
Signed tw_f_read_byte(void);
void tw_f_set(struct tw_s_Tape *, Signed );
void tw_f_ll_setitem_slow(struct tw_s_array_Signed *, Signed , Signed , Signed );
void tw_f_jit_op_copy_raw_to_string(Address , struct tw_s_rpy_string *, Signed , Signed );
struct tw_s_rpy_string *tw_f_ll_os_read(Signed , Signed );
void tw_f_raise_oserror(void);
struct tw_s_rpy_string *tw_f_ll_str_from_raw(Address );
struct tw_s_object_vtable *tw_f_ll_oserror_class(Signed );
Signed tw_f_ll_getitem_slow(struct tw_s_array_Signed *, Signed , Signed );
void tw_f_jit_op_copy_items(struct tw_s_array_Signed *, struct tw_s_array_Signed *, Signed , Signed , Signed );
struct tw_s_array_Signed *tw_f_ll_grow__2(struct tw_s_array_Signed *, Signed , Signed );
struct tw_s_rpy_string *tw_f_jit_get_location(Signed , struct tw_s_rpy_string *, struct tw_s_list_Signed *);
Signed tw_f_malloc_fixed(Signed , Signed );
Signed tw_f_malloc_varsize(Signed , Signed , Signed , Signed , Signed );
void tw_f_collect(void);
Signed tw_f_identity_hash(Address );

#endif
