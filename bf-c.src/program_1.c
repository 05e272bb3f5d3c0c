#include "common.h"
#include "functions.h"

static Signed tw_f_entry_point_wrapper(Signed , Address );
static __attribute__((noinline)) struct tw_s_array_rpy_string *tw_f_ll_grow(struct tw_s_array_rpy_string *, Signed , Signed );
static __attribute__((noinline)) struct tw_s_array_Char *tw_f_ll_grow__1(struct tw_s_array_Char *, Signed , Signed );
static struct tw_s_rpy_string *tw_f_message(struct tw_s_BaseException *, bool_t );
static __attribute__((noinline)) struct tw_s_rpy_string *tw_f_ll_strconcat(struct tw_s_rpy_string *, struct tw_s_rpy_string *);
static void tw_f_ll_write_all(Signed , struct tw_s_rpy_string *);
static struct tw_s_rpy_string *tw_f_ll_strslice(struct tw_s_rpy_string *, Signed , Signed );
static struct tw_s_rpy_string *tw_f_ll_strslice_startonly(struct tw_s_rpy_string *, Signed );
static struct tw_s_rpy_string *tw_f_percent__3(struct tw_s_tuple3 *);
static __attribute__((noinline)) Signed tw_f_make_room(Signed );
static bool_t tw_f_collect_for(Signed );
static Signed tw_f_entry_point(struct tw_s_array_rpy_string *);
static __attribute__((noinline)) Signed tw_f_ll_bad_shift(Signed , Signed );
static struct tw_s_rpy_string *tw_f_ll_strrepr(struct tw_s_rpy_string *);
static struct tw_s_rpy_string *tw_f_ll_uint2str_base(Unsigned , Signed , Signed );
static struct tw_s_tuple2_3 *tw_f_packed_argument(struct tw_s_rpy_string *, Signed );
static struct tw_s_rpy_string *tw_f_ll_format_float(double , Signed , Signed );
static struct tw_s_rpy_string *tw_f_ll_int2dec(Signed );
static Address tw_f_raw_copy(struct tw_s_rpy_string *);
static struct tw_s_rpy_string *tw_f_ll_join(struct tw_s_rpy_string *, struct tw_s_array_rpy_string *, Signed );
static bool_t tw_f_copy_to_space(Signed );
static __attribute__((noinline)) struct tw_s_BaseException *tw_f_copy__2(struct tw_s_BaseException *, struct tw_s_TypeError *);
static __attribute__((noinline)) struct tw_s_BaseException *tw_f_copy__1(struct tw_s_BaseException *, struct tw_s_AttributeError *);
static __attribute__((noinline)) struct tw_s_BaseException *tw_f_copy(struct tw_s_BaseException *, struct tw_s_KeyError *);
static struct tw_s_rpy_string *tw_f_pack__1(struct tw_s_rpy_string *, Char , struct tw_s_rpy_string *);
static __attribute__((noinline)) Signed tw_f_escape_letter(Signed , Signed );
static __attribute__((noinline)) Char tw_f_ll_stritem_slow(struct tw_s_rpy_string *, Signed );
static __attribute__((noinline)) struct tw_s_rpy_string *tw_f_ll_with_zeros(struct tw_s_rpy_string *, Signed , Signed );
static __attribute__((noinline)) void tw_f_none_joined(Signed );
static __attribute__((noinline)) void tw_f_too_long(struct tw_s_rpy_string *);
static __attribute__((noinline)) void tw_f_move_range(Signed , Signed , Signed );
static __attribute__((noinline)) Signed tw_f_move_all(Signed );
static __attribute__((noinline)) Signed tw_f_move(Signed );

static const struct tw_loc tw_locs[60];
static const struct tw_loc tw_locs[60] = {
    {"get_location", "targets/bf.rpy", "return \"%s_%s_%s\" % (program[:pc], program[pc], program[pc + 1:])", 17, NULL},
    {"", NULL, "", 0, NULL},
    {"matching_bracket", "targets/bf.rpy", "return bracket_map[pc]", 27, NULL},
    {"mainloop", "targets/bf.rpy", "def mainloop(program, bracket_map):", 63, NULL},
    {"mainloop", "targets/bf.rpy", "command = program[pc]", 68, NULL},
    {"mainloop", "targets/bf.rpy", "if tape.get() != 0:", 85, NULL},
    {"get", "targets/bf.rpy", "return self.cells[self.position]", 36, &tw_locs[5]},
    {"mainloop", "targets/bf.rpy", "pc = matching_bracket(bracket_map, pc) + 1", 86, NULL},
    {"matching_bracket", "targets/bf.rpy", "return bracket_map[pc]", 27, &tw_locs[7]},
    {"mainloop", "targets/bf.rpy", "if tape.get() == 0:", 82, NULL},
    {"get", "targets/bf.rpy", "return self.cells[self.position]", 36, &tw_locs[9]},
    {"mainloop", "targets/bf.rpy", "pc = matching_bracket(bracket_map, pc)", 83, NULL},
    {"matching_bracket", "targets/bf.rpy", "return bracket_map[pc]", 27, &tw_locs[11]},
    {"mainloop", "targets/bf.rpy", "tape.set(read_byte())", 80, NULL},
    {"read_byte", "targets/bf.rpy", "text = os.read(0, 1)", 57, &tw_locs[13]},
    {"read_byte", "targets/bf.rpy", "return ord(text[0])", 60, &tw_locs[13]},
    {"set", "targets/bf.rpy", "self.cells[self.position] = value", 39, &tw_locs[13]},
    {"mainloop", "targets/bf.rpy", "os.write(1, chr(tape.get() & 255))", 78, NULL},
    {"get", "targets/bf.rpy", "return self.cells[self.position]", 36, &tw_locs[17]},
    {"mainloop", "targets/bf.rpy", "tape.dec()", 76, NULL},
    {"mainloop", "targets/bf.rpy", "tape.inc()", 74, NULL},
    {"mainloop", "targets/bf.rpy", "tape.advance()", 70, NULL},
    {"advance", "targets/bf.rpy", "self.cells.append(0)", 50, &tw_locs[21]},
    {"advance", "targets/bf.rpy", "self.cells.append(0)", 50, NULL},
    {"inc", "targets/bf.rpy", "self.cells[self.position] += 1", 42, NULL},
    {"dec", "targets/bf.rpy", "self.cells[self.position] -= 1", 45, NULL},
    {"get", "targets/bf.rpy", "return self.cells[self.position]", 36, NULL},
    {"read_byte", "targets/bf.rpy", "text = os.read(0, 1)", 57, NULL},
    {"read_byte", "targets/bf.rpy", "return ord(text[0])", 60, NULL},
    {"set", "targets/bf.rpy", "self.cells[self.position] = value", 39, NULL},
    {"entry_point", "targets/bf.rpy", "os.write(2, \"usage: %s program.b\\n\" % argv[0])", 137, NULL},
    {"entry_point", "targets/bf.rpy", "text = read_file(argv[1])", 140, NULL},
    {"read_file", "targets/bf.rpy", "fd = os.open(name, os.O_RDONLY, 0o777)", 124, &tw_locs[31]},
    {"read_file", "targets/bf.rpy", "parts = []", 125, &tw_locs[31]},
    {"read_file", "targets/bf.rpy", "part = os.read(fd, 4096)", 127, &tw_locs[31]},
    {"read_file", "targets/bf.rpy", "os.close(fd)", 131, &tw_locs[31]},
    {"read_file", "targets/bf.rpy", "return \"\".join(parts)", 132, &tw_locs[31]},
    {"entry_point", "targets/bf.rpy", "program, bracket_map = parse(text)", 145, NULL},
    {"parse", "targets/bf.rpy", "commands = []", 100, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "bracket_map = []", 101, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "open_brackets = []", 102, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "raise UnbalancedBracket(len(text))", 119, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "return \"\".join(commands), bracket_map", 120, &tw_locs[37]},
    {"entry_point", "targets/bf.rpy", "mainloop(program, bracket_map)", 149, NULL},
    {"mainloop", "targets/bf.rpy", "tape = Tape()", 65, &tw_locs[43]},
    {"__init__", "targets/bf.rpy", "self.cells = [0]", 32, &tw_locs[44]},
    {"mainloop", "targets/bf.rpy", "jitdriver.jit_merge_point(pc=pc, program=program, bracket_map=bracket_map, tape=tape)", 67, &tw_locs[43]},
    {"parse", "targets/bf.rpy", "char = text[position]", 105, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "commands.append(char)", 107, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "bracket_map.append(pc)", 108, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "left = open_brackets.pop()", 114, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "bracket_map[left] = pc", 115, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "bracket_map[pc] = left", 116, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "raise UnbalancedBracket(position)", 113, &tw_locs[37]},
    {"parse", "targets/bf.rpy", "open_brackets.append(pc)", 110, &tw_locs[37]},
    {"entry_point", "targets/bf.rpy", "os.write(2, \"%s: unbalanced bracket at byte %d\\n\" % (argv[1], e.position))", 147, NULL},
    {"entry_point", "targets/bf.rpy", "except UnbalancedBracket as e:", 146, NULL},
    {"read_file", "targets/bf.rpy", "parts.append(part)", 130, &tw_locs[31]},
    {"entry_point", "targets/bf.rpy", "os.write(2, \"cannot read %s\\n\" % argv[1])", 142, NULL},
    {"entry_point", "targets/bf.rpy", "except OSError:", 141, NULL},
};

/* tw_entry */
__attribute__((noinline)) Signed tw_f_tw_entry(Signed l_argc_0, Address l_argv_1) {
    Signed l_r_2;
    bool_t l_exc_3;
    l_r_2 = tw_f_entry_point_wrapper(l_argc_0, l_argv_1);
    l_exc_3 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_3)) {
        goto block3;
    }
    return l_r_2;
block3:;
    return 0L;
}

/* jit_op_raw_malloc */
__attribute__((noinline)) Address tw_f_jit_op_raw_malloc(Signed l_x_0) {
    Address l_r_1;
    l_r_1 = tw_raw_malloc(l_x_0);
    return l_r_1;
}

/* jit_op_copy_string_to_raw */
__attribute__((noinline)) void tw_f_jit_op_copy_string_to_raw(struct tw_s_rpy_string *l_x_0, Signed l_x_1, Address l_x_2, Signed l_x_3) {
    memcpy(l_x_2, &l_x_0->items[l_x_1], (size_t)l_x_3);
    return;
}

/* jit_op_raw_free */
__attribute__((noinline)) void tw_f_jit_op_raw_free(Address l_x_0) {
    tw_raw_free(l_x_0);
    return;
}

/* jit_op_copy_raw_to_string */
__attribute__((noinline)) void tw_f_jit_op_copy_raw_to_string(Address l_x_0, struct tw_s_rpy_string *l_x_1, Signed l_x_2, Signed l_x_3) {
    memcpy(&l_x_1->items[l_x_2], l_x_0, (size_t)l_x_3);
    return;
}

/* jit_op_copy_items */
__attribute__((noinline)) void tw_f_jit_op_copy_items(struct tw_s_array_Signed *l_x_0, struct tw_s_array_Signed *l_x_1, Signed l_x_2, Signed l_x_3, Signed l_x_4) {
    memmove(&l_x_1->items[l_x_3], &l_x_0->items[l_x_2], (size_t)l_x_4 * sizeof(l_x_1->items[0]));
    return;
}

/* jit_get_location */
__attribute__((noinline)) struct tw_s_rpy_string *tw_f_jit_get_location(Signed l_v_0, struct tw_s_rpy_string *l_v_1, struct tw_s_list_Signed *l_v_2) {
    struct tw_s_rpy_string *l_v_6, *l_v_7, *l_v_22, *l_v_23, *l_v_43, *l_v_45, *l_v_49, *l_v_59;
    struct tw_s_rpy_string *l_v_60;
    bool_t l_exc_8, l_v_15, l_exc_24, l_full_31, l_exc_50, l_nomem_62;
    Signed l_v_12, l_v_20, l_free_28, l_end_29, l_limit_30, l_adr_58;
    Unsigned l_v_13, l_v_14;
    Char l_v_19;
    Address l_adr_39;
    struct tw_s_tuple3 *l_obj_41, *l_v_42, *l_obj_61;
    void **tw_frame;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    tw_frame[0] = l_v_1;
    tw_frame[1] = ((GcRef)0);
    l_v_6 = tw_f_ll_strslice(l_v_1, 0L, l_v_0);
    l_v_7 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_8 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_8)) {
        goto block14;
    }
    l_v_12 = l_v_7->length;
    l_v_13 = (Unsigned)l_v_0;
    l_v_14 = (Unsigned)l_v_12;
    l_v_15 = l_v_13 >= l_v_14;
    if (TW_UNLIKELY(l_v_15)) {
        goto block13;
    }
    l_v_19 = l_v_7->items[l_v_0];
    l_v_20 = (Signed)((Unsigned)l_v_0 + (Unsigned)1L);
    tw_frame[0] = l_v_6;
    l_v_22 = tw_f_ll_strslice_startonly(l_v_7, l_v_20);
    l_v_23 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_24 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_24)) {
        goto block12;
    }
    l_free_28 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_end_29 = (Signed)((Unsigned)l_free_28 + (Unsigned)32L);
    l_limit_30 = (&tw_o_SemiSpace_inst)->f_inst_limit;
    l_full_31 = l_end_29 > l_limit_30;
    if (TW_UNLIKELY(l_full_31)) {
        goto block9;
    }
    tw_ss_top = tw_frame;
    (&tw_o_SemiSpace_inst)->f_inst_free = l_end_29;
    l_adr_39 = (char*)l_free_28;
    *(Signed *)(l_adr_39 + 0L) = 488L;
    l_obj_41 = (struct tw_s_tuple3 *)l_adr_39;
    l_v_42 = l_obj_41;
    l_v_43 = l_v_23;
    l_v_45 = l_v_22;
block5:;
    l_v_42->f_item0 = l_v_43;
    l_v_42->f_item1 = l_v_19;
    l_v_42->f_item2 = l_v_45;
    l_v_49 = tw_f_percent__3(l_v_42);
    l_exc_50 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_50)) {
        goto block8;
    }
    return l_v_49;
block14:;
    tw_ss_top = tw_frame;
    goto block8;
block13:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with);
    tw_traceback(TW_TB_RAISE, &tw_locs[0], 0);
    return ((struct tw_s_rpy_string *)0);
block12:;
    tw_ss_top = tw_frame;
    goto block8;
block9:;
    tw_frame[1] = l_v_22;
    l_adr_58 = tw_f_malloc_fixed(488L, 32L);
    l_v_59 = (struct tw_s_rpy_string *)tw_frame[0];
    l_v_60 = (struct tw_s_rpy_string *)tw_frame[1];
    l_obj_61 = (struct tw_s_tuple3 *)l_adr_58;
    l_nomem_62 = l_obj_61 == NULL;
    if (!l_nomem_62) {
        goto block10;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[0], 0);
    return ((struct tw_s_rpy_string *)0);
block10:;
    tw_ss_top = tw_frame;
    l_v_42 = l_obj_61;
    l_v_43 = l_v_59;
    l_v_45 = l_v_60;
    goto block5;
block8:;
    tw_traceback(TW_TB_PASS, &tw_locs[0], 0);
    return ((struct tw_s_rpy_string *)0);
}

/* entry_point_wrapper */
static Signed tw_f_entry_point_wrapper(Signed l_argc_0, Address l_argv_1) {
    Signed l_adr_2, l_i_12, l_v_24, l_v_26, l_adr_28, l_v_41, l_v_16;
    struct tw_s_array_rpy_string *l_v_3, *l_items_11, *l_items_29;
    bool_t l_nomem_4, l_v_13, l_nomem_31, l_exc_17;
    Address l_v_25;
    struct tw_s_rpy_string *l_v_30;
    void **tw_frame;
    l_adr_2 = tw_f_malloc_varsize(376L, 16L, 8L, 8L, l_argc_0);
    l_v_3 = (struct tw_s_array_rpy_string *)l_adr_2;
    l_nomem_4 = l_v_3 == NULL;
    if (TW_UNLIKELY(l_nomem_4)) {
        goto block10;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_items_11 = l_v_3;
    l_i_12 = 0L;
block2:;
    l_v_13 = l_i_12 < l_argc_0;
    if (!l_v_13) {
        goto block3;
    }
    l_v_24 = (Signed)((Unsigned)l_i_12 * (Unsigned)8L);
    l_v_25 = *(Address *)(l_argv_1 + l_v_24);
    l_v_26 = tw_strlen(l_v_25);
    tw_frame[0] = l_items_11;
    l_adr_28 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_v_26);
    l_items_29 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_30 = (struct tw_s_rpy_string *)l_adr_28;
    l_nomem_31 = l_v_30 == NULL;
    if (TW_UNLIKELY(l_nomem_31)) {
        goto block9;
    }
    memcpy(&l_v_30->items[0L], l_v_25, (size_t)l_v_26);
    l_items_29->items[l_i_12] = l_v_30;
    l_v_41 = (Signed)((Unsigned)l_i_12 + (Unsigned)1L);
    l_items_11 = l_items_29;
    l_i_12 = l_v_41;
    goto block2;
block3:;
    tw_ss_top = tw_frame;
    l_v_16 = tw_f_entry_point(l_items_11);
    l_exc_17 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_17)) {
        goto block6;
    }
    return l_v_16;
block10:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return 0L;
block9:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return 0L;
block6:;
    return 0L;
}

/* ll_uncaught */
Signed tw_f_ll_uncaught(struct tw_s_BaseException *l_e_0) {
    Signed l_v_1, l_v_2, l_v_45, l_v_47, l_v_10, l_v_18;
    bool_t l_v_3, l_exc_50, l_exc_53, l_exc_56, l_v_11, l_exc_15, l_v_19, l_exc_34;
    bool_t l_exc_39, l_exc_24, l_exc_27;
    struct tw_s_rpy_string *l_v_49, *l_v_52, *l_v_9, *l_v_13, *l_v_14, *l_v_32, *l_text_33, *l_v_38;
    struct tw_s_rpy_string *l_line_22, *l_v_23;
    struct tw_s_object_vtable *l_v_8;
    void **tw_frame;
    l_v_1 = l_e_0->f_exc_kind;
    l_v_2 = l_v_1 & 512L;
    l_v_3 = l_v_2 != 0;
    if (!l_v_3) {
        goto block1;
    }
    l_v_45 = l_v_1 & 15L;
    switch (l_v_45) {
    case 0L:
        return 0L;
    case 5L:
        return 0L;
    case 2L:
        goto block15;
    case 3L:
        goto block15;
    default:
        goto block16;
    }
block16:;
    l_v_49 = tw_f_message(l_e_0, 0);
    l_exc_50 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_50)) {
        goto block8;
    }
    l_v_52 = tw_f_ll_strconcat(l_v_49, ((struct tw_s_rpy_string *)&tw_o_str));
    l_exc_53 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_53)) {
        goto block8;
    }
    tw_f_ll_write_all(2L, l_v_52);
    l_exc_56 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_56)) {
        goto block8;
    }
    return 1L;
block15:;
    l_v_47 = l_e_0->f_exc_word;
    return l_v_47;
block1:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    tw_print_traceback();
    l_v_8 = l_e_0->f_typeptr;
    l_v_9 = l_v_8->f_name;
    l_v_10 = l_v_1 & 256L;
    l_v_11 = l_v_10 != 0L;
    tw_frame[0] = l_v_9;
    l_v_13 = tw_f_message(l_e_0, l_v_11);
    l_v_14 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_15 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_15)) {
        goto block13;
    }
    l_v_18 = l_v_13->length;
    l_v_19 = l_v_18 != 0;
    if (!l_v_19) {
        goto block3;
    }
    tw_frame[0] = l_v_13;
    l_v_32 = tw_f_ll_strconcat(l_v_14, ((struct tw_s_rpy_string *)&tw_o_str_2));
    l_text_33 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_34 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_34)) {
        goto block12;
    }
    tw_ss_top = tw_frame;
    l_v_38 = tw_f_ll_strconcat(l_v_32, l_text_33);
    l_exc_39 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_39)) {
        goto block8;
    }
    l_line_22 = l_v_38;
    goto block4;
block3:;
    tw_ss_top = tw_frame;
    l_line_22 = l_v_14;
block4:;
    l_v_23 = tw_f_ll_strconcat(l_line_22, ((struct tw_s_rpy_string *)&tw_o_str));
    l_exc_24 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_24)) {
        goto block8;
    }
    tw_f_ll_write_all(2L, l_v_23);
    l_exc_27 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_27)) {
        goto block8;
    }
    return 1L;
block13:;
    tw_ss_top = tw_frame;
    goto block8;
block12:;
    tw_ss_top = tw_frame;
block8:;
    return 0L;
}

/* matching_bracket */
Signed tw_f_matching_bracket(struct tw_s_list_Signed *l_bracket_map_0, Signed l_pc_1) {
    Signed l_v_2, l_v_9;
    struct tw_s_array_Signed *l_v_3;
    Unsigned l_v_4, l_v_5;
    bool_t l_v_6;
    l_v_2 = l_bracket_map_0->f_length;
    l_v_3 = l_bracket_map_0->f_items;
    l_v_4 = (Unsigned)l_pc_1;
    l_v_5 = (Unsigned)l_v_2;
    l_v_6 = l_v_4 >= l_v_5;
    if (TW_UNLIKELY(l_v_6)) {
        goto block3;
    }
    l_v_9 = l_v_3->items[l_pc_1];
    return l_v_9;
block3:;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with_3);
    tw_traceback(TW_TB_RAISE, &tw_locs[2], 0);
    return 0L;
}

/* mainloop_portal */
__attribute__((noinline)) void tw_f_mainloop_portal(Signed l_pc_0, struct tw_s_rpy_string *l_program_1, struct tw_s_list_Signed *l_bracket_map_2, struct tw_s_Tape *l_tape_3) {
    Signed l_pc_6, l_v_10, l_pc_12, l_v_15, l_v_509, l_v_514, l_v_517, l_pc_39;
    Signed l_v_426, l_v_427, l_v_482, l_v_441, l_v_440, l_v_455, l_v_465, l_v_466;
    Signed l_pc_45, l_v_354, l_v_355, l_v_408, l_v_369, l_v_368, l_v_383, l_v_393;
    Signed l_v_281, l_v_301, l_v_299, l_v_307, l_v_308, l_v_145, l_v_146, l_v_251;
    Signed l_v_159, l_v_158, l_v_165, l_adr_179, l_v_193, l_v_194, l_v_212, l_v_108;
    Signed l_v_109, l_v_31, l_v_32, l_v_35, l_v_60, l_v_81, l_v_70, l_v_42;
    struct tw_s_rpy_string *l_program_7, *l_program_11, *l_v_519, *l_program_37, *l_program_43, *l_v_270, *l_program_271, *l_program_180;
    struct tw_s_rpy_string *l_v_183, *l_program_65, *l_program_88, *l_program_221;
    struct tw_s_list_Signed *l_bracket_map_8, *l_bracket_map_13, *l_v_521, *l_bracket_map_38, *l_v_425, *l_bracket_map_44, *l_v_353, *l_bracket_map_272;
    struct tw_s_list_Signed *l_v_306, *l_v_144, *l_bracket_map_181, *l_v_34, *l_l_62, *l_bracket_map_66, *l_l_87, *l_bracket_map_89;
    struct tw_s_list_Signed *l_bracket_map_222;
    struct tw_s_Tape *l_tape_9, *l_tape_14, *l_v_523, *l_tape_40, *l_tape_46, *l_tape_273, *l_tape_182, *l_tape_68;
    struct tw_s_Tape *l_tape_90, *l_tape_223;
    Unsigned l_v_16, l_v_17, l_v_429, l_v_430, l_v_457, l_v_357, l_v_358, l_v_385;
    Unsigned l_v_290, l_v_310, l_v_311, l_v_148, l_v_149, l_v_166;
    bool_t l_v_18, l_exc_515, l_v_431, l_exc_483, l_v_448, l_v_458, l_v_359, l_exc_409;
    bool_t l_v_376, l_v_386, l_exc_274, l_v_282, l_v_291, l_v_312, l_exc_332, l_v_150;
    bool_t l_exc_252, l_v_167, l_nomem_184, l_v_196, l_v_214, l_exc_131, l_exc_117, l_v_36;
    bool_t l_v_61, l_exc_91, l_v_48, l_exc_224;
    Char l_v_25, l_v_298, l_v_174;
    GcRef l_v_503, l_v_505, l_v_507, l_v_518, l_v_520, l_v_522;
    struct tw_s_array_Signed *l_v_428, *l_v_456, *l_v_356, *l_v_384, *l_v_309, *l_v_147, *l_v_59, *l_items_64;
    struct tw_s_array_Signed *l_v_86;
    Address l_v_195;
    void **tw_frame;
    static const void *const tw_table3[256] = {
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&block15, &&block36, &&block18, &&block21, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&block14, &&case3_8, &&block4, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&block47, &&case3_8, &&block56, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
        &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8, &&case3_8,
    };
    tw_jit_mark_start(0L);
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 4;
    l_pc_6 = l_pc_0;
    l_program_7 = l_program_1;
    l_bracket_map_8 = l_bracket_map_2;
    l_tape_9 = l_tape_3;
block1:;
    l_v_10 = tw_jit_take_mark(0L);
    if (l_v_10 == 0L) {
        l_program_11 = l_program_7;
        l_pc_12 = l_pc_6;
        l_bracket_map_13 = l_bracket_map_8;
        l_tape_14 = l_tape_9;
    l_v_15 = l_program_11->length;
    l_v_16 = (Unsigned)l_pc_12;
    l_v_17 = (Unsigned)l_v_15;
    l_v_18 = l_v_16 >= l_v_17;
    if (TW_UNLIKELY(l_v_18)) {
        goto block65;
    }
    l_v_25 = l_program_11->items[l_pc_12];
    goto *tw_table3[l_v_25];
    }
    tw_jit_set_i(0L, l_pc_6);
    l_v_503 = (GcRef)l_program_7;
    tw_jit_set_r(0L, l_v_503);
    l_v_505 = (GcRef)l_bracket_map_8;
    tw_jit_set_r(1L, l_v_505);
    l_v_507 = (GcRef)l_tape_9;
    tw_jit_set_r(2L, l_v_507);
    l_v_509 = tw_jit_warm(0L);
    if (l_v_509 == 0L) {
        l_program_11 = l_program_7;
        l_pc_12 = l_pc_6;
        l_bracket_map_13 = l_bracket_map_8;
        l_tape_14 = l_tape_9;
    l_v_15 = l_program_11->length;
    l_v_16 = (Unsigned)l_pc_12;
    l_v_17 = (Unsigned)l_v_15;
    l_v_18 = l_v_16 >= l_v_17;
    if (TW_UNLIKELY(l_v_18)) {
        goto block65;
    }
    l_v_25 = l_program_11->items[l_pc_12];
    goto *tw_table3[l_v_25];
    }
    tw_frame[0] = ((GcRef)0);
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    l_v_514 = tw_jit_run(0L);
    l_exc_515 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_515)) {
        goto block71;
    }
    if (l_v_514 == 1L) {
        goto block69;
    }
    tw_ss_top = tw_frame;
    return;
block69:;
    l_v_517 = tw_jit_get_i(0L);
    l_v_518 = tw_jit_get_r(0L);
    l_v_519 = (struct tw_s_rpy_string *)l_v_518;
    l_v_520 = tw_jit_get_r(1L);
    l_v_521 = (struct tw_s_list_Signed *)l_v_520;
    l_v_522 = tw_jit_get_r(2L);
    l_v_523 = (struct tw_s_Tape *)l_v_522;
    l_program_11 = l_v_519;
    l_pc_12 = l_v_517;
    l_bracket_map_13 = l_v_521;
    l_tape_14 = l_v_523;
    l_v_15 = l_program_11->length;
    l_v_16 = (Unsigned)l_pc_12;
    l_v_17 = (Unsigned)l_v_15;
    l_v_18 = l_v_16 >= l_v_17;
    if (TW_UNLIKELY(l_v_18)) {
        goto block65;
    }
    l_v_25 = l_program_11->items[l_pc_12];
    goto *tw_table3[l_v_25];
    l_v_25 = l_program_11->items[l_pc_12];
    goto *tw_table3[l_v_25];
case3_8:;
    l_program_37 = l_program_11;
    l_bracket_map_38 = l_bracket_map_13;
    l_pc_39 = l_pc_12;
    l_tape_40 = l_tape_14;
    goto block5;
block56:;
    l_v_425 = l_tape_14->f_inst_cells;
    l_v_426 = l_tape_14->f_inst_position;
    l_v_427 = l_v_425->f_length;
    l_v_428 = l_v_425->f_items;
    l_v_429 = (Unsigned)l_v_426;
    l_v_430 = (Unsigned)l_v_427;
    l_v_431 = l_v_429 >= l_v_430;
    if (!l_v_431) {
        goto block57;
    }
    l_v_482 = tw_f_ll_getitem_slow(l_v_428, l_v_427, l_v_426);
    l_exc_483 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_483)) {
        goto block64;
    }
    l_v_441 = l_v_482;
    goto block58;
block57:;
    l_v_440 = l_v_428->items[l_v_426];
    l_v_441 = l_v_440;
block58:;
    l_v_448 = l_v_441 != 0L;
    if (!l_v_448) {
        l_program_37 = l_program_11;
        l_bracket_map_38 = l_bracket_map_13;
        l_pc_39 = l_pc_12;
        l_tape_40 = l_tape_14;
        goto block5;
    }
    l_v_455 = l_bracket_map_13->f_length;
    l_v_456 = l_bracket_map_13->f_items;
    l_v_457 = (Unsigned)l_v_455;
    l_v_458 = l_v_16 >= l_v_457;
    if (TW_UNLIKELY(l_v_458)) {
        goto block61;
    }
    l_v_465 = l_v_456->items[l_pc_12];
    l_v_466 = (Signed)((Unsigned)l_v_465 + (Unsigned)1L);
    tw_jit_mark(0L);
    l_program_43 = l_program_11;
    l_bracket_map_44 = l_bracket_map_13;
    l_pc_45 = l_v_466;
    l_tape_46 = l_tape_14;
    goto block6;
block47:;
    l_v_353 = l_tape_14->f_inst_cells;
    l_v_354 = l_tape_14->f_inst_position;
    l_v_355 = l_v_353->f_length;
    l_v_356 = l_v_353->f_items;
    l_v_357 = (Unsigned)l_v_354;
    l_v_358 = (Unsigned)l_v_355;
    l_v_359 = l_v_357 >= l_v_358;
    if (!l_v_359) {
        goto block48;
    }
    l_v_408 = tw_f_ll_getitem_slow(l_v_356, l_v_355, l_v_354);
    l_exc_409 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_409)) {
        goto block55;
    }
    l_v_369 = l_v_408;
    goto block49;
block48:;
    l_v_368 = l_v_356->items[l_v_354];
    l_v_369 = l_v_368;
block49:;
    l_v_376 = l_v_369 == 0L;
    if (!l_v_376) {
        l_program_37 = l_program_11;
        l_bracket_map_38 = l_bracket_map_13;
        l_pc_39 = l_pc_12;
        l_tape_40 = l_tape_14;
        goto block5;
    }
    l_v_383 = l_bracket_map_13->f_length;
    l_v_384 = l_bracket_map_13->f_items;
    l_v_385 = (Unsigned)l_v_383;
    l_v_386 = l_v_16 >= l_v_385;
    if (TW_UNLIKELY(l_v_386)) {
        goto block52;
    }
    l_v_393 = l_v_384->items[l_pc_12];
    l_program_37 = l_program_11;
    l_bracket_map_38 = l_bracket_map_13;
    l_pc_39 = l_v_393;
    l_tape_40 = l_tape_14;
    goto block5;
block36:;
    tw_frame[0] = l_program_11;
    tw_frame[1] = l_bracket_map_13;
    tw_frame[2] = l_tape_14;
    tw_frame[3] = ((GcRef)0);
    l_v_270 = tw_f_ll_os_read(0L, 1L);
    l_program_271 = (struct tw_s_rpy_string *)tw_frame[0];
    l_bracket_map_272 = (struct tw_s_list_Signed *)tw_frame[1];
    l_tape_273 = (struct tw_s_Tape *)tw_frame[2];
    l_exc_274 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_274)) {
        goto block46;
    }
    l_v_281 = l_v_270->length;
    l_v_282 = l_v_281 == 0L;
    if (l_v_282) {
        l_v_301 = 0L;
        goto block40;
    }
    l_v_290 = (Unsigned)l_v_281;
    l_v_291 = 0UL >= l_v_290;
    if (TW_UNLIKELY(l_v_291)) {
        goto block45;
    }
    l_v_298 = l_v_270->items[0L];
    l_v_299 = (Signed)l_v_298;
    l_v_301 = l_v_299;
block40:;
    l_v_306 = l_tape_273->f_inst_cells;
    l_v_307 = l_tape_273->f_inst_position;
    l_v_308 = l_v_306->f_length;
    l_v_309 = l_v_306->f_items;
    l_v_310 = (Unsigned)l_v_307;
    l_v_311 = (Unsigned)l_v_308;
    l_v_312 = l_v_310 >= l_v_311;
    if (!l_v_312) {
        goto block41;
    }
    tw_f_ll_setitem_slow(l_v_309, l_v_308, l_v_307, l_v_301);
    l_exc_332 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_332)) {
        goto block44;
    }
    l_program_37 = l_program_271;
    l_bracket_map_38 = l_bracket_map_272;
    l_pc_39 = l_pc_12;
    l_tape_40 = l_tape_273;
    goto block5;
block41:;
    l_v_309->items[l_v_307] = l_v_301;
    l_program_37 = l_program_271;
    l_bracket_map_38 = l_bracket_map_272;
    l_pc_39 = l_pc_12;
    l_tape_40 = l_tape_273;
    goto block5;
block21:;
    l_v_144 = l_tape_14->f_inst_cells;
    l_v_145 = l_tape_14->f_inst_position;
    l_v_146 = l_v_144->f_length;
    l_v_147 = l_v_144->f_items;
    l_v_148 = (Unsigned)l_v_145;
    l_v_149 = (Unsigned)l_v_146;
    l_v_150 = l_v_148 >= l_v_149;
    if (!l_v_150) {
        goto block22;
    }
    l_v_251 = tw_f_ll_getitem_slow(l_v_147, l_v_146, l_v_145);
    l_exc_252 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_252)) {
        goto block35;
    }
    l_v_159 = l_v_251;
    goto block23;
block22:;
    l_v_158 = l_v_147->items[l_v_145];
    l_v_159 = l_v_158;
block23:;
    l_v_165 = l_v_159 & 255L;
    l_v_166 = (Unsigned)l_v_165;
    l_v_167 = l_v_166 >= 256UL;
    if (TW_UNLIKELY(l_v_167)) {
        goto block32;
    }
    l_v_174 = (unsigned char)l_v_165;
    tw_frame[0] = l_program_11;
    tw_frame[1] = l_bracket_map_13;
    tw_frame[2] = l_tape_14;
    tw_frame[3] = ((GcRef)0);
    l_adr_179 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, 1L);
    l_program_180 = (struct tw_s_rpy_string *)tw_frame[0];
    l_bracket_map_181 = (struct tw_s_list_Signed *)tw_frame[1];
    l_tape_182 = (struct tw_s_Tape *)tw_frame[2];
    l_v_183 = (struct tw_s_rpy_string *)l_adr_179;
    l_nomem_184 = l_v_183 == NULL;
    if (TW_UNLIKELY(l_nomem_184)) {
        goto block31;
    }
    l_v_183->items[0L] = l_v_174;
    l_v_193 = l_v_183->length;
    l_v_194 = (Signed)((Unsigned)l_v_193 + (Unsigned)1L);
    l_v_195 = tw_raw_malloc(l_v_194);
    l_v_196 = l_v_195 != ((Address)0);
    if (TW_UNLIKELY(!l_v_196)) {
        goto block26;
    }
    memcpy(l_v_195, &l_v_183->items[0L], (size_t)l_v_193);
    *(Char *)(l_v_195 + l_v_193) = 0;
    l_v_212 = tw_write(1L, l_v_195, l_v_193);
    tw_raw_free(l_v_195);
    l_v_214 = l_v_212 < 0L;
    if (TW_UNLIKELY(l_v_214)) {
        goto block28;
    }
    l_program_37 = l_program_180;
    l_bracket_map_38 = l_bracket_map_181;
    l_pc_39 = l_pc_12;
    l_tape_40 = l_tape_182;
    goto block5;
block18:;
    tw_f_dec(l_tape_14);
    l_exc_131 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_131)) {
        goto block20;
    }
    l_program_37 = l_program_11;
    l_bracket_map_38 = l_bracket_map_13;
    l_pc_39 = l_pc_12;
    l_tape_40 = l_tape_14;
    goto block5;
block15:;
    tw_f_inc(l_tape_14);
    l_exc_117 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_117)) {
        goto block17;
    }
    l_program_37 = l_program_11;
    l_bracket_map_38 = l_bracket_map_13;
    l_pc_39 = l_pc_12;
    l_tape_40 = l_tape_14;
    goto block5;
block14:;
    l_v_108 = l_tape_14->f_inst_position;
    l_v_109 = (Signed)((Unsigned)l_v_108 - (Unsigned)1L);
    l_tape_14->f_inst_position = l_v_109;
    l_program_37 = l_program_11;
    l_bracket_map_38 = l_bracket_map_13;
    l_pc_39 = l_pc_12;
    l_tape_40 = l_tape_14;
    goto block5;
block4:;
    l_v_31 = l_tape_14->f_inst_position;
    l_v_32 = (Signed)((Unsigned)l_v_31 + (Unsigned)1L);
    l_tape_14->f_inst_position = l_v_32;
    l_v_34 = l_tape_14->f_inst_cells;
    l_v_35 = l_v_34->f_length;
    l_v_36 = l_v_35 <= l_v_32;
    if (!l_v_36) {
        l_program_37 = l_program_11;
        l_bracket_map_38 = l_bracket_map_13;
        l_pc_39 = l_pc_12;
        l_tape_40 = l_tape_14;
        goto block5;
    }
    l_v_59 = l_v_34->f_items;
    l_v_60 = l_v_59->length;
    l_v_61 = l_v_35 >= l_v_60;
    if (!l_v_61) {
        l_l_62 = l_v_34;
        l_items_64 = l_v_59;
        l_program_65 = l_program_11;
        l_bracket_map_66 = l_bracket_map_13;
        l_tape_68 = l_tape_14;
        goto block10;
    }
    l_v_81 = (Signed)((Unsigned)l_v_35 + (Unsigned)1L);
    tw_frame[0] = l_program_11;
    tw_frame[1] = l_bracket_map_13;
    tw_frame[2] = l_tape_14;
    tw_frame[3] = l_v_34;
    l_v_86 = tw_f_ll_grow__2(l_v_59, l_v_35, l_v_81);
    l_l_87 = (struct tw_s_list_Signed *)tw_frame[3];
    l_program_88 = (struct tw_s_rpy_string *)tw_frame[0];
    l_bracket_map_89 = (struct tw_s_list_Signed *)tw_frame[1];
    l_tape_90 = (struct tw_s_Tape *)tw_frame[2];
    l_exc_91 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_91)) {
        goto block13;
    }
    l_l_87->f_items = l_v_86;
    l_l_62 = l_l_87;
    l_items_64 = l_v_86;
    l_program_65 = l_program_88;
    l_bracket_map_66 = l_bracket_map_89;
    l_tape_68 = l_tape_90;
block10:;
    l_v_70 = (Signed)((Unsigned)l_v_35 + (Unsigned)1L);
    l_l_62->f_length = l_v_70;
    l_items_64->items[l_v_35] = 0L;
    l_program_37 = l_program_65;
    l_bracket_map_38 = l_bracket_map_66;
    l_pc_39 = l_pc_12;
    l_tape_40 = l_tape_68;
block5:;
    l_v_42 = (Signed)((Unsigned)l_pc_39 + (Unsigned)1L);
    l_program_43 = l_program_37;
    l_bracket_map_44 = l_bracket_map_38;
    l_pc_45 = l_v_42;
    l_tape_46 = l_tape_40;
block6:;
    l_v_48 = l_pc_45 < l_v_15;
    if (l_v_48) {
        l_pc_6 = l_pc_45;
        l_program_7 = l_program_43;
        l_bracket_map_8 = l_bracket_map_44;
        l_tape_9 = l_tape_46;
        goto block1;
    }
    tw_ss_top = tw_frame;
    return;
block71:;
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[3], 0);
    return;
block65:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with);
    tw_traceback(TW_TB_RAISE, &tw_locs[4], 0);
    return;
block64:;
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[6], 0);
    return;
block61:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with_3);
    tw_traceback(TW_TB_RAISE, &tw_locs[8], 0);
    return;
block55:;
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[10], 0);
    return;
block52:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with_3);
    tw_traceback(TW_TB_RAISE, &tw_locs[12], 0);
    return;
block46:;
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[14], 0);
    return;
block45:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with);
    tw_traceback(TW_TB_RAISE, &tw_locs[15], 0);
    return;
block44:;
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[16], 0);
    return;
block35:;
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[18], 0);
    return;
block32:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_ValueError_vtable);
    tw_exc.value = (&tw_o_exc_ValueError_with);
    tw_traceback(TW_TB_RAISE, &tw_locs[17], 0);
    return;
block31:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[17], 0);
    return;
block28:;
    tw_f_raise_oserror();
    l_program_221 = (struct tw_s_rpy_string *)tw_frame[0];
    l_bracket_map_222 = (struct tw_s_list_Signed *)tw_frame[1];
    l_tape_223 = (struct tw_s_Tape *)tw_frame[2];
    l_exc_224 = tw_exc.type != NULL;
    if (!l_exc_224) {
        goto block29;
    }
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[17], 0);
    return;
block29:;
    __builtin_unreachable();
    l_program_37 = l_program_221;
    l_bracket_map_38 = l_bracket_map_222;
    l_pc_39 = l_pc_12;
    l_tape_40 = l_tape_223;
    goto block5;
block26:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[17], 0);
    return;
block20:;
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[19], 0);
    return;
block17:;
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[20], 0);
    return;
block13:;
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[22], 0);
    return;
}

/* advance */
void tw_f_advance(struct tw_s_Tape *l_self_0) {
    Signed l_v_1, l_v_2, l_v_5, l_v_11, l_v_23, l_v_16;
    struct tw_s_list_Signed *l_v_4, *l_l_13, *l_l_26;
    bool_t l_v_6, l_v_12, l_exc_27;
    struct tw_s_array_Signed *l_v_10, *l_items_15, *l_v_25;
    void **tw_frame;
    l_v_1 = l_self_0->f_inst_position;
    l_v_2 = (Signed)((Unsigned)l_v_1 + (Unsigned)1L);
    l_self_0->f_inst_position = l_v_2;
    l_v_4 = l_self_0->f_inst_cells;
    l_v_5 = l_v_4->f_length;
    l_v_6 = l_v_5 <= l_v_2;
    if (!l_v_6) {
        return;
    }
    l_v_10 = l_v_4->f_items;
    l_v_11 = l_v_10->length;
    l_v_12 = l_v_5 >= l_v_11;
    if (!l_v_12) {
        l_l_13 = l_v_4;
        l_items_15 = l_v_10;
        goto block3;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_v_23 = (Signed)((Unsigned)l_v_5 + (Unsigned)1L);
    tw_frame[0] = l_v_4;
    l_v_25 = tw_f_ll_grow__2(l_v_10, l_v_5, l_v_23);
    l_l_26 = (struct tw_s_list_Signed *)tw_frame[0];
    l_exc_27 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_27)) {
        goto block6;
    }
    tw_ss_top = tw_frame;
    l_l_26->f_items = l_v_25;
    l_l_13 = l_l_26;
    l_items_15 = l_v_25;
block3:;
    l_v_16 = (Signed)((Unsigned)l_v_5 + (Unsigned)1L);
    l_l_13->f_length = l_v_16;
    l_items_15->items[l_v_5] = 0L;
    return;
block6:;
    tw_ss_top = tw_frame;
    tw_traceback(TW_TB_PASS, &tw_locs[23], 0);
    return;
}

/* inc */
void tw_f_inc(struct tw_s_Tape *l_self_0) {
    struct tw_s_list_Signed *l_v_1;
    Signed l_v_2, l_v_3, l_v_39, l_v_13, l_v_12, l_v_17, l_v_18;
    struct tw_s_array_Signed *l_v_4, *l_v_19;
    Unsigned l_v_5, l_v_6, l_v_20;
    bool_t l_v_7, l_exc_40, l_v_21, l_exc_32;
    l_v_1 = l_self_0->f_inst_cells;
    l_v_2 = l_self_0->f_inst_position;
    l_v_3 = l_v_1->f_length;
    l_v_4 = l_v_1->f_items;
    l_v_5 = (Unsigned)l_v_2;
    l_v_6 = (Unsigned)l_v_3;
    l_v_7 = l_v_5 >= l_v_6;
    if (!l_v_7) {
        goto block1;
    }
    l_v_39 = tw_f_ll_getitem_slow(l_v_4, l_v_3, l_v_2);
    l_exc_40 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_40)) {
        goto block7;
    }
    l_v_13 = l_v_39;
    goto block2;
block1:;
    l_v_12 = l_v_4->items[l_v_2];
    l_v_13 = l_v_12;
block2:;
    l_v_17 = (Signed)((Unsigned)l_v_13 + (Unsigned)1L);
    l_v_18 = l_v_1->f_length;
    l_v_19 = l_v_1->f_items;
    l_v_20 = (Unsigned)l_v_18;
    l_v_21 = l_v_5 >= l_v_20;
    if (!l_v_21) {
        goto block3;
    }
    tw_f_ll_setitem_slow(l_v_19, l_v_18, l_v_2, l_v_17);
    l_exc_32 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_32)) {
        goto block7;
    }
    return;
block3:;
    l_v_19->items[l_v_2] = l_v_17;
    return;
block7:;
    tw_traceback(TW_TB_PASS, &tw_locs[24], 0);
    return;
}

/* dec */
void tw_f_dec(struct tw_s_Tape *l_self_0) {
    struct tw_s_list_Signed *l_v_1;
    Signed l_v_2, l_v_3, l_v_39, l_v_13, l_v_12, l_v_17, l_v_18;
    struct tw_s_array_Signed *l_v_4, *l_v_19;
    Unsigned l_v_5, l_v_6, l_v_20;
    bool_t l_v_7, l_exc_40, l_v_21, l_exc_32;
    l_v_1 = l_self_0->f_inst_cells;
    l_v_2 = l_self_0->f_inst_position;
    l_v_3 = l_v_1->f_length;
    l_v_4 = l_v_1->f_items;
    l_v_5 = (Unsigned)l_v_2;
    l_v_6 = (Unsigned)l_v_3;
    l_v_7 = l_v_5 >= l_v_6;
    if (!l_v_7) {
        goto block1;
    }
    l_v_39 = tw_f_ll_getitem_slow(l_v_4, l_v_3, l_v_2);
    l_exc_40 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_40)) {
        goto block7;
    }
    l_v_13 = l_v_39;
    goto block2;
block1:;
    l_v_12 = l_v_4->items[l_v_2];
    l_v_13 = l_v_12;
block2:;
    l_v_17 = (Signed)((Unsigned)l_v_13 - (Unsigned)1L);
    l_v_18 = l_v_1->f_length;
    l_v_19 = l_v_1->f_items;
    l_v_20 = (Unsigned)l_v_18;
    l_v_21 = l_v_5 >= l_v_20;
    if (!l_v_21) {
        goto block3;
    }
    tw_f_ll_setitem_slow(l_v_19, l_v_18, l_v_2, l_v_17);
    l_exc_32 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_32)) {
        goto block7;
    }
    return;
block3:;
    l_v_19->items[l_v_2] = l_v_17;
    return;
block7:;
    tw_traceback(TW_TB_PASS, &tw_locs[25], 0);
    return;
}

/* get */
Signed tw_f_get(struct tw_s_Tape *l_self_0) {
    struct tw_s_list_Signed *l_v_1;
    Signed l_v_2, l_v_3, l_v_15, l_v_10;
    struct tw_s_array_Signed *l_v_4;
    Unsigned l_v_5, l_v_6;
    bool_t l_v_7, l_exc_16;
    l_v_1 = l_self_0->f_inst_cells;
    l_v_2 = l_self_0->f_inst_position;
    l_v_3 = l_v_1->f_length;
    l_v_4 = l_v_1->f_items;
    l_v_5 = (Unsigned)l_v_2;
    l_v_6 = (Unsigned)l_v_3;
    l_v_7 = l_v_5 >= l_v_6;
    if (!l_v_7) {
        goto block1;
    }
    l_v_15 = tw_f_ll_getitem_slow(l_v_4, l_v_3, l_v_2);
    l_exc_16 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_16)) {
        goto block5;
    }
    return l_v_15;
block1:;
    l_v_10 = l_v_4->items[l_v_2];
    return l_v_10;
block5:;
    tw_traceback(TW_TB_PASS, &tw_locs[26], 0);
    return 0L;
}

/* ll_os_write */
Signed tw_f_ll_os_write(Signed l_fd_0, struct tw_s_rpy_string *l_s_1) {
    Signed l_v_2, l_v_3, l_v_17;
    Address l_v_4;
    bool_t l_v_5, l_v_19, l_exc_21;
    l_v_2 = l_s_1->length;
    l_v_3 = (Signed)((Unsigned)l_v_2 + (Unsigned)1L);
    l_v_4 = tw_raw_malloc(l_v_3);
    l_v_5 = l_v_4 != ((Address)0);
    if (TW_UNLIKELY(!l_v_5)) {
        goto block1;
    }
    memcpy(l_v_4, &l_s_1->items[0L], (size_t)l_v_2);
    *(Char *)(l_v_4 + l_v_2) = 0;
    l_v_17 = tw_write(l_fd_0, l_v_4, l_v_2);
    tw_raw_free(l_v_4);
    l_v_19 = l_v_17 < 0L;
    if (TW_LIKELY(!l_v_19)) {
        return l_v_17;
    }
    tw_f_raise_oserror();
    l_exc_21 = tw_exc.type != NULL;
    if (!l_exc_21) {
        goto block5;
    }
    return 0L;
block5:;
    __builtin_unreachable();
    return 0L;
block1:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return 0L;
}

/* read_byte */
Signed tw_f_read_byte(void) {
    struct tw_s_rpy_string *l_v_0;
    bool_t l_exc_1, l_v_4, l_v_8;
    Signed l_v_3, l_v_11;
    Unsigned l_v_7;
    Char l_v_10;
    l_v_0 = tw_f_ll_os_read(0L, 1L);
    l_exc_1 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_1)) {
        goto block6;
    }
    l_v_3 = l_v_0->length;
    l_v_4 = l_v_3 == 0L;
    if (l_v_4) {
        return 0L;
    }
    l_v_7 = (Unsigned)l_v_3;
    l_v_8 = 0UL >= l_v_7;
    if (TW_UNLIKELY(l_v_8)) {
        goto block5;
    }
    l_v_10 = l_v_0->items[0L];
    l_v_11 = (Signed)l_v_10;
    return l_v_11;
block6:;
    tw_traceback(TW_TB_PASS, &tw_locs[27], 0);
    return 0L;
block5:;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with);
    tw_traceback(TW_TB_RAISE, &tw_locs[28], 0);
    return 0L;
}

/* set */
void tw_f_set(struct tw_s_Tape *l_self_0, Signed l_value_1) {
    struct tw_s_list_Signed *l_v_2;
    Signed l_v_3, l_v_4;
    struct tw_s_array_Signed *l_v_5;
    Unsigned l_v_6, l_v_7;
    bool_t l_v_8, l_exc_19;
    l_v_2 = l_self_0->f_inst_cells;
    l_v_3 = l_self_0->f_inst_position;
    l_v_4 = l_v_2->f_length;
    l_v_5 = l_v_2->f_items;
    l_v_6 = (Unsigned)l_v_3;
    l_v_7 = (Unsigned)l_v_4;
    l_v_8 = l_v_6 >= l_v_7;
    if (!l_v_8) {
        goto block1;
    }
    tw_f_ll_setitem_slow(l_v_5, l_v_4, l_v_3, l_value_1);
    l_exc_19 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_19)) {
        goto block5;
    }
    return;
block1:;
    l_v_5->items[l_v_3] = l_value_1;
    return;
block5:;
    tw_traceback(TW_TB_PASS, &tw_locs[29], 0);
    return;
}

/* ll_setitem_slow */
__attribute__((noinline)) void tw_f_ll_setitem_slow(struct tw_s_array_Signed *l_items_0, Signed l_n_1, Signed l_i_2, Signed l_v_3) {
    Signed l_v_4;
    Unsigned l_v_5, l_v_6;
    bool_t l_v_7;
    l_v_4 = (Signed)((Unsigned)l_i_2 + (Unsigned)l_n_1);
    l_v_5 = (Unsigned)l_v_4;
    l_v_6 = (Unsigned)l_n_1;
    l_v_7 = l_v_5 >= l_v_6;
    if (TW_UNLIKELY(l_v_7)) {
        goto block3;
    }
    l_items_0->items[l_v_4] = l_v_3;
    return;
block3:;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with_2);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return;
}

/* ll_os_read */
struct tw_s_rpy_string *tw_f_ll_os_read(Signed l_fd_0, Signed l_n_1) {
    bool_t l_v_2, l_ovf_6, l_v_11, l_v_21, l_nomem_26, l_exc_47, l_full_52, l_nomem_80;
    bool_t l_exc_39;
    Signed l_v_5, l_v_20, l_adr_24, l_free_49, l_end_50, l_limit_51, l_adr_77;
    Address l_v_10, l_v_45, l_adr_57;
    struct tw_s_rpy_string *l_v_25, *l_v_46, *l_v_78, *l_v_61;
    struct tw_s_OSError *l_obj_79, *l_v_60, *l_obj_59;
    struct tw_s_object_vtable *l_v_66;
    struct tw_s_object *l_evalue_71;
    bool_t tw_ovf;
    void **tw_frame;
    l_v_2 = l_n_1 < 0L;
    if (TW_UNLIKELY(l_v_2)) {
        goto block13;
    }
    tw_ovf = __builtin_add_overflow(l_n_1, 1L, &l_v_5);
    l_ovf_6 = tw_ovf;
    if (TW_UNLIKELY(l_ovf_6)) {
        goto block12;
    }
    l_v_10 = tw_raw_malloc(l_v_5);
    l_v_11 = l_v_10 != ((Address)0);
    if (TW_UNLIKELY(!l_v_11)) {
        goto block3;
    }
    l_v_20 = tw_read(l_fd_0, l_v_10, l_n_1);
    l_v_21 = l_v_20 < 0L;
    if (TW_UNLIKELY(l_v_21)) {
        goto block9;
    }
    l_adr_24 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_v_20);
    l_v_25 = (struct tw_s_rpy_string *)l_adr_24;
    l_nomem_26 = l_v_25 == NULL;
    if (TW_UNLIKELY(l_nomem_26)) {
        goto block8;
    }
    memcpy(&l_v_25->items[0L], l_v_10, (size_t)l_v_20);
    tw_raw_free(l_v_10);
    return l_v_25;
block13:;
    l_v_45 = tw_strerror(22L);
    l_v_46 = tw_f_ll_str_from_raw(l_v_45);
    l_exc_47 = tw_exc.type != NULL;
    if (l_exc_47) {
        goto block11;
    }
    l_free_49 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_end_50 = (Signed)((Unsigned)l_free_49 + (Unsigned)80L);
    l_limit_51 = (&tw_o_SemiSpace_inst)->f_inst_limit;
    l_full_52 = l_end_50 > l_limit_51;
    if (!l_full_52) {
        goto block15;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    tw_frame[0] = l_v_46;
    l_adr_77 = tw_f_malloc_fixed(312L, 80L);
    l_v_78 = (struct tw_s_rpy_string *)tw_frame[0];
    l_obj_79 = (struct tw_s_OSError *)l_adr_77;
    l_nomem_80 = l_obj_79 == NULL;
    if (!l_nomem_80) {
        goto block19;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block19:;
    tw_ss_top = tw_frame;
    l_v_60 = l_obj_79;
    l_v_61 = l_v_78;
    goto block16;
block15:;
    (&tw_o_SemiSpace_inst)->f_inst_free = l_end_50;
    l_adr_57 = (char*)l_free_49;
    *(Signed *)(l_adr_57 + 0L) = 312L;
    l_obj_59 = (struct tw_s_OSError *)l_adr_57;
    l_v_60 = l_obj_59;
    l_v_61 = l_v_46;
block16:;
    l_v_60->f_typeptr = ((struct tw_s_object_vtable *)&tw_o_OSError_vtable);
    l_v_60->f_exc_kind = 2066L;
    l_v_60->f_exc_text = l_v_61;
    l_v_60->f_exc_word = 22L;
    l_v_66 = tw_f_ll_oserror_class(22L);
    l_v_60->f_typeptr = l_v_66;
    l_v_60->f_inst_errno = 22L;
    l_v_60->f_inst_strerror = l_v_61;
    l_evalue_71 = ((struct tw_s_object *)l_v_60);
    tw_exc.type = l_v_66;
    tw_exc.value = l_evalue_71;
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block12:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RESUME, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block9:;
    tw_raw_free(l_v_10);
    tw_f_raise_oserror();
    l_exc_39 = tw_exc.type != NULL;
    if (!l_exc_39) {
        goto block10;
    }
block11:;
    return ((struct tw_s_rpy_string *)0);
block10:;
    __builtin_unreachable();
    return ((struct tw_s_rpy_string *)0);
block8:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block3:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
}

/* raise_oserror */
void tw_f_raise_oserror(void) {
    Signed l_v_0, l_free_6, l_end_7, l_limit_8, l_adr_38;
    Address l_v_1, l_adr_15;
    struct tw_s_rpy_string *l_v_2, *l_v_39, *l_v_19;
    bool_t l_exc_3, l_full_9, l_nomem_41;
    struct tw_s_OSError *l_obj_40, *l_v_18, *l_obj_17;
    struct tw_s_object_vtable *l_v_25;
    struct tw_s_object *l_evalue_30;
    void **tw_frame;
    l_v_0 = tw_errno();
    l_v_1 = tw_strerror(l_v_0);
    l_v_2 = tw_f_ll_str_from_raw(l_v_1);
    l_exc_3 = tw_exc.type != NULL;
    if (!l_exc_3) {
        goto block1;
    }
    return;
block1:;
    l_free_6 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_end_7 = (Signed)((Unsigned)l_free_6 + (Unsigned)80L);
    l_limit_8 = (&tw_o_SemiSpace_inst)->f_inst_limit;
    l_full_9 = l_end_7 > l_limit_8;
    if (!l_full_9) {
        goto block2;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    tw_frame[0] = l_v_2;
    l_adr_38 = tw_f_malloc_fixed(312L, 80L);
    l_v_39 = (struct tw_s_rpy_string *)tw_frame[0];
    l_obj_40 = (struct tw_s_OSError *)l_adr_38;
    l_nomem_41 = l_obj_40 == NULL;
    if (!l_nomem_41) {
        goto block7;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return;
block7:;
    tw_ss_top = tw_frame;
    l_v_18 = l_obj_40;
    l_v_19 = l_v_39;
    goto block3;
block2:;
    (&tw_o_SemiSpace_inst)->f_inst_free = l_end_7;
    l_adr_15 = (char*)l_free_6;
    *(Signed *)(l_adr_15 + 0L) = 312L;
    l_obj_17 = (struct tw_s_OSError *)l_adr_15;
    l_v_18 = l_obj_17;
    l_v_19 = l_v_2;
block3:;
    l_v_18->f_typeptr = ((struct tw_s_object_vtable *)&tw_o_OSError_vtable);
    l_v_18->f_exc_kind = 2066L;
    l_v_18->f_exc_text = l_v_19;
    l_v_18->f_exc_word = l_v_0;
    l_v_25 = tw_f_ll_oserror_class(l_v_0);
    l_v_18->f_typeptr = l_v_25;
    l_v_18->f_inst_errno = l_v_0;
    l_v_18->f_inst_strerror = l_v_19;
    l_evalue_30 = ((struct tw_s_object *)l_v_18);
    tw_exc.type = l_v_25;
    tw_exc.value = l_evalue_30;
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return;
}

/* ll_str_from_raw */
struct tw_s_rpy_string *tw_f_ll_str_from_raw(Address l_adr_0) {
    Signed l_v_1, l_adr_2;
    struct tw_s_rpy_string *l_v_3;
    bool_t l_nomem_4;
    l_v_1 = tw_strlen(l_adr_0);
    l_adr_2 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_v_1);
    l_v_3 = (struct tw_s_rpy_string *)l_adr_2;
    l_nomem_4 = l_v_3 == NULL;
    if (TW_UNLIKELY(l_nomem_4)) {
        goto block3;
    }
    memcpy(&l_v_3->items[0L], l_adr_0, (size_t)l_v_1);
    return l_v_3;
block3:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
}

/* ll_oserror_class */
__attribute__((noinline)) struct tw_s_object_vtable *tw_f_ll_oserror_class(Signed l_number_0) {
    switch (l_number_0) {
    case 2L:
        return ((struct tw_s_object_vtable *)&tw_o_FileNotFoundError_vtable);
    case 17L:
        return ((struct tw_s_object_vtable *)&tw_o_FileExistsError_vtable);
    case 1L:
        return ((struct tw_s_object_vtable *)&tw_o_PermissionError_vtable);
    case 13L:
        return ((struct tw_s_object_vtable *)&tw_o_PermissionError_vtable);
    case 20L:
        return ((struct tw_s_object_vtable *)&tw_o_NotADirectoryError_vtable);
    case 21L:
        return ((struct tw_s_object_vtable *)&tw_o_IsADirectoryError_vtable);
    case 3L:
        return ((struct tw_s_object_vtable *)&tw_o_ProcessLookupError_vtable);
    case 4L:
        return ((struct tw_s_object_vtable *)&tw_o_InterruptedError_vtable);
    case 10L:
        return ((struct tw_s_object_vtable *)&tw_o_ChildProcessError_vtable);
    case 11L:
        return ((struct tw_s_object_vtable *)&tw_o_BlockingIOError_vtable);
    case 114L:
        return ((struct tw_s_object_vtable *)&tw_o_BlockingIOError_vtable);
    case 115L:
        return ((struct tw_s_object_vtable *)&tw_o_BlockingIOError_vtable);
    case 32L:
        return ((struct tw_s_object_vtable *)&tw_o_BrokenPipeError_vtable);
    case 108L:
        return ((struct tw_s_object_vtable *)&tw_o_BrokenPipeError_vtable);
    case 103L:
        return ((struct tw_s_object_vtable *)&tw_o_ConnectionAbortedError_vtable);
    case 104L:
        return ((struct tw_s_object_vtable *)&tw_o_ConnectionResetError_vtable);
    case 110L:
        return ((struct tw_s_object_vtable *)&tw_o_TimeoutError_vtable);
    case 111L:
        return ((struct tw_s_object_vtable *)&tw_o_ConnectionRefusedError_vtable);
    default:
        return ((struct tw_s_object_vtable *)&tw_o_OSError_vtable);
    }
}

/* ll_getitem_slow */
__attribute__((noinline)) Signed tw_f_ll_getitem_slow(struct tw_s_array_Signed *l_items_0, Signed l_n_1, Signed l_i_2) {
    Signed l_v_3, l_v_9;
    Unsigned l_v_4, l_v_5;
    bool_t l_v_6;
    l_v_3 = (Signed)((Unsigned)l_i_2 + (Unsigned)l_n_1);
    l_v_4 = (Unsigned)l_v_3;
    l_v_5 = (Unsigned)l_n_1;
    l_v_6 = l_v_4 >= l_v_5;
    if (TW_UNLIKELY(l_v_6)) {
        goto block3;
    }
    l_v_9 = l_items_0->items[l_v_3];
    return l_v_9;
block3:;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with_3);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return 0L;
}

/* ll_grow__2 */
__attribute__((noinline)) struct tw_s_array_Signed *tw_f_ll_grow__2(struct tw_s_array_Signed *l_old_0, Signed l_length_1, Signed l_newsize_2) {
    bool_t l_v_3, l_nomem_20;
    Signed l_extra_12, l_v_13, l_v_14, l_v_15, l_adr_17;
    struct tw_s_array_Signed *l_old_18, *l_v_19;
    void **tw_frame;
    l_v_3 = l_newsize_2 < 9L;
    if (!l_v_3) {
        goto block1;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_extra_12 = 3L;
    goto block2;
block1:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_extra_12 = 6L;
block2:;
    l_v_13 = l_newsize_2 >> 3L;
    l_v_14 = (Signed)((Unsigned)l_newsize_2 + (Unsigned)l_v_13);
    l_v_15 = (Signed)((Unsigned)l_v_14 + (Unsigned)l_extra_12);
    tw_frame[0] = l_old_0;
    l_adr_17 = tw_f_malloc_varsize(384L, 16L, 8L, 8L, l_v_15);
    l_old_18 = (struct tw_s_array_Signed *)tw_frame[0];
    l_v_19 = (struct tw_s_array_Signed *)l_adr_17;
    l_nomem_20 = l_v_19 == NULL;
    if (TW_UNLIKELY(l_nomem_20)) {
        goto block5;
    }
    tw_ss_top = tw_frame;
    memmove(&l_v_19->items[0L], &l_old_18->items[0L], (size_t)l_length_1 * sizeof(l_v_19->items[0]));
    return l_v_19;
block5:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_array_Signed *)0);
}

/* ll_grow */
static __attribute__((noinline)) struct tw_s_array_rpy_string *tw_f_ll_grow(struct tw_s_array_rpy_string *l_old_0, Signed l_length_1, Signed l_newsize_2) {
    bool_t l_v_3, l_nomem_20;
    Signed l_extra_12, l_v_13, l_v_14, l_v_15, l_adr_17;
    struct tw_s_array_rpy_string *l_old_18, *l_v_19;
    void **tw_frame;
    l_v_3 = l_newsize_2 < 9L;
    if (!l_v_3) {
        goto block1;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_extra_12 = 3L;
    goto block2;
block1:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_extra_12 = 6L;
block2:;
    l_v_13 = l_newsize_2 >> 3L;
    l_v_14 = (Signed)((Unsigned)l_newsize_2 + (Unsigned)l_v_13);
    l_v_15 = (Signed)((Unsigned)l_v_14 + (Unsigned)l_extra_12);
    tw_frame[0] = l_old_0;
    l_adr_17 = tw_f_malloc_varsize(376L, 16L, 8L, 8L, l_v_15);
    l_old_18 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_19 = (struct tw_s_array_rpy_string *)l_adr_17;
    l_nomem_20 = l_v_19 == NULL;
    if (TW_UNLIKELY(l_nomem_20)) {
        goto block5;
    }
    tw_ss_top = tw_frame;
    memmove(&l_v_19->items[0L], &l_old_18->items[0L], (size_t)l_length_1 * sizeof(l_v_19->items[0]));
    return l_v_19;
block5:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_array_rpy_string *)0);
}

/* ll_grow__1 */
static __attribute__((noinline)) struct tw_s_array_Char *tw_f_ll_grow__1(struct tw_s_array_Char *l_old_0, Signed l_length_1, Signed l_newsize_2) {
    bool_t l_v_3, l_nomem_20;
    Signed l_extra_12, l_v_13, l_v_14, l_v_15, l_adr_17;
    struct tw_s_array_Char *l_old_18, *l_v_19;
    void **tw_frame;
    l_v_3 = l_newsize_2 < 9L;
    if (!l_v_3) {
        goto block1;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_extra_12 = 3L;
    goto block2;
block1:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_extra_12 = 6L;
block2:;
    l_v_13 = l_newsize_2 >> 3L;
    l_v_14 = (Signed)((Unsigned)l_newsize_2 + (Unsigned)l_v_13);
    l_v_15 = (Signed)((Unsigned)l_v_14 + (Unsigned)l_extra_12);
    tw_frame[0] = l_old_0;
    l_adr_17 = tw_f_malloc_varsize(440L, 16L, 1L, 8L, l_v_15);
    l_old_18 = (struct tw_s_array_Char *)tw_frame[0];
    l_v_19 = (struct tw_s_array_Char *)l_adr_17;
    l_nomem_20 = l_v_19 == NULL;
    if (TW_UNLIKELY(l_nomem_20)) {
        goto block5;
    }
    tw_ss_top = tw_frame;
    memmove(&l_v_19->items[0L], &l_old_18->items[0L], (size_t)l_length_1 * sizeof(l_v_19->items[0]));
    return l_v_19;
block5:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_array_Char *)0);
}

/* malloc_fixed */
__attribute__((noinline)) Signed tw_f_malloc_fixed(Signed l_tid_0, Signed l_size_1) {
    Signed l_v_2, l_v_3, l_v_4, l_obj_8, l_v_16, l_v_9;
    bool_t l_v_5, l_v_17;
    Address l_v_11;
    l_v_2 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_v_3 = (Signed)((Unsigned)l_v_2 + (Unsigned)l_size_1);
    l_v_4 = (&tw_o_SemiSpace_inst)->f_inst_limit;
    l_v_5 = l_v_3 > l_v_4;
    if (!l_v_5) {
        l_obj_8 = l_v_2;
        goto block1;
    }
    l_v_16 = tw_f_make_room(l_size_1);
    l_v_17 = l_v_16 == 0L;
    if (l_v_17) {
        return 0L;
    }
    l_obj_8 = l_v_16;
block1:;
    l_v_9 = (Signed)((Unsigned)l_obj_8 + (Unsigned)l_size_1);
    (&tw_o_SemiSpace_inst)->f_inst_free = l_v_9;
    l_v_11 = (char*)l_obj_8;
    *(Signed *)(l_v_11 + 0L) = l_tid_0;
    return l_obj_8;
}

/* malloc_varsize */
__attribute__((noinline)) Signed tw_f_malloc_varsize(Signed l_tid_0, Signed l_fixedsize_1, Signed l_itemsize_2, Signed l_lengthofs_3, Signed l_n_4) {
    bool_t l_v_5, l_v_11, l_v_24, l_v_43;
    Signed l_v_17, l_v_18, l_v_19, l_v_20, l_v_21, l_v_22, l_v_23, l_obj_29;
    Signed l_v_42, l_v_30, l_v_34;
    Address l_v_32, l_v_35;
    l_v_5 = l_n_4 < 0L;
    if (l_v_5) {
        return 0L;
    }
    l_v_11 = l_n_4 > 35184372088832L;
    if (l_v_11) {
        return 0L;
    }
    l_v_17 = (Signed)((Unsigned)l_itemsize_2 * (Unsigned)l_n_4);
    l_v_18 = (Signed)((Unsigned)l_fixedsize_1 + (Unsigned)l_v_17);
    l_v_19 = (Signed)((Unsigned)l_v_18 + (Unsigned)7L);
    l_v_20 = l_v_19 & (-8L);
    l_v_21 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_v_22 = (Signed)((Unsigned)l_v_21 + (Unsigned)l_v_20);
    l_v_23 = (&tw_o_SemiSpace_inst)->f_inst_limit;
    l_v_24 = l_v_22 > l_v_23;
    if (!l_v_24) {
        l_obj_29 = l_v_21;
        goto block3;
    }
    l_v_42 = tw_f_make_room(l_v_20);
    l_v_43 = l_v_42 == 0L;
    if (l_v_43) {
        return 0L;
    }
    l_obj_29 = l_v_42;
block3:;
    l_v_30 = (Signed)((Unsigned)l_obj_29 + (Unsigned)l_v_20);
    (&tw_o_SemiSpace_inst)->f_inst_free = l_v_30;
    l_v_32 = (char*)l_obj_29;
    *(Signed *)(l_v_32 + 0L) = l_tid_0;
    l_v_34 = (Signed)((Unsigned)l_obj_29 + (Unsigned)l_lengthofs_3);
    l_v_35 = (char*)l_v_34;
    *(Signed *)(l_v_35 + 0L) = l_n_4;
    return l_obj_29;
}

/* collect */
__attribute__((noinline)) void tw_f_collect(void) {
    Signed l_v_0;
    bool_t l_v_1;
    l_v_0 = (&tw_o_SemiSpace_inst)->f_inst_space;
    l_v_1 = l_v_0 != 0L;
    if (!l_v_1) {
        return;
    }
    tw_f_collect_for(0L);
    return;
}

/* identity_hash */
Signed tw_f_identity_hash(Address l_address_0) {
    Signed l_v_1, l_v_3, l_v_4, l_v_5, l_h_9, l_v_21, l_v_22, l_v_24;
    Signed l_v_25, l_v_15, l_v_16, l_v_17;
    Address l_v_2;
    bool_t l_v_6, l_v_11;
    l_v_1 = (Signed)l_address_0;
    l_v_2 = (char*)l_v_1;
    l_v_3 = *(Signed *)(l_v_2 + 0L);
    l_v_4 = l_v_3 >> 32L;
    l_v_5 = l_v_4 & 4294967295L;
    l_v_6 = l_v_5 == 0L;
    if (!l_v_6) {
        return l_v_5;
    }
    l_h_9 = l_v_5;
block2:;
    l_v_11 = l_h_9 == 0L;
    if (!l_v_11) {
        goto block3;
    }
    l_v_21 = (&tw_o_SemiSpace_inst)->f_inst_next_hash;
    l_v_22 = (Signed)((Unsigned)l_v_21 + (Unsigned)1L);
    (&tw_o_SemiSpace_inst)->f_inst_next_hash = l_v_22;
    l_v_24 = (Signed)((Unsigned)l_v_22 * (Unsigned)2654435761L);
    l_v_25 = l_v_24 & 4294967295L;
    l_h_9 = l_v_25;
    goto block2;
block3:;
    l_v_15 = l_v_3 & 4294967295L;
    l_v_16 = (Signed)((Unsigned)l_h_9 << 32L);
    l_v_17 = l_v_15 | l_v_16;
    *(Signed *)(l_v_2 + 0L) = l_v_17;
    return l_h_9;
}

/* message */
static struct tw_s_rpy_string *tw_f_message(struct tw_s_BaseException *l_e_0, bool_t l_quoted_1) {
    Signed l_v_2, l_v_3, l_v_4, l_v_5, l_v_12, l_v_419, l_v_392, l_v_377;
    Signed l_v_362, l_v_365, l_v_22, l_v_23, l_v_324, l_v_328, l_v_329, l_n_30;
    Signed l_i_32, l_v_320, l_v_55, l_v_56, l_v_204, l_v_215, l_n_217, l_index_219;
    Signed l_v_263, l_v_237, l_v_302, l_i_156, l_i_136, l_v_251, l_v_252, l_v_253;
    Signed l_v_254, l_v_63, l_v_187, l_v_80, l_v_72, l_v_73, l_v_85, l_v_178;
    Signed l_v_134, l_v_141, l_v_105;
    bool_t l_v_6, l_v_13, l_quoted_15, l_v_388, l_v_420, l_exc_488, l_exc_427, l_exc_435;
    bool_t l_exc_444, l_exc_453, l_exc_460, l_exc_467, l_exc_472, l_exc_477, l_exc_397, l_exc_402;
    bool_t l_exc_407, l_exc_412, l_v_345, l_v_378, l_v_363, l_exc_374, l_exc_368, l_v_354;
    bool_t l_exc_359, l_v_325, l_v_330, l_v_33, l_v_50, l_exc_312, l_v_57, l_exc_198;
    bool_t l_negative_216, l_v_226, l_v_239, l_exc_289, l_v_279, l_v_273, l_v_65, l_exc_74;
    bool_t l_v_179, l_v_135, l_exc_167, l_exc_148, l_v_112, l_exc_123, l_exc_100, l_v_37;
    bool_t l_exc_44, l_exc_40;
    struct tw_s_rpy_string *l_v_387, *l_v_490, *l_text_426, *l_v_430, *l_text_433, *l_v_439, *l_v_442, *l_v_448;
    struct tw_s_rpy_string *l_v_450, *l_v_457, *l_v_458, *l_v_465, *l_v_470, *l_v_471, *l_v_476, *l_v_395;
    struct tw_s_rpy_string *l_v_400, *l_v_405, *l_text_406, *l_v_411, *l_v_373, *l_v_367, *l_v_353, *l_v_358;
    struct tw_s_rpy_string *l_v_350, *l_text_31, *l_text_53, *l_v_310, *l_v_192, *l_text_197, *l_v_205, *l_v_113;
    struct tw_s_rpy_string *l_text_114, *l_text_91, *l_v_92, *l_v_286, *l_text_287, *l_text_157, *l_text_137, *l_v_164;
    struct tw_s_rpy_string *l_text_165, *l_v_145, *l_text_146, *l_v_111, *l_v_120, *l_text_121, *l_v_90, *l_v_98;
    struct tw_s_rpy_string *l_text_38, *l_v_43, *l_v_39, *l_v_19;
    struct tw_s_tuple2_3 *l_v_487, *l_v_425, *l_v_432, *l_v_441, *l_v_195;
    Unsigned l_v_372, l_v_366, l_v_64, l_v_161, l_v_142;
    struct tw_s_BaseException *l_e_29, *l_e_51, *l_e_311, *l_e_196, *l_e_116, *l_e_94, *l_e_288, *l_e_159;
    struct tw_s_BaseException *l_e_139, *l_e_166, *l_e_147, *l_e_122, *l_e_99;
    Char l_v_238;
    double l_v_285;
    void **tw_frame;
    static const void *const tw_table45[7] = {
        &&case45_0, &&block46, &&block47, &&block48, &&other45, &&other45, &&case45_1,
    };
    l_v_2 = l_e_0->f_exc_kind;
    l_v_3 = l_v_2 & 15L;
    l_v_4 = l_v_2 >> 4L;
    l_v_5 = l_v_4 & 15L;
    l_v_6 = l_v_3 == 0L;
    if (l_v_6) {
        return ((struct tw_s_rpy_string *)&tw_o_str_3);
    }
    l_v_12 = l_v_2 & 2048L;
    l_v_13 = l_v_12 != 0;
    if (!l_v_13) {
        l_quoted_15 = l_quoted_1;
        goto block2;
    }
    if (l_quoted_1) {
        l_quoted_15 = 1;
        goto block2;
    }
    l_v_387 = l_e_0->f_exc_text;
    l_v_388 = l_v_3 == 6L;
    if (!l_v_388) {
        goto block76;
    }
    l_v_419 = l_v_2 >> 12L;
    l_v_420 = l_v_419 == 5L;
    if (!l_v_420) {
        goto block85;
    }
    l_v_487 = tw_f_packed_argument(l_v_387, 5L);
    l_exc_488 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_488)) {
        goto block11;
    }
    l_v_490 = l_v_487->f_item1;
    return l_v_490;
block85:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    tw_frame[0] = l_v_387;
    tw_frame[1] = ((GcRef)0);
    l_v_425 = tw_f_packed_argument(l_v_387, 0L);
    l_text_426 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_427 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_427)) {
        goto block100;
    }
    l_v_430 = l_v_425->f_item1;
    tw_frame[1] = l_v_430;
    l_v_432 = tw_f_packed_argument(l_text_426, 1L);
    l_text_433 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_435 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_435)) {
        goto block99;
    }
    l_v_439 = l_v_432->f_item1;
    tw_frame[0] = l_v_439;
    l_v_441 = tw_f_packed_argument(l_text_433, 2L);
    l_v_442 = (struct tw_s_rpy_string *)tw_frame[1];
    l_exc_444 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_444)) {
        goto block98;
    }
    l_v_448 = l_v_441->f_item1;
    tw_frame[1] = l_v_448;
    l_v_450 = tw_f_ll_strconcat(((struct tw_s_rpy_string *)&tw_o_str_11), l_v_442);
    l_exc_453 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_453)) {
        goto block97;
    }
    l_v_457 = tw_f_ll_strconcat(l_v_450, ((struct tw_s_rpy_string *)&tw_o_str_12));
    l_v_458 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_460 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_460)) {
        goto block96;
    }
    tw_frame[0] = ((GcRef)0);
    l_v_465 = tw_f_ll_strconcat(l_v_457, l_v_458);
    l_exc_467 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_467)) {
        goto block95;
    }
    l_v_470 = tw_f_ll_strconcat(l_v_465, ((struct tw_s_rpy_string *)&tw_o_str_2));
    l_v_471 = (struct tw_s_rpy_string *)tw_frame[1];
    l_exc_472 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_472)) {
        goto block94;
    }
    tw_ss_top = tw_frame;
    l_v_476 = tw_f_ll_strconcat(l_v_470, l_v_471);
    l_exc_477 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_477)) {
        goto block11;
    }
    return l_v_476;
block76:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    l_v_392 = l_e_0->f_exc_word;
    tw_frame[0] = l_v_387;
    tw_frame[1] = ((GcRef)0);
    l_v_395 = tw_f_ll_int2dec(l_v_392);
    l_exc_397 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_397)) {
        goto block83;
    }
    l_v_400 = tw_f_ll_strconcat(((struct tw_s_rpy_string *)&tw_o_str_11), l_v_395);
    l_exc_402 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_402)) {
        goto block82;
    }
    l_v_405 = tw_f_ll_strconcat(l_v_400, ((struct tw_s_rpy_string *)&tw_o_str_12));
    l_text_406 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_407 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_407)) {
        goto block81;
    }
    tw_ss_top = tw_frame;
    l_v_411 = tw_f_ll_strconcat(l_v_405, l_text_406);
    l_exc_412 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_412)) {
        goto block11;
    }
    return l_v_411;
block2:;
    switch (l_v_3) {
    case 7L:
        goto block3;
    case 6L:
        goto block5;
    default:
        goto block61;
    }
block61:;
    l_v_345 = l_v_5 != 0L;
    if (l_v_345) {
        goto block5;
    }
    switch (l_v_3) {
    case 7L:
        goto block63;
    case 1L:
        goto block64;
    case 2L:
        goto block68;
    case 3L:
        goto block73;
    default:
        return ((struct tw_s_rpy_string *)&tw_o_str_7);
    }
block73:;
    l_v_377 = l_e_0->f_exc_word;
    l_v_378 = l_v_377 != 0;
    if (l_v_378) {
        return ((struct tw_s_rpy_string *)&tw_o_str_9);
    }
    return ((struct tw_s_rpy_string *)&tw_o_str_8);
block68:;
    l_v_362 = l_e_0->f_exc_word;
    l_v_363 = l_v_362 >= 0L;
    if (!l_v_363) {
        goto block69;
    }
    l_v_372 = (Unsigned)l_v_362;
    l_v_373 = tw_f_ll_uint2str_base(l_v_372, 10L, 0L);
    l_exc_374 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_374)) {
        goto block11;
    }
    return l_v_373;
block69:;
    l_v_365 = (Signed)(-(Unsigned)l_v_362);
    l_v_366 = (Unsigned)l_v_365;
    l_v_367 = tw_f_ll_uint2str_base(l_v_366, 10L, 1L);
    l_exc_368 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_368)) {
        goto block11;
    }
    l_v_367->items[0L] = '-';
    return l_v_367;
block64:;
    l_v_353 = l_e_0->f_exc_text;
    l_v_354 = l_v_353 != NULL;
    if (!l_v_354) {
        return ((struct tw_s_rpy_string *)&tw_o_str_7);
    }
    if (!l_quoted_15) {
        return l_v_353;
    }
    l_v_358 = tw_f_ll_strrepr(l_v_353);
    l_exc_359 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_359)) {
        goto block11;
    }
    return l_v_358;
block63:;
    l_v_350 = l_e_0->f_exc_text;
    return l_v_350;
block5:;
    l_v_22 = l_e_0->f_exc_kind;
    l_v_23 = l_v_22 & 15L;
    switch (l_v_23) {
    case 0L:
        goto block6;
    case 6L:
        goto block56;
    case 8L:
        goto block57;
    default:
        goto block58;
    }
block57:;
    l_v_324 = l_v_22 >> 12L;
    l_v_325 = l_v_324 != 0L;
    if (l_v_325) {
        goto block56;
    }
block58:;
    l_v_328 = l_v_22 >> 4L;
    l_v_329 = l_v_328 & 15L;
    l_v_330 = l_v_329 == 0L;
    if (!l_v_330) {
        goto block59;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    l_e_29 = l_e_0;
    l_n_30 = 1L;
    l_text_31 = ((struct tw_s_rpy_string *)&tw_o_str_4);
    l_i_32 = 0L;
    goto block7;
block59:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    l_e_29 = l_e_0;
    l_n_30 = 2L;
    l_text_31 = ((struct tw_s_rpy_string *)&tw_o_str_4);
    l_i_32 = 0L;
    goto block7;
block56:;
    l_v_320 = l_v_22 >> 12L;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    l_e_29 = l_e_0;
    l_n_30 = l_v_320;
    l_text_31 = ((struct tw_s_rpy_string *)&tw_o_str_4);
    l_i_32 = 0L;
    goto block7;
block6:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    l_e_29 = l_e_0;
    l_n_30 = 0L;
    l_text_31 = ((struct tw_s_rpy_string *)&tw_o_str_4);
    l_i_32 = 0L;
block7:;
    l_v_33 = l_i_32 < l_n_30;
    if (!l_v_33) {
        goto block8;
    }
    l_v_50 = l_i_32 > 0L;
    if (!l_v_50) {
        l_e_51 = l_e_29;
        l_text_53 = l_text_31;
        goto block15;
    }
    tw_frame[0] = l_e_29;
    tw_frame[1] = ((GcRef)0);
    l_v_310 = tw_f_ll_strconcat(l_text_31, ((struct tw_s_rpy_string *)&tw_o_str_10));
    l_e_311 = (struct tw_s_BaseException *)tw_frame[0];
    l_exc_312 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_312)) {
        goto block55;
    }
    l_e_51 = l_e_311;
    l_text_53 = l_v_310;
block15:;
    l_v_55 = l_e_51->f_exc_kind;
    l_v_56 = l_v_55 & 15L;
    l_v_57 = l_v_56 == 6L;
    if (!l_v_57) {
        goto block16;
    }
    l_v_192 = l_e_51->f_exc_text;
    tw_frame[0] = l_e_51;
    tw_frame[1] = l_text_53;
    l_v_195 = tw_f_packed_argument(l_v_192, l_i_32);
    l_e_196 = (struct tw_s_BaseException *)tw_frame[0];
    l_text_197 = (struct tw_s_rpy_string *)tw_frame[1];
    l_exc_198 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_198)) {
        goto block52;
    }
    l_v_204 = l_v_195->f_item0;
    l_v_205 = l_v_195->f_item1;
    switch (l_v_204) {
    case 1L:
        l_v_113 = l_v_205;
        l_text_114 = l_text_197;
        l_e_116 = l_e_196;
        goto block25;
    case 7L:
        l_text_91 = l_text_197;
        l_v_92 = l_v_205;
        l_e_94 = l_e_196;
        goto block21;
    default:
        goto block40;
    }
block40:;
    l_v_215 = l_v_205->length;
    l_negative_216 = 0;
    l_n_217 = 0L;
    l_index_219 = 0L;
    l_v_226 = l_index_219 >= l_v_215;
    if (l_v_226) {
    if (l_negative_216) {
        goto block51;
    }
    l_v_263 = l_n_217;
    if (TW_UNLIKELY((Unsigned)l_v_204 - (Unsigned)1L >= 7UL)) {
        goto other45;
    }
    goto *tw_table45[(Unsigned)l_v_204 - (Unsigned)1L];
    }
    l_v_237 = (Signed)((Unsigned)l_index_219 + (Unsigned)1L);
    l_v_238 = l_v_205->items[l_index_219];
    l_v_239 = l_v_238 == '-';
    if (l_v_239) {
        l_negative_216 = 1;
        l_index_219 = l_v_237;
        goto block41;
    }
    goto block43;
block41:;
    l_v_226 = l_index_219 >= l_v_215;
    if (!l_v_226) {
        goto block42;
    }
    if (!l_negative_216) {
        l_v_263 = l_n_217;
        goto block45;
    }
block51:;
    l_v_302 = (Signed)(-(Unsigned)l_n_217);
    l_v_263 = l_v_302;
    if (TW_UNLIKELY((Unsigned)l_v_204 - (Unsigned)1L >= 7UL)) {
        goto other45;
    }
    goto *tw_table45[(Unsigned)l_v_204 - (Unsigned)1L];
block45:;
    if (TW_UNLIKELY((Unsigned)l_v_204 - (Unsigned)1L >= 7UL)) {
        goto other45;
    }
    goto *tw_table45[(Unsigned)l_v_204 - (Unsigned)1L];
case45_0:;
    l_v_113 = ((struct tw_s_rpy_string *)&tw_o_str_3);
    l_text_114 = l_text_197;
    l_e_116 = l_e_196;
    goto block25;
case45_1:;
    l_text_91 = l_text_197;
    l_v_92 = ((struct tw_s_rpy_string *)&tw_o_str_3);
    l_e_94 = l_e_196;
    goto block21;
other45:;
    l_text_91 = l_text_197;
    l_v_92 = ((struct tw_s_rpy_string *)&tw_o_str_7);
    l_e_94 = l_e_196;
    goto block21;
block48:;
    l_v_285 = tw_bits_float(l_v_263);
    l_v_286 = tw_f_ll_format_float(l_v_285, 114L, 17L);
    l_text_287 = (struct tw_s_rpy_string *)tw_frame[1];
    l_e_288 = (struct tw_s_BaseException *)tw_frame[0];
    l_exc_289 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_289)) {
        goto block50;
    }
    l_text_91 = l_text_287;
    l_v_92 = l_v_286;
    l_e_94 = l_e_288;
    goto block21;
block47:;
    l_v_279 = l_v_263 != 0;
    if (l_v_279) {
        l_text_91 = l_text_197;
        l_v_92 = ((struct tw_s_rpy_string *)&tw_o_str_9);
        l_e_94 = l_e_196;
        goto block21;
    }
    l_text_91 = l_text_197;
    l_v_92 = ((struct tw_s_rpy_string *)&tw_o_str_8);
    l_e_94 = l_e_196;
    goto block21;
block46:;
    l_v_273 = l_v_263 >= 0L;
    if (l_v_273) {
        l_i_156 = l_v_263;
        l_text_157 = l_text_197;
        l_e_159 = l_e_196;
        goto block32;
    }
    l_i_136 = l_v_263;
    l_text_137 = l_text_197;
    l_e_139 = l_e_196;
    goto block29;
block42:;
    l_v_237 = (Signed)((Unsigned)l_index_219 + (Unsigned)1L);
    l_v_238 = l_v_205->items[l_index_219];
    l_v_239 = l_v_238 == '-';
    if (l_v_239) {
        l_negative_216 = 1;
        l_index_219 = l_v_237;
        goto block41;
    }
block43:;
    l_v_251 = (Signed)((Unsigned)l_n_217 * (Unsigned)10L);
    l_v_252 = (Signed)l_v_238;
    l_v_253 = (Signed)((Unsigned)l_v_251 + (Unsigned)l_v_252);
    l_v_254 = (Signed)((Unsigned)l_v_253 - (Unsigned)48L);
    l_n_217 = l_v_254;
    l_index_219 = l_v_237;
    l_v_226 = l_index_219 >= l_v_215;
    if (l_v_226) {
    if (l_negative_216) {
        goto block51;
    }
    l_v_263 = l_n_217;
    if (TW_UNLIKELY((Unsigned)l_v_204 - (Unsigned)1L >= 7UL)) {
        goto other45;
    }
    goto *tw_table45[(Unsigned)l_v_204 - (Unsigned)1L];
    }
    l_v_237 = (Signed)((Unsigned)l_index_219 + (Unsigned)1L);
    l_v_238 = l_v_205->items[l_index_219];
    l_v_239 = l_v_238 == '-';
    if (l_v_239) {
        l_negative_216 = 1;
        l_index_219 = l_v_237;
        goto block41;
    }
    goto block43;
block16:;
    l_v_63 = (Signed)((Unsigned)l_i_32 * (Unsigned)4L);
    l_v_64 = (Unsigned)l_v_63;
    l_v_65 = l_v_64 < 64UL;
    if (!l_v_65) {
        goto block17;
    }
    l_v_187 = l_v_55 >> l_v_63;
    l_v_80 = l_v_187;
    goto block19;
block17:;
    l_v_72 = l_v_55 >> 63L;
    l_v_73 = tw_f_ll_bad_shift(l_v_63, l_v_72);
    l_exc_74 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_74)) {
        goto block36;
    }
    l_v_80 = l_v_73;
block19:;
    l_v_85 = l_v_80 & 15L;
    switch (l_v_85) {
    case 7L:
        goto block20;
    case 1L:
        goto block24;
    case 2L:
        goto block28;
    case 3L:
        goto block35;
    default:
        l_text_91 = l_text_53;
        l_v_92 = ((struct tw_s_rpy_string *)&tw_o_str_7);
        l_e_94 = l_e_51;
        goto block21;
    }
block35:;
    l_v_178 = l_e_51->f_exc_word;
    l_v_179 = l_v_178 != 0;
    if (l_v_179) {
        l_text_91 = l_text_53;
        l_v_92 = ((struct tw_s_rpy_string *)&tw_o_str_9);
        l_e_94 = l_e_51;
        goto block21;
    }
    l_text_91 = l_text_53;
    l_v_92 = ((struct tw_s_rpy_string *)&tw_o_str_8);
    l_e_94 = l_e_51;
    goto block21;
block28:;
    l_v_134 = l_e_51->f_exc_word;
    l_v_135 = l_v_134 >= 0L;
    if (!l_v_135) {
        l_i_136 = l_v_134;
        l_text_137 = l_text_53;
        l_e_139 = l_e_51;
        goto block29;
    }
    l_i_156 = l_v_134;
    l_text_157 = l_text_53;
    l_e_159 = l_e_51;
block32:;
    l_v_161 = (Unsigned)l_i_156;
    tw_frame[0] = l_e_159;
    tw_frame[1] = l_text_157;
    l_v_164 = tw_f_ll_uint2str_base(l_v_161, 10L, 0L);
    l_text_165 = (struct tw_s_rpy_string *)tw_frame[1];
    l_e_166 = (struct tw_s_BaseException *)tw_frame[0];
    l_exc_167 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_167)) {
        goto block34;
    }
    l_text_91 = l_text_165;
    l_v_92 = l_v_164;
    l_e_94 = l_e_166;
    goto block21;
block29:;
    l_v_141 = (Signed)(-(Unsigned)l_i_136);
    l_v_142 = (Unsigned)l_v_141;
    tw_frame[0] = l_e_139;
    tw_frame[1] = l_text_137;
    l_v_145 = tw_f_ll_uint2str_base(l_v_142, 10L, 1L);
    l_text_146 = (struct tw_s_rpy_string *)tw_frame[1];
    l_e_147 = (struct tw_s_BaseException *)tw_frame[0];
    l_exc_148 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_148)) {
        goto block31;
    }
    l_v_145->items[0L] = '-';
    l_text_91 = l_text_146;
    l_v_92 = l_v_145;
    l_e_94 = l_e_147;
    goto block21;
block24:;
    l_v_111 = l_e_51->f_exc_text;
    l_v_112 = l_v_111 != NULL;
    if (!l_v_112) {
        l_text_91 = l_text_53;
        l_v_92 = ((struct tw_s_rpy_string *)&tw_o_str_7);
        l_e_94 = l_e_51;
        goto block21;
    }
    l_v_113 = l_v_111;
    l_text_114 = l_text_53;
    l_e_116 = l_e_51;
block25:;
    tw_frame[0] = l_e_116;
    tw_frame[1] = l_text_114;
    l_v_120 = tw_f_ll_strrepr(l_v_113);
    l_text_121 = (struct tw_s_rpy_string *)tw_frame[1];
    l_e_122 = (struct tw_s_BaseException *)tw_frame[0];
    l_exc_123 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_123)) {
        goto block27;
    }
    l_text_91 = l_text_121;
    l_v_92 = l_v_120;
    l_e_94 = l_e_122;
    goto block21;
block20:;
    l_v_90 = l_e_51->f_exc_text;
    l_text_91 = l_text_53;
    l_v_92 = l_v_90;
    l_e_94 = l_e_51;
block21:;
    tw_frame[0] = l_e_94;
    tw_frame[1] = ((GcRef)0);
    l_v_98 = tw_f_ll_strconcat(l_text_91, l_v_92);
    l_e_99 = (struct tw_s_BaseException *)tw_frame[0];
    l_exc_100 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_100)) {
        goto block23;
    }
    l_v_105 = (Signed)((Unsigned)l_i_32 + (Unsigned)1L);
    l_e_29 = l_e_99;
    l_text_31 = l_v_98;
    l_i_32 = l_v_105;
    goto block7;
block8:;
    tw_ss_top = tw_frame;
    l_v_37 = l_n_30 == 1L;
    if (!l_v_37) {
        l_text_38 = l_text_31;
        goto block9;
    }
    l_v_43 = tw_f_ll_strconcat(l_text_31, ((struct tw_s_rpy_string *)&tw_o_str_6));
    l_exc_44 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_44)) {
        goto block11;
    }
    l_text_38 = l_v_43;
block9:;
    l_v_39 = tw_f_ll_strconcat(l_text_38, ((struct tw_s_rpy_string *)&tw_o_str_5));
    l_exc_40 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_40)) {
        goto block11;
    }
    return l_v_39;
block3:;
    l_v_19 = l_e_0->f_exc_text;
    return l_v_19;
block100:;
    tw_ss_top = tw_frame;
    goto block11;
block99:;
    tw_ss_top = tw_frame;
    goto block11;
block98:;
    tw_ss_top = tw_frame;
    goto block11;
block97:;
    tw_ss_top = tw_frame;
    goto block11;
block96:;
    tw_ss_top = tw_frame;
    goto block11;
block95:;
    tw_ss_top = tw_frame;
    goto block11;
block94:;
    tw_ss_top = tw_frame;
    goto block11;
block83:;
    tw_ss_top = tw_frame;
    goto block11;
block82:;
    tw_ss_top = tw_frame;
    goto block11;
block81:;
    tw_ss_top = tw_frame;
    goto block11;
block55:;
    tw_ss_top = tw_frame;
    goto block11;
block52:;
    tw_ss_top = tw_frame;
    goto block11;
block50:;
    tw_ss_top = tw_frame;
    goto block11;
block36:;
    tw_ss_top = tw_frame;
    goto block11;
block34:;
    tw_ss_top = tw_frame;
    goto block11;
block31:;
    tw_ss_top = tw_frame;
    goto block11;
block27:;
    tw_ss_top = tw_frame;
    goto block11;
block23:;
    tw_ss_top = tw_frame;
block11:;
    return ((struct tw_s_rpy_string *)0);
}

/* ll_strconcat */
static __attribute__((noinline)) struct tw_s_rpy_string *tw_f_ll_strconcat(struct tw_s_rpy_string *l_a_0, struct tw_s_rpy_string *l_b_1) {
    Signed l_v_3, l_v_4, l_v_5, l_adr_8;
    struct tw_s_rpy_string *l_a_9, *l_b_10, *l_v_11;
    bool_t l_nomem_12;
    void **tw_frame;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    l_v_3 = l_a_0->length;
    l_v_4 = l_b_1->length;
    l_v_5 = (Signed)((Unsigned)l_v_3 + (Unsigned)l_v_4);
    tw_frame[0] = l_a_0;
    tw_frame[1] = l_b_1;
    l_adr_8 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_v_5);
    l_a_9 = (struct tw_s_rpy_string *)tw_frame[0];
    l_b_10 = (struct tw_s_rpy_string *)tw_frame[1];
    l_v_11 = (struct tw_s_rpy_string *)l_adr_8;
    l_nomem_12 = l_v_11 == NULL;
    if (TW_UNLIKELY(l_nomem_12)) {
        goto block3;
    }
    tw_ss_top = tw_frame;
    memmove(&l_v_11->items[0L], &l_a_9->items[0L], (size_t)l_v_3 * sizeof(l_v_11->items[0]));
    memmove(&l_v_11->items[l_v_3], &l_b_10->items[0L], (size_t)l_v_4 * sizeof(l_v_11->items[0]));
    return l_v_11;
block3:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
}

/* ll_write_all */
static void tw_f_ll_write_all(Signed l_fd_0, struct tw_s_rpy_string *l_s_1) {
    Signed l_v_2, l_at_11, l_v_21, l_v_22, l_v_29;
    Address l_v_3, l_v_20;
    bool_t l_exc_4, l_v_12, l_v_23, l_exc_33;
    l_v_2 = l_s_1->length;
    l_v_3 = tw_f_raw_copy(l_s_1);
    l_exc_4 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_4)) {
        goto block9;
    }
    l_at_11 = 0L;
block2:;
    l_v_12 = l_at_11 < l_v_2;
    if (!l_v_12) {
        goto block3;
    }
    l_v_20 = l_v_3 + l_at_11;
    l_v_21 = (Signed)((Unsigned)l_v_2 - (Unsigned)l_at_11);
    l_v_22 = tw_write(l_fd_0, l_v_20, l_v_21);
    l_v_23 = l_v_22 < 0L;
    if (TW_UNLIKELY(l_v_23)) {
        goto block7;
    }
    l_v_29 = (Signed)((Unsigned)l_at_11 + (Unsigned)l_v_22);
    l_at_11 = l_v_29;
    goto block2;
block3:;
    tw_raw_free(l_v_3);
    return;
block7:;
    tw_raw_free(l_v_3);
    tw_f_raise_oserror();
    l_exc_33 = tw_exc.type != NULL;
    if (!l_exc_33) {
        goto block8;
    }
block9:;
    return;
block8:;
    __builtin_unreachable();
    return;
}

/* ll_strslice */
static struct tw_s_rpy_string *tw_f_ll_strslice(struct tw_s_rpy_string *l_s_0, Signed l_start_1, Signed l_stop_2) {
    Signed l_v_3, l_i_5, l_v_74, l_v_12, l_i_15, l_v_68, l_v_20, l_stop_27;
    Signed l_v_37, l_adr_39;
    bool_t l_v_4, l_v_75, l_v_9, l_v_14, l_v_69, l_v_19, l_v_24, l_v_29;
    bool_t l_v_59, l_nomem_42;
    struct tw_s_rpy_string *l_s_40, *l_v_41;
    void **tw_frame;
    l_v_3 = l_s_0->length;
    l_v_4 = l_start_1 < 0L;
    if (!l_v_4) {
        l_i_5 = l_start_1;
        goto block1;
    }
    l_v_74 = (Signed)((Unsigned)l_start_1 + (Unsigned)l_v_3);
    l_v_75 = l_v_74 < 0L;
    if (l_v_75) {
        l_v_12 = 0L;
        goto block2;
    }
    l_i_5 = l_v_74;
block1:;
    l_v_9 = l_i_5 > l_v_3;
    if (!l_v_9) {
        l_v_12 = l_i_5;
        goto block2;
    }
    l_v_12 = l_v_3;
block2:;
    l_v_14 = l_stop_2 < 0L;
    if (!l_v_14) {
        l_i_15 = l_stop_2;
        goto block3;
    }
    l_v_68 = (Signed)((Unsigned)l_stop_2 + (Unsigned)l_v_3);
    l_v_69 = l_v_68 < 0L;
    if (l_v_69) {
        l_v_20 = 0L;
        goto block4;
    }
    l_i_15 = l_v_68;
block3:;
    l_v_19 = l_i_15 > l_v_3;
    if (!l_v_19) {
        l_v_20 = l_i_15;
        goto block4;
    }
    l_v_20 = l_v_3;
block4:;
    l_v_24 = l_v_20 < l_v_12;
    if (!l_v_24) {
        l_stop_27 = l_v_20;
        goto block5;
    }
    l_stop_27 = l_v_12;
block5:;
    l_v_29 = l_v_12 == 0L;
    if (!l_v_29) {
        goto block6;
    }
    l_v_59 = l_stop_27 == l_v_3;
    if (l_v_59) {
        return l_s_0;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    goto block7;
block6:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
block7:;
    l_v_37 = (Signed)((Unsigned)l_stop_27 - (Unsigned)l_v_12);
    tw_frame[0] = l_s_0;
    l_adr_39 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_v_37);
    l_s_40 = (struct tw_s_rpy_string *)tw_frame[0];
    l_v_41 = (struct tw_s_rpy_string *)l_adr_39;
    l_nomem_42 = l_v_41 == NULL;
    if (TW_UNLIKELY(l_nomem_42)) {
        goto block10;
    }
    tw_ss_top = tw_frame;
    memmove(&l_v_41->items[0L], &l_s_40->items[l_v_12], (size_t)l_v_37 * sizeof(l_v_41->items[0]));
    return l_v_41;
block10:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
}

/* ll_strslice_startonly */
static struct tw_s_rpy_string *tw_f_ll_strslice_startonly(struct tw_s_rpy_string *l_s_0, Signed l_start_1) {
    Signed l_v_2, l_i_4, l_v_37, l_v_9, l_v_16, l_adr_18;
    bool_t l_v_3, l_v_38, l_v_7, l_v_11, l_nomem_21;
    struct tw_s_rpy_string *l_s_19, *l_v_20;
    void **tw_frame;
    l_v_2 = l_s_0->length;
    l_v_3 = l_start_1 < 0L;
    if (!l_v_3) {
        l_i_4 = l_start_1;
        goto block1;
    }
    l_v_37 = (Signed)((Unsigned)l_start_1 + (Unsigned)l_v_2);
    l_v_38 = l_v_37 < 0L;
    if (l_v_38) {
        return l_s_0;
    }
    l_i_4 = l_v_37;
block1:;
    l_v_7 = l_i_4 > l_v_2;
    if (!l_v_7) {
        l_v_9 = l_i_4;
        goto block2;
    }
    l_v_9 = l_v_2;
block2:;
    l_v_11 = l_v_9 == 0L;
    if (l_v_11) {
        return l_s_0;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_v_16 = (Signed)((Unsigned)l_v_2 - (Unsigned)l_v_9);
    tw_frame[0] = l_s_0;
    l_adr_18 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_v_16);
    l_s_19 = (struct tw_s_rpy_string *)tw_frame[0];
    l_v_20 = (struct tw_s_rpy_string *)l_adr_18;
    l_nomem_21 = l_v_20 == NULL;
    if (TW_UNLIKELY(l_nomem_21)) {
        goto block6;
    }
    tw_ss_top = tw_frame;
    memmove(&l_v_20->items[0L], &l_s_19->items[l_v_9], (size_t)l_v_16 * sizeof(l_v_20->items[0]));
    return l_v_20;
block6:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
}

/* percent__3 */
static struct tw_s_rpy_string *tw_f_percent__3(struct tw_s_tuple3 *l_values_0) {
    struct tw_s_rpy_string *l_v_2, *l_v_10, *l_v_17, *l_v_21, *l_v_22, *l_v_23, *l_v_37;
    Char l_v_3;
    Signed l_adr_7, l_adr_20, l_v_36;
    struct tw_s_tuple3 *l_values_8;
    bool_t l_nomem_11, l_nomem_25, l_exc_38;
    struct tw_s_array_rpy_string *l_v_24;
    void **tw_frame;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 3;
    l_v_2 = l_values_0->f_item0;
    l_v_3 = l_values_0->f_item1;
    tw_frame[0] = l_values_0;
    tw_frame[1] = l_v_2;
    tw_frame[2] = ((GcRef)0);
    l_adr_7 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, 1L);
    l_values_8 = (struct tw_s_tuple3 *)tw_frame[0];
    l_v_10 = (struct tw_s_rpy_string *)l_adr_7;
    l_nomem_11 = l_v_10 == NULL;
    if (TW_UNLIKELY(l_nomem_11)) {
        goto block7;
    }
    l_v_10->items[0L] = l_v_3;
    l_v_17 = l_values_8->f_item2;
    tw_frame[0] = l_v_10;
    tw_frame[2] = l_v_17;
    l_adr_20 = tw_f_malloc_varsize(376L, 16L, 8L, 8L, 5L);
    l_v_21 = (struct tw_s_rpy_string *)tw_frame[0];
    l_v_22 = (struct tw_s_rpy_string *)tw_frame[1];
    l_v_23 = (struct tw_s_rpy_string *)tw_frame[2];
    l_v_24 = (struct tw_s_array_rpy_string *)l_adr_20;
    l_nomem_25 = l_v_24 == NULL;
    if (TW_UNLIKELY(l_nomem_25)) {
        goto block6;
    }
    tw_ss_top = tw_frame;
    l_v_24->items[0L] = l_v_22;
    l_v_24->items[1L] = ((struct tw_s_rpy_string *)&tw_o_str_13);
    l_v_24->items[2L] = l_v_21;
    l_v_24->items[3L] = ((struct tw_s_rpy_string *)&tw_o_str_13);
    l_v_24->items[4L] = l_v_23;
    l_v_36 = l_v_24->length;
    l_v_37 = tw_f_ll_join(((struct tw_s_rpy_string *)&tw_o_str_3), l_v_24, l_v_36);
    l_exc_38 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_38)) {
        goto block5;
    }
    return l_v_37;
block7:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block6:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block5:;
    return ((struct tw_s_rpy_string *)0);
}

/* make_room */
static __attribute__((noinline)) Signed tw_f_make_room(Signed l_size_0) {
    Signed l_v_1, l_v_33, l_v_35, l_v_37, l_v_39, l_v_42, l_v_6, l_v_7;
    Signed l_v_8, l_v_11, l_v_12, l_v_13, l_v_21, l_v_22, l_end_24, l_v_25;
    Signed l_v_27, l_v_16, l_v_18;
    bool_t l_v_2, l_v_40, l_v_54, l_v_4, l_v_9, l_v_31, l_v_14, l_v_23;
    bool_t l_v_15;
    Address l_v_26;
    l_v_1 = (&tw_o_SemiSpace_inst)->f_inst_space;
    l_v_2 = l_v_1 == 0L;
    if (!l_v_2) {
        goto block1;
    }
    l_v_33 = tw_gc_config(2);
    (&tw_o_SemiSpace_inst)->f_inst_next_hash = l_v_33;
    l_v_35 = tw_gc_config(1);
    (&tw_o_SemiSpace_inst)->f_inst_next_size = l_v_35;
    l_v_37 = tw_gc_config(3);
    (&tw_o_SemiSpace_inst)->f_inst_max_size = l_v_37;
    l_v_39 = tw_gc_config(0);
    l_v_40 = l_v_39 != 0L;
    (&tw_o_SemiSpace_inst)->f_inst_stress = l_v_40;
    l_v_42 = (&tw_o_SemiSpace_inst)->f_inst_free;
    (&tw_o_SemiSpace_inst)->f_inst_weakrefs = l_v_42;
    (&tw_o_SemiSpace_inst)->f_inst_n_weakrefs = l_v_42;
    (&tw_o_SemiSpace_inst)->f_inst_max_weakrefs = l_v_42;
    (&tw_o_SemiSpace_inst)->f_inst_watched = l_v_42;
    (&tw_o_SemiSpace_inst)->f_inst_n_watched = l_v_42;
    (&tw_o_SemiSpace_inst)->f_inst_max_watched = l_v_42;
    (&tw_o_SemiSpace_inst)->f_inst_dead = l_v_42;
    (&tw_o_SemiSpace_inst)->f_inst_n_taken = l_v_42;
    (&tw_o_SemiSpace_inst)->f_inst_n_dead = l_v_42;
    (&tw_o_SemiSpace_inst)->f_inst_max_dead = l_v_42;
    (&tw_o_SemiSpace_inst)->f_inst_taken = l_v_42;
    l_v_54 = tw_f_collect_for(l_size_0);
    if (l_v_54) {
        goto block3;
    }
    return 0L;
block1:;
    l_v_4 = (&tw_o_SemiSpace_inst)->f_inst_stress;
    if (l_v_4) {
        goto block10;
    }
    l_v_6 = (&tw_o_SemiSpace_inst)->f_inst_top;
    l_v_7 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_v_8 = (Signed)((Unsigned)l_v_6 - (Unsigned)l_v_7);
    l_v_9 = l_size_0 > l_v_8;
    if (!l_v_9) {
        goto block3;
    }
block10:;
    l_v_31 = tw_f_collect_for(l_size_0);
    if (!l_v_31) {
        return 0L;
    }
block3:;
    l_v_11 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_v_12 = (Signed)((Unsigned)l_v_11 + (Unsigned)l_size_0);
    l_v_13 = (&tw_o_SemiSpace_inst)->f_inst_cleared;
    l_v_14 = l_v_12 > l_v_13;
    if (!l_v_14) {
        goto block4;
    }
    l_v_21 = (Signed)((Unsigned)l_v_12 + (Unsigned)16384L);
    l_v_22 = (&tw_o_SemiSpace_inst)->f_inst_top;
    l_v_23 = l_v_21 > l_v_22;
    if (!l_v_23) {
        l_end_24 = l_v_21;
        goto block9;
    }
    l_end_24 = l_v_22;
block9:;
    l_v_25 = (&tw_o_SemiSpace_inst)->f_inst_cleared;
    l_v_26 = (char*)l_v_25;
    l_v_27 = (Signed)((Unsigned)l_end_24 - (Unsigned)l_v_25);
    memset(l_v_26, 0, (size_t)l_v_27);
    (&tw_o_SemiSpace_inst)->f_inst_cleared = l_end_24;
block4:;
    l_v_15 = (&tw_o_SemiSpace_inst)->f_inst_stress;
    if (l_v_15) {
        goto block6;
    }
    l_v_16 = (&tw_o_SemiSpace_inst)->f_inst_cleared;
    (&tw_o_SemiSpace_inst)->f_inst_limit = l_v_16;
block6:;
    l_v_18 = (&tw_o_SemiSpace_inst)->f_inst_free;
    return l_v_18;
}

/* collect_for */
static bool_t tw_f_collect_for(Signed l_size_0) {
    Signed l_v_1, l_v_2, l_v_3, l_v_4, l_want_8, l_v_19, l_v_20, l_v_21;
    Signed l_v_22, l_want_24, l_v_27, l_v_28, l_v_86, l_v_34, l_want_37, l_v_41;
    Signed l_v_42, l_v_43, l_v_49, l_v_56, l_v_69, l_v_70, l_v_71;
    bool_t l_v_5, l_v_9, l_v_13, l_v_16, l_v_29, l_v_35, l_v_81, l_v_44;
    bool_t l_v_50, l_v_57, l_v_64, l_v_72, l_v_75;
    l_v_1 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_v_2 = (&tw_o_SemiSpace_inst)->f_inst_space;
    l_v_3 = (Signed)((Unsigned)l_v_1 - (Unsigned)l_v_2);
    l_v_4 = (&tw_o_SemiSpace_inst)->f_inst_next_size;
    l_v_5 = l_v_4 < l_v_3;
    if (!l_v_5) {
        l_want_8 = l_v_4;
        goto block1;
    }
    l_want_8 = l_v_3;
block1:;
    l_v_9 = tw_f_copy_to_space(l_want_8);
    if (l_v_9) {
        goto block5;
    }
    l_v_13 = l_want_8 == l_v_3;
    if (l_v_13) {
        return 0;
    }
    l_v_16 = tw_f_copy_to_space(l_v_3);
    if (!l_v_16) {
        return 0;
    }
block5:;
    l_v_19 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_v_20 = (&tw_o_SemiSpace_inst)->f_inst_space;
    l_v_21 = (Signed)((Unsigned)l_v_19 - (Unsigned)l_v_20);
    l_v_22 = (&tw_o_SemiSpace_inst)->f_inst_next_size;
    l_want_24 = l_v_22;
block6:;
    l_v_27 = (Signed)((Unsigned)l_v_21 * (Unsigned)3L);
    l_v_28 = (Signed)((Unsigned)l_v_27 + (Unsigned)l_size_0);
    l_v_29 = l_want_24 < l_v_28;
    if (!l_v_29) {
        goto block7;
    }
    l_v_86 = (Signed)((Unsigned)l_want_24 * (Unsigned)2L);
    l_want_24 = l_v_86;
    goto block6;
block7:;
    l_v_34 = (&tw_o_SemiSpace_inst)->f_inst_max_size;
    l_v_35 = l_v_34 > 0L;
    if (!l_v_35) {
        l_want_37 = l_want_24;
        goto block8;
    }
    l_v_81 = l_want_24 > l_v_34;
    if (!l_v_81) {
        l_want_37 = l_want_24;
        goto block8;
    }
    l_want_37 = l_v_34;
block8:;
    (&tw_o_SemiSpace_inst)->f_inst_next_size = l_want_37;
    l_v_41 = (&tw_o_SemiSpace_inst)->f_inst_top;
    l_v_42 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_v_43 = (Signed)((Unsigned)l_v_41 - (Unsigned)l_v_42);
    l_v_44 = l_size_0 <= l_v_43;
    if (l_v_44) {
        return 1;
    }
    l_v_49 = (&tw_o_SemiSpace_inst)->f_inst_max_size;
    l_v_50 = l_v_49 == 0L;
    if (l_v_50) {
        goto block12;
    }
    l_v_56 = (Signed)((Unsigned)l_v_21 + (Unsigned)l_size_0);
    l_v_57 = l_v_56 <= l_v_49;
    if (!l_v_57) {
        goto block11;
    }
block12:;
    l_v_64 = tw_f_copy_to_space(l_want_37);
    if (l_v_64) {
        return 1;
    }
    l_v_69 = l_v_21 >> 2L;
    l_v_70 = (Signed)((Unsigned)l_v_21 + (Unsigned)l_v_69);
    l_v_71 = (Signed)((Unsigned)l_v_70 + (Unsigned)l_size_0);
    l_v_72 = l_v_71 < l_want_37;
    if (!l_v_72) {
        goto block11;
    }
    l_v_75 = tw_f_copy_to_space(l_v_71);
    if (l_v_75) {
        return 1;
    }
block11:;
    (&tw_o_SemiSpace_inst)->f_inst_next_size = l_v_22;
    return 0;
}

/* entry_point */
static Signed tw_f_entry_point(struct tw_s_array_rpy_string *l_argv_0) {
    Signed l_v_1, l_adr_1412, l_v_1422, l_v_9, l_i_11, l_v_1391, l_v_22, l_adr_35;
    Signed l_length_40, l_v_53, l_next_318, l_v_310, l_v_888, l_length_312, l_adr_899, l_length_315;
    Signed l_v_922, l_adr_932, l_at_941, l_i_942, l_v_1019, l_v_1020, l_v_332, l_i_349;
    Signed l_v_403, l_v_866, l_v_417, l_v_419, l_v_421, l_v_824, l_v_437, l_pc_317;
    Signed l_length_468, l_v_680, l_v_692, l_v_694, l_v_695, l_v_696, l_v_758, l_v_759;
    Signed l_v_760, l_adr_763, l_v_709, l_v_450, l_v_485, l_v_462, l_v_474, l_v_390;
    Signed l_v_60, l_v_74, l_v_67, l_v_1096, l_adr_1114, l_v_1188, l_v_251, l_adr_263;
    Signed l_adr_272, l_adr_283, l_adr_298, l_adr_1041, l_adr_1028, l_adr_949, l_adr_959, l_adr_971;
    Signed l_v_988, l_adr_656, l_v_616, l_v_617, l_v_591, l_v_592, l_v_565, l_v_566;
    Signed l_v_525, l_adr_537, l_v_550, l_v_219, l_v_220, l_v_187, l_v_188, l_v_154;
    Signed l_v_155, l_v_104, l_adr_123, l_v_133;
    bool_t l_v_2, l_v_1401, l_nomem_1415, l_exc_1424, l_exc_1427, l_v_6, l_v_14, l_v_1386;
    bool_t l_exc_18, l_v_24, l_nomem_38, l_exc_47, l_v_54, l_v_321, l_v_889, l_nomem_904;
    bool_t l_v_918, l_v_923, l_nomem_937, l_v_944, l_v_335, l_v_361, l_v_376, l_v_404;
    bool_t l_exc_874, l_v_422, l_exc_833, l_v_649, l_v_681, l_v_697, l_nomem_770, l_v_713;
    bool_t l_v_729, l_v_451, l_exc_493, l_v_61, l_exc_79, l_v_218, l_exc_1108, l_nomem_1119;
    bool_t l_exc_1132, l_exc_1146, l_exc_1162, l_exc_1179, l_exc_1198, l_exc_1216, l_exc_1232, l_exc_1248;
    bool_t l_v_1256, l_exc_1322, l_exc_1270, l_exc_1284, l_v_252, l_exc_1076, l_exc_259, l_nomem_267;
    bool_t l_nomem_277, l_nomem_289, l_nomem_304, l_nomem_1044, l_nomem_1032, l_nomem_953, l_nomem_964, l_nomem_977;
    bool_t l_v_989, l_exc_994, l_nomem_659, l_v_503, l_v_618, l_v_623, l_exc_633, l_v_507;
    bool_t l_v_593, l_v_598, l_exc_608, l_v_511, l_v_567, l_v_572, l_exc_582, l_v_515;
    bool_t l_exc_533, l_nomem_541, l_exc_552, l_exc_555, l_v_89, l_v_93, l_v_221, l_v_227;
    bool_t l_exc_241, l_v_94, l_v_189, l_v_195, l_exc_209, l_v_99, l_v_156, l_v_162;
    bool_t l_exc_176, l_v_105, l_nomem_126, l_exc_135, l_exc_138;
    Unsigned l_v_1400, l_v_5, l_v_333, l_v_334, l_v_711, l_v_712, l_v_728;
    struct tw_s_rpy_string *l_v_1404, *l_v_1413, *l_v_1423, *l_v_8, *l_v_44, *l_v_936, *l_v_945, *l_text_311;
    struct tw_s_rpy_string *l_text_410, *l_text_871, *l_text_428, *l_text_829, *l_text_464, *l_text_701, *l_text_766, *l_text_455;
    struct tw_s_rpy_string *l_text_489, *l_v_63, *l_v_77, *l_v_1105, *l_path_1115, *l_v_1127, *l_v_1140, *l_v_1155;
    struct tw_s_rpy_string *l_v_1156, *l_v_1172, *l_v_1173, *l_v_1190, *l_v_1192, *l_v_1209, *l_v_1225, *l_v_1226;
    struct tw_s_rpy_string *l_v_1242, *l_v_1243, *l_v_1316, *l_filename_1318, *l_v_1271, *l_filename_1272, *l_v_1264, *l_filename_1265;
    struct tw_s_rpy_string *l_v_1279, *l_v_1281, *l_path_1282, *l_v_257, *l_text_300, *l_v_1031, *l_v_974, *l_v_524;
    struct tw_s_rpy_string *l_v_531, *l_v_538, *l_v_539, *l_v_551, *l_v_115, *l_v_124, *l_v_134;
    struct tw_s_array_rpy_string *l_v_1414, *l_argv_36, *l_v_37, *l_items_41, *l_items_45, *l_argv_46, *l_argv_902, *l_argv_935;
    struct tw_s_array_rpy_string *l_argv_320, *l_argv_416, *l_argv_873, *l_argv_436, *l_argv_832, *l_argv_473, *l_argv_708, *l_argv_768;
    struct tw_s_array_rpy_string *l_argv_461, *l_argv_492, *l_items_62, *l_v_76, *l_argv_78, *l_argv_217, *l_argv_86, *l_argv_1107;
    struct tw_s_array_rpy_string *l_argv_1117, *l_argv_1131, *l_argv_1145, *l_argv_1161, *l_argv_1178, *l_argv_1197, *l_argv_1215, *l_argv_1231;
    struct tw_s_array_rpy_string *l_argv_1247, *l_argv_1321, *l_argv_1269, *l_argv_1283, *l_items_253, *l_items_1074, *l_argv_1075, *l_argv_258;
    struct tw_s_array_rpy_string *l_argv_264, *l_argv_500, *l_argv_275, *l_argv_287, *l_argv_302, *l_argv_1042, *l_argv_1030, *l_argv_615;
    struct tw_s_array_rpy_string *l_argv_657, *l_argv_506, *l_argv_632, *l_argv_510, *l_argv_607, *l_argv_514, *l_argv_581, *l_v_540;
    struct tw_s_array_rpy_string *l_argv_92, *l_argv_240, *l_argv_97, *l_argv_208, *l_argv_102, *l_argv_175, *l_v_125;
    Char l_v_1385, l_v_1017, l_v_347, l_v_375;
    Address l_v_17, l_v_1097;
    struct tw_s_array_Char *l_items_313, *l_v_914, *l_items_900, *l_v_903, *l_items_933, *l_items_405, *l_v_869, *l_items_430;
    struct tw_s_array_Char *l_items_830, *l_items_466, *l_items_703, *l_items_767, *l_items_457, *l_items_490, *l_v_266, *l_v_301;
    struct tw_s_list_Signed *l_bracket_map_314, *l_bracket_map_408, *l_bracket_map_870, *l_l_423, *l_l_828, *l_bracket_map_467, *l_bracket_map_698, *l_bracket_map_765;
    struct tw_s_list_Signed *l_bracket_map_458, *l_bracket_map_491, *l_v_288, *l_v_299, *l_bracket_map_975, *l_v_976;
    struct tw_s_array_Signed *l_items_316, *l_items_412, *l_items_872, *l_v_420, *l_items_426, *l_items_432, *l_v_827, *l_items_831;
    struct tw_s_array_Signed *l_items_469, *l_items_705, *l_items_764, *l_v_769, *l_v_710, *l_items_452, *l_v_488, *l_v_276;
    struct tw_s_array_Signed *l_v_284, *l_v_303, *l_v_963, *l_v_972;
    struct tw_s_BaseException *l_e_215, *l_e_613, *l_v_502, *l_v_504, *l_v_631, *l_v_508, *l_v_606, *l_v_513;
    struct tw_s_BaseException *l_v_580, *l_v_88, *l_v_90, *l_v_239, *l_v_95, *l_v_207, *l_v_101, *l_v_174;
    struct tw_s_object_vtable *l_etype_216, *l_etype_1376, *l_etype_87, *l_etype_1371, *l_etype_1364, *l_etype_1359, *l_etype_1354, *l_etype_1349;
    struct tw_s_object_vtable *l_etype_1344, *l_etype_1339, *l_etype_1334, *l_etype_1329, *l_etype_1324, *l_etype_1305, *l_etype_1300, *l_v_1293;
    struct tw_s_object_vtable *l_etype_1087, *l_etype_1082, *l_etype_1066, *l_etype_501, *l_etype_614, *l_etype_876, *l_etype_850, *l_etype_495;
    struct tw_s_object_vtable *l_etype_505, *l_v_622, *l_v_597, *l_v_571, *l_etype_81, *l_etype_91, *l_v_226, *l_v_194;
    struct tw_s_object_vtable *l_v_161;
    struct tw_s_object *l_evalue_1377, *l_evalue_85, *l_evalue_1372, *l_evalue_1365, *l_evalue_1360, *l_evalue_1355, *l_evalue_1350, *l_evalue_1345;
    struct tw_s_object *l_evalue_1340, *l_evalue_1335, *l_evalue_1330, *l_evalue_1325, *l_evalue_1306, *l_evalue_1301, *l_evalue_1088, *l_evalue_1083;
    struct tw_s_object *l_evalue_1067, *l_evalue_499, *l_evalue_877, *l_evalue_851, *l_evalue_496, *l_evalue_517, *l_evalue_82, *l_evalue_107;
    struct tw_s_OSError *l_v_1118, *l_v_1280;
    struct tw_s_UnbalancedBracket *l_v_1043, *l_v_658, *l_v_523;
    struct tw_s_Tape *l_v_952, *l_v_973;
    void **tw_frame;
    l_v_1 = l_argv_0->length;
    l_v_2 = l_v_1 != 2L;
    if (!l_v_2) {
        goto block1;
    }
    l_v_1400 = (Unsigned)l_v_1;
    l_v_1401 = 0UL >= l_v_1400;
    if (TW_UNLIKELY(l_v_1401)) {
        goto block189;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 7;
    l_v_1404 = l_argv_0->items[0L];
    tw_frame[0] = l_v_1404;
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    tw_frame[5] = ((GcRef)0);
    tw_frame[6] = ((GcRef)0);
    l_adr_1412 = tw_f_malloc_varsize(376L, 16L, 8L, 8L, 3L);
    l_v_1413 = (struct tw_s_rpy_string *)tw_frame[0];
    l_v_1414 = (struct tw_s_array_rpy_string *)l_adr_1412;
    l_nomem_1415 = l_v_1414 == NULL;
    if (TW_UNLIKELY(l_nomem_1415)) {
        goto block188;
    }
    tw_ss_top = tw_frame;
    l_v_1414->items[0L] = ((struct tw_s_rpy_string *)&tw_o_str_19);
    l_v_1414->items[1L] = l_v_1413;
    l_v_1414->items[2L] = ((struct tw_s_rpy_string *)&tw_o_str_20);
    l_v_1422 = l_v_1414->length;
    l_v_1423 = tw_f_ll_join(((struct tw_s_rpy_string *)&tw_o_str_3), l_v_1414, l_v_1422);
    l_exc_1424 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_1424)) {
        goto block187;
    }
    tw_f_ll_os_write(2L, l_v_1423);
    l_exc_1427 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_1427)) {
        goto block187;
    }
    return 2L;
block1:;
    l_v_5 = (Unsigned)l_v_1;
    l_v_6 = 1UL >= l_v_5;
    if (TW_UNLIKELY(l_v_6)) {
        goto block181;
    }
    l_v_8 = l_argv_0->items[1L];
    l_v_9 = l_v_8->length;
    l_i_11 = 0L;
block3:;
    l_v_14 = l_i_11 < l_v_9;
    if (!l_v_14) {
        goto block4;
    }
    l_v_1385 = l_v_8->items[l_i_11];
    l_v_1386 = l_v_1385 == 0;
    if (TW_UNLIKELY(l_v_1386)) {
        goto block180;
    }
    l_v_1391 = (Signed)((Unsigned)l_i_11 + (Unsigned)1L);
    l_i_11 = l_v_1391;
    goto block3;
block4:;
    l_v_17 = tw_f_raw_copy(l_v_8);
    l_exc_18 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_18)) {
        goto block177;
    }
    l_v_22 = tw_open(l_v_17, 0L, 511L);
    tw_raw_free(l_v_17);
    l_v_24 = l_v_22 < 0L;
    if (TW_UNLIKELY(l_v_24)) {
        goto block149;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 7;
    tw_frame[0] = l_argv_0;
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    tw_frame[5] = ((GcRef)0);
    tw_frame[6] = ((GcRef)0);
    l_adr_35 = tw_f_malloc_varsize(376L, 16L, 8L, 8L, 0L);
    l_argv_36 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_37 = (struct tw_s_array_rpy_string *)l_adr_35;
    l_nomem_38 = l_v_37 == NULL;
    if (TW_UNLIKELY(l_nomem_38)) {
        goto block148;
    }
    l_length_40 = 0L;
    l_items_41 = l_v_37;
block7:;
    tw_frame[1] = l_items_41;
    l_v_44 = tw_f_ll_os_read(l_v_22, 4096L);
    l_items_45 = (struct tw_s_array_rpy_string *)tw_frame[1];
    l_argv_46 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_47 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_47)) {
        goto block147;
    }
    l_v_53 = l_v_44->length;
    l_v_54 = l_v_53 == 0L;
    if (TW_UNLIKELY(l_v_54)) {
        goto block43;
    }
    goto block9;
block50:;
    l_v_321 = l_next_318 >= l_v_310;
    if (!l_v_321) {
        goto block51;
    }
    l_v_888 = l_items_313->length;
    l_v_889 = l_v_888 == l_length_312;
    if (l_v_889) {
        l_v_914 = l_items_313;
        goto block117;
    }
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = l_items_313;
    tw_frame[4] = ((GcRef)0);
    l_adr_899 = tw_f_malloc_varsize(440L, 16L, 1L, 8L, l_length_312);
    l_items_900 = (struct tw_s_array_Char *)tw_frame[2];
    l_argv_902 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_903 = (struct tw_s_array_Char *)l_adr_899;
    l_nomem_904 = l_v_903 == NULL;
    if (TW_UNLIKELY(l_nomem_904)) {
        goto block138;
    }
    memmove(&l_v_903->items[0L], &l_items_900->items[0L], (size_t)l_length_312 * sizeof(l_v_903->items[0]));
    l_v_914 = l_v_903;
block117:;
    l_v_918 = l_length_315 != 0L;
    if (TW_UNLIKELY(l_v_918)) {
        goto block135;
    }
    l_v_922 = l_v_914->length;
    l_v_923 = l_v_922 == 0L;
    if (TW_UNLIKELY(l_v_923)) {
        goto block133;
    }
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = l_v_914;
    tw_frame[4] = ((GcRef)0);
    l_adr_932 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_v_922);
    l_items_933 = (struct tw_s_array_Char *)tw_frame[2];
    l_argv_935 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_936 = (struct tw_s_rpy_string *)l_adr_932;
    l_nomem_937 = l_v_936 == NULL;
    if (TW_UNLIKELY(l_nomem_937)) {
        goto block132;
    }
    l_at_941 = 0L;
    l_i_942 = 0L;
block120:;
    l_v_944 = l_i_942 < l_v_922;
    if (TW_UNLIKELY(!l_v_944)) {
        l_v_945 = l_v_936;
        goto block121;
    }
    l_v_1017 = l_items_933->items[l_i_942];
    l_v_936->items[l_at_941] = l_v_1017;
    l_v_1019 = (Signed)((Unsigned)l_at_941 + (Unsigned)1L);
    l_v_1020 = (Signed)((Unsigned)l_i_942 + (Unsigned)1L);
    l_at_941 = l_v_1019;
    l_i_942 = l_v_1020;
    goto block120;
block51:;
    l_v_332 = (Signed)((Unsigned)l_next_318 + (Unsigned)1L);
    l_v_333 = (Unsigned)l_next_318;
    l_v_334 = (Unsigned)l_v_310;
    l_v_335 = l_v_333 >= l_v_334;
    if (TW_UNLIKELY(l_v_335)) {
        goto block113;
    }
    l_v_347 = l_text_311->items[l_next_318];
    l_i_349 = 0L;
block53:;
    l_v_361 = l_i_349 < 8L;
    if (!l_v_361) {
        l_next_318 = l_v_332;
        goto block50;
    }
    l_v_375 = ((struct tw_s_rpy_string *)&tw_o_str_15)->items[l_i_349];
    l_v_376 = l_v_375 == l_v_347;
    if (!l_v_376) {
        goto block55;
    }
    l_v_403 = l_items_313->length;
    l_v_404 = l_length_312 >= l_v_403;
    if (!l_v_404) {
        l_items_405 = l_items_313;
        l_bracket_map_408 = l_bracket_map_314;
        l_text_410 = l_text_311;
        l_items_412 = l_items_316;
        l_argv_416 = l_argv_320;
        goto block57;
    }
    l_v_866 = (Signed)((Unsigned)l_length_312 + (Unsigned)1L);
    tw_frame[2] = l_items_316;
    tw_frame[4] = ((GcRef)0);
    l_v_869 = tw_f_ll_grow__1(l_items_313, l_length_312, l_v_866);
    l_bracket_map_870 = (struct tw_s_list_Signed *)tw_frame[3];
    l_text_871 = (struct tw_s_rpy_string *)tw_frame[1];
    l_items_872 = (struct tw_s_array_Signed *)tw_frame[2];
    l_argv_873 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_874 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_874)) {
        goto block112;
    }
    l_items_405 = l_v_869;
    l_bracket_map_408 = l_bracket_map_870;
    l_text_410 = l_text_871;
    l_items_412 = l_items_872;
    l_argv_416 = l_argv_873;
block57:;
    l_v_417 = (Signed)((Unsigned)l_length_312 + (Unsigned)1L);
    l_items_405->items[l_length_312] = l_v_347;
    l_v_419 = l_bracket_map_408->f_length;
    l_v_420 = l_bracket_map_408->f_items;
    l_v_421 = l_v_420->length;
    l_v_422 = l_v_419 >= l_v_421;
    if (!l_v_422) {
        l_l_423 = l_bracket_map_408;
        l_items_426 = l_v_420;
        l_text_428 = l_text_410;
        l_items_430 = l_items_405;
        l_items_432 = l_items_412;
        l_argv_436 = l_argv_416;
        goto block58;
    }
    l_v_824 = (Signed)((Unsigned)l_v_419 + (Unsigned)1L);
    tw_frame[2] = l_items_412;
    tw_frame[4] = l_items_405;
    l_v_827 = tw_f_ll_grow__2(l_v_420, l_v_419, l_v_824);
    l_l_828 = (struct tw_s_list_Signed *)tw_frame[3];
    l_text_829 = (struct tw_s_rpy_string *)tw_frame[1];
    l_items_830 = (struct tw_s_array_Char *)tw_frame[4];
    l_items_831 = (struct tw_s_array_Signed *)tw_frame[2];
    l_argv_832 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_833 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_833)) {
        goto block110;
    }
    l_l_828->f_items = l_v_827;
    l_l_423 = l_l_828;
    l_items_426 = l_v_827;
    l_text_428 = l_text_829;
    l_items_430 = l_items_830;
    l_items_432 = l_items_831;
    l_argv_436 = l_argv_832;
block58:;
    l_v_437 = (Signed)((Unsigned)l_v_419 + (Unsigned)1L);
    l_l_423->f_length = l_v_437;
    l_items_426->items[l_v_419] = l_pc_317;
    switch (l_v_347) {
    case '[':
        goto block59;
    case ']':
        goto block92;
    default:
        l_text_464 = l_text_428;
        l_items_466 = l_items_430;
        l_bracket_map_467 = l_l_423;
        l_length_468 = l_length_315;
        l_items_469 = l_items_432;
        l_argv_473 = l_argv_436;
        goto block61;
    }
block92:;
    l_v_649 = l_length_315 != 0L;
    if (TW_UNLIKELY(!l_v_649)) {
        goto block93;
    }
    l_v_680 = (Signed)((Unsigned)l_length_315 - (Unsigned)1L);
    l_v_681 = l_v_680 < 0L;
    if (TW_UNLIKELY(l_v_681)) {
        goto block107;
    }
    l_v_692 = l_items_432->items[l_v_680];
    l_items_432->items[l_v_680] = 0L;
    l_v_694 = l_items_432->length;
    l_v_695 = l_v_694 >> 1L;
    l_v_696 = (Signed)((Unsigned)l_v_695 - (Unsigned)5L);
    l_v_697 = l_v_680 < l_v_696;
    if (!l_v_697) {
        l_bracket_map_698 = l_l_423;
        l_text_701 = l_text_428;
        l_items_703 = l_items_430;
        l_items_705 = l_items_432;
        l_argv_708 = l_argv_436;
        goto block98;
    }
    l_v_758 = l_v_680 >> 3L;
    l_v_759 = (Signed)((Unsigned)l_v_680 + (Unsigned)l_v_758);
    l_v_760 = (Signed)((Unsigned)l_v_759 + (Unsigned)3L);
    tw_frame[2] = l_items_432;
    tw_frame[4] = l_items_430;
    l_adr_763 = tw_f_malloc_varsize(384L, 16L, 8L, 8L, l_v_760);
    l_items_764 = (struct tw_s_array_Signed *)tw_frame[2];
    l_bracket_map_765 = (struct tw_s_list_Signed *)tw_frame[3];
    l_text_766 = (struct tw_s_rpy_string *)tw_frame[1];
    l_items_767 = (struct tw_s_array_Char *)tw_frame[4];
    l_argv_768 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_769 = (struct tw_s_array_Signed *)l_adr_763;
    l_nomem_770 = l_v_769 == NULL;
    if (TW_UNLIKELY(l_nomem_770)) {
        goto block105;
    }
    memmove(&l_v_769->items[0L], &l_items_764->items[0L], (size_t)l_v_680 * sizeof(l_v_769->items[0]));
    l_bracket_map_698 = l_bracket_map_765;
    l_text_701 = l_text_766;
    l_items_703 = l_items_767;
    l_items_705 = l_v_769;
    l_argv_708 = l_argv_768;
block98:;
    l_v_709 = l_bracket_map_698->f_length;
    l_v_710 = l_bracket_map_698->f_items;
    l_v_711 = (Unsigned)l_v_692;
    l_v_712 = (Unsigned)l_v_709;
    l_v_713 = l_v_711 >= l_v_712;
    if (TW_UNLIKELY(l_v_713)) {
        goto block102;
    }
    l_v_710->items[l_v_692] = l_pc_317;
    l_v_728 = (Unsigned)l_pc_317;
    l_v_729 = l_v_728 >= l_v_712;
    if (TW_UNLIKELY(l_v_729)) {
        goto block101;
    }
    l_v_710->items[l_pc_317] = l_v_692;
    l_text_464 = l_text_701;
    l_items_466 = l_items_703;
    l_bracket_map_467 = l_bracket_map_698;
    l_length_468 = l_v_680;
    l_items_469 = l_items_705;
    l_argv_473 = l_argv_708;
    goto block61;
block59:;
    l_v_450 = l_items_432->length;
    l_v_451 = l_length_315 >= l_v_450;
    if (!l_v_451) {
        l_items_452 = l_items_432;
        l_text_455 = l_text_428;
        l_items_457 = l_items_430;
        l_bracket_map_458 = l_l_423;
        l_argv_461 = l_argv_436;
        goto block60;
    }
    l_v_485 = (Signed)((Unsigned)l_length_315 + (Unsigned)1L);
    tw_frame[2] = ((GcRef)0);
    tw_frame[4] = l_items_430;
    l_v_488 = tw_f_ll_grow__2(l_items_432, l_length_315, l_v_485);
    l_text_489 = (struct tw_s_rpy_string *)tw_frame[1];
    l_items_490 = (struct tw_s_array_Char *)tw_frame[4];
    l_bracket_map_491 = (struct tw_s_list_Signed *)tw_frame[3];
    l_argv_492 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_493 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_493)) {
        goto block63;
    }
    l_items_452 = l_v_488;
    l_text_455 = l_text_489;
    l_items_457 = l_items_490;
    l_bracket_map_458 = l_bracket_map_491;
    l_argv_461 = l_argv_492;
block60:;
    l_v_462 = (Signed)((Unsigned)l_length_315 + (Unsigned)1L);
    l_items_452->items[l_length_315] = l_pc_317;
    l_text_464 = l_text_455;
    l_items_466 = l_items_457;
    l_bracket_map_467 = l_bracket_map_458;
    l_length_468 = l_v_462;
    l_items_469 = l_items_452;
    l_argv_473 = l_argv_461;
block61:;
    l_v_474 = (Signed)((Unsigned)l_pc_317 + (Unsigned)1L);
    l_text_311 = l_text_464;
    l_length_312 = l_v_417;
    l_items_313 = l_items_466;
    l_bracket_map_314 = l_bracket_map_467;
    l_length_315 = l_length_468;
    l_items_316 = l_items_469;
    l_pc_317 = l_v_474;
    l_next_318 = l_v_332;
    l_argv_320 = l_argv_473;
    goto block50;
block55:;
    l_v_390 = (Signed)((Unsigned)l_i_349 + (Unsigned)1L);
    l_i_349 = l_v_390;
    goto block53;
block9:;
    l_v_60 = l_items_45->length;
    l_v_61 = l_length_40 >= l_v_60;
    if (!l_v_61) {
        l_items_62 = l_items_45;
        l_v_63 = l_v_44;
        goto block10;
    }
    l_v_74 = (Signed)((Unsigned)l_length_40 + (Unsigned)1L);
    tw_frame[1] = l_v_44;
    l_v_76 = tw_f_ll_grow(l_items_45, l_length_40, l_v_74);
    l_v_77 = (struct tw_s_rpy_string *)tw_frame[1];
    l_argv_78 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_79 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_79)) {
        goto block12;
    }
    l_items_62 = l_v_76;
    l_v_63 = l_v_77;
block10:;
    l_v_67 = (Signed)((Unsigned)l_length_40 + (Unsigned)1L);
    l_items_62->items[l_length_40] = l_v_63;
    l_length_40 = l_v_67;
    l_items_41 = l_items_62;
    goto block7;
block189:;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with_3);
    tw_traceback(TW_TB_RAISE, &tw_locs[30], 0);
    return 0L;
block188:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[30], 0);
    return 0L;
block187:;
    tw_traceback(TW_TB_PASS, &tw_locs[30], 0);
    return 0L;
block181:;
    tw_traceback(TW_TB_HANDLED, &tw_locs[31], 0);
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 7;
    l_e_215 = ((struct tw_s_BaseException *)&tw_o_exc_IndexError_with_3);
    l_etype_216 = ((struct tw_s_object_vtable *)&tw_o_IndexError_vtable);
    l_argv_217 = l_argv_0;
    l_v_218 = 1;
    goto block38;
block180:;
    tw_traceback(TW_TB_HANDLED, &tw_locs[32], 1);
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 7;
    l_e_215 = ((struct tw_s_BaseException *)&tw_o_exc_ValueError_with_2);
    l_etype_216 = ((struct tw_s_object_vtable *)&tw_o_ValueError_vtable);
    l_argv_217 = l_argv_0;
    l_v_218 = 0;
    goto block38;
block177:;
    l_etype_1376 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1377 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 7;
    l_evalue_85 = l_evalue_1377;
    l_argv_86 = l_argv_0;
    l_etype_87 = l_etype_1376;
    goto block13;
block149:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 7;
    l_v_1096 = tw_errno();
    l_v_1097 = tw_strerror(l_v_1096);
    tw_frame[0] = l_argv_0;
    tw_frame[1] = l_v_8;
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    tw_frame[5] = ((GcRef)0);
    tw_frame[6] = ((GcRef)0);
    l_v_1105 = tw_f_ll_str_from_raw(l_v_1097);
    l_argv_1107 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1108 = tw_exc.type != NULL;
    if (!l_exc_1108) {
        goto block150;
    }
    l_etype_1371 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1372 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1372;
    l_argv_86 = l_argv_1107;
    l_etype_87 = l_etype_1371;
    goto block13;
block150:;
    tw_frame[2] = l_v_1105;
    l_adr_1114 = tw_f_malloc_fixed(312L, 80L);
    l_path_1115 = (struct tw_s_rpy_string *)tw_frame[1];
    l_argv_1117 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_1118 = (struct tw_s_OSError *)l_adr_1114;
    l_nomem_1119 = l_v_1118 == NULL;
    if (!l_nomem_1119) {
        goto block151;
    }
    tw_traceback(TW_TB_HANDLED, &tw_locs[32], 1);
    l_evalue_85 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_86 = l_argv_1117;
    l_etype_87 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block13;
block151:;
    l_v_1118->f_typeptr = ((struct tw_s_object_vtable *)&tw_o_OSError_vtable);
    tw_frame[3] = l_v_1118;
    l_v_1127 = tw_f_ll_strrepr(l_path_1115);
    l_argv_1131 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1132 = tw_exc.type != NULL;
    if (!l_exc_1132) {
        goto block152;
    }
    l_etype_1364 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1365 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1365;
    l_argv_86 = l_argv_1131;
    l_etype_87 = l_etype_1364;
    goto block13;
block152:;
    tw_frame[4] = l_v_1127;
    l_v_1140 = tw_f_ll_int2dec(2L);
    l_argv_1145 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1146 = tw_exc.type != NULL;
    if (!l_exc_1146) {
        goto block153;
    }
    l_etype_1359 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1360 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1360;
    l_argv_86 = l_argv_1145;
    l_etype_87 = l_etype_1359;
    goto block13;
block153:;
    tw_frame[5] = l_v_1140;
    l_v_1155 = tw_f_ll_int2dec(l_v_1096);
    l_v_1156 = (struct tw_s_rpy_string *)tw_frame[5];
    l_argv_1161 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1162 = tw_exc.type != NULL;
    if (!l_exc_1162) {
        goto block154;
    }
    l_etype_1354 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1355 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1355;
    l_argv_86 = l_argv_1161;
    l_etype_87 = l_etype_1354;
    goto block13;
block154:;
    tw_frame[5] = l_v_1155;
    l_v_1172 = tw_f_ll_strconcat(((struct tw_s_rpy_string *)&tw_o_str_3), l_v_1156);
    l_v_1173 = (struct tw_s_rpy_string *)tw_frame[5];
    l_argv_1178 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1179 = tw_exc.type != NULL;
    if (!l_exc_1179) {
        goto block155;
    }
    l_etype_1349 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1350 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1350;
    l_argv_86 = l_argv_1178;
    l_etype_87 = l_etype_1349;
    goto block13;
block155:;
    l_v_1188 = l_v_1173->length;
    tw_frame[6] = l_v_1172;
    l_v_1190 = tw_f_ll_int2dec(l_v_1188);
    l_v_1192 = (struct tw_s_rpy_string *)tw_frame[6];
    l_argv_1197 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1198 = tw_exc.type != NULL;
    if (!l_exc_1198) {
        goto block156;
    }
    l_etype_1344 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1345 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1345;
    l_argv_86 = l_argv_1197;
    l_etype_87 = l_etype_1344;
    goto block13;
block156:;
    tw_frame[6] = ((GcRef)0);
    l_v_1209 = tw_f_ll_strconcat(l_v_1192, l_v_1190);
    l_argv_1215 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1216 = tw_exc.type != NULL;
    if (!l_exc_1216) {
        goto block157;
    }
    l_etype_1339 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1340 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1340;
    l_argv_86 = l_argv_1215;
    l_etype_87 = l_etype_1339;
    goto block13;
block157:;
    l_v_1225 = tw_f_ll_strconcat(l_v_1209, ((struct tw_s_rpy_string *)&tw_o_str_17));
    l_v_1226 = (struct tw_s_rpy_string *)tw_frame[5];
    l_argv_1231 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1232 = tw_exc.type != NULL;
    if (!l_exc_1232) {
        goto block158;
    }
    l_etype_1334 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1335 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1335;
    l_argv_86 = l_argv_1231;
    l_etype_87 = l_etype_1334;
    goto block13;
block158:;
    tw_frame[5] = ((GcRef)0);
    l_v_1242 = tw_f_ll_strconcat(l_v_1225, l_v_1226);
    l_v_1243 = (struct tw_s_rpy_string *)tw_frame[2];
    l_argv_1247 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1248 = tw_exc.type != NULL;
    if (!l_exc_1248) {
        goto block159;
    }
    l_etype_1329 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1330 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1330;
    l_argv_86 = l_argv_1247;
    l_etype_87 = l_etype_1329;
    goto block13;
block159:;
    l_v_1256 = l_v_1243 != NULL;
    if (!l_v_1256) {
        goto block160;
    }
    l_v_1316 = tw_f_pack__1(l_v_1242, '1', l_v_1243);
    l_filename_1318 = (struct tw_s_rpy_string *)tw_frame[4];
    l_argv_1321 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1322 = tw_exc.type != NULL;
    if (!l_exc_1322) {
        l_v_1271 = l_v_1316;
        l_filename_1272 = l_filename_1318;
        goto block161;
    }
    l_etype_1324 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1325 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1325;
    l_argv_86 = l_argv_1321;
    l_etype_87 = l_etype_1324;
    goto block13;
block160:;
    l_v_1264 = tw_f_ll_strconcat(l_v_1242, ((struct tw_s_rpy_string *)&tw_o_str_18));
    l_filename_1265 = (struct tw_s_rpy_string *)tw_frame[4];
    l_argv_1269 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1270 = tw_exc.type != NULL;
    if (!l_exc_1270) {
        l_v_1271 = l_v_1264;
        l_filename_1272 = l_filename_1265;
        goto block161;
    }
    l_etype_1305 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1306 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1306;
    l_argv_86 = l_argv_1269;
    l_etype_87 = l_etype_1305;
    goto block13;
block161:;
    tw_frame[4] = ((GcRef)0);
    l_v_1279 = tw_f_pack__1(l_v_1271, '7', l_filename_1272);
    l_v_1280 = (struct tw_s_OSError *)tw_frame[3];
    l_v_1281 = (struct tw_s_rpy_string *)tw_frame[2];
    l_path_1282 = (struct tw_s_rpy_string *)tw_frame[1];
    l_argv_1283 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1284 = tw_exc.type != NULL;
    if (!l_exc_1284) {
        goto block162;
    }
    l_etype_1300 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1301 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[32], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1301;
    l_argv_86 = l_argv_1283;
    l_etype_87 = l_etype_1300;
    goto block13;
block162:;
    l_v_1280->f_exc_kind = 10246L;
    l_v_1280->f_exc_text = l_v_1279;
    l_v_1293 = tw_f_ll_oserror_class(l_v_1096);
    l_v_1280->f_typeptr = l_v_1293;
    l_v_1280->f_inst_errno = l_v_1096;
    l_v_1280->f_inst_strerror = l_v_1281;
    l_v_1280->f_inst_filename = l_path_1282;
    tw_traceback(TW_TB_HANDLED, &tw_locs[32], 1);
    l_evalue_85 = ((struct tw_s_object *)l_v_1280);
    l_argv_86 = l_argv_1283;
    l_etype_87 = l_v_1293;
    goto block13;
block148:;
    tw_traceback(TW_TB_HANDLED, &tw_locs[33], 1);
    l_evalue_85 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_86 = l_argv_36;
    l_etype_87 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block13;
block147:;
    l_etype_1087 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1088 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[34], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1088;
    l_argv_86 = l_argv_46;
    l_etype_87 = l_etype_1087;
    goto block13;
block43:;
    l_v_251 = tw_close(l_v_22);
    l_v_252 = l_v_251 < 0L;
    if (!l_v_252) {
        l_items_253 = l_items_45;
        goto block44;
    }
    tw_f_raise_oserror();
    l_items_1074 = (struct tw_s_array_rpy_string *)tw_frame[1];
    l_argv_1075 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_1076 = tw_exc.type != NULL;
    if (!l_exc_1076) {
        goto block145;
    }
    l_etype_1082 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1083 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[35], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1083;
    l_argv_86 = l_argv_1075;
    l_etype_87 = l_etype_1082;
    goto block13;
block145:;
    __builtin_unreachable();
    l_items_253 = l_items_1074;
block44:;
    tw_frame[1] = ((GcRef)0);
    l_v_257 = tw_f_ll_join(((struct tw_s_rpy_string *)&tw_o_str_3), l_items_253, l_length_40);
    l_argv_258 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_259 = tw_exc.type != NULL;
    if (!l_exc_259) {
        goto block45;
    }
    l_etype_1066 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_1067 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[36], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_1067;
    l_argv_86 = l_argv_258;
    l_etype_87 = l_etype_1066;
    goto block13;
block45:;
    tw_frame[1] = l_v_257;
    l_adr_263 = tw_f_malloc_varsize(440L, 16L, 1L, 8L, 0L);
    l_argv_264 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_266 = (struct tw_s_array_Char *)l_adr_263;
    l_nomem_267 = l_v_266 == NULL;
    if (!l_nomem_267) {
        goto block46;
    }
    tw_traceback(TW_TB_HANDLED, &tw_locs[38], 1);
    l_evalue_499 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_500 = l_argv_264;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block64;
block46:;
    tw_frame[2] = l_v_266;
    l_adr_272 = tw_f_malloc_varsize(384L, 16L, 8L, 8L, 0L);
    l_argv_275 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_276 = (struct tw_s_array_Signed *)l_adr_272;
    l_nomem_277 = l_v_276 == NULL;
    if (!l_nomem_277) {
        goto block47;
    }
    tw_traceback(TW_TB_HANDLED, &tw_locs[39], 1);
    l_evalue_499 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_500 = l_argv_275;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block64;
block47:;
    tw_frame[3] = l_v_276;
    l_adr_283 = tw_f_malloc_fixed(392L, 24L);
    l_v_284 = (struct tw_s_array_Signed *)tw_frame[3];
    l_argv_287 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_288 = (struct tw_s_list_Signed *)l_adr_283;
    l_nomem_289 = l_v_288 == NULL;
    if (!l_nomem_289) {
        goto block48;
    }
    tw_traceback(TW_TB_HANDLED, &tw_locs[39], 1);
    l_evalue_499 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_500 = l_argv_287;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block64;
block48:;
    l_v_288->f_length = 0L;
    l_v_288->f_items = l_v_284;
    tw_frame[3] = l_v_288;
    l_adr_298 = tw_f_malloc_varsize(384L, 16L, 8L, 8L, 0L);
    l_v_299 = (struct tw_s_list_Signed *)tw_frame[3];
    l_text_300 = (struct tw_s_rpy_string *)tw_frame[1];
    l_v_301 = (struct tw_s_array_Char *)tw_frame[2];
    l_argv_302 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_303 = (struct tw_s_array_Signed *)l_adr_298;
    l_nomem_304 = l_v_303 == NULL;
    if (!l_nomem_304) {
        goto block49;
    }
    tw_traceback(TW_TB_HANDLED, &tw_locs[40], 1);
    l_evalue_499 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_500 = l_argv_302;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block64;
block49:;
    l_v_310 = l_text_300->length;
    l_text_311 = l_text_300;
    l_length_312 = 0L;
    l_items_313 = l_v_301;
    l_bracket_map_314 = l_v_299;
    l_length_315 = 0L;
    l_items_316 = l_v_303;
    l_pc_317 = 0L;
    l_next_318 = 0L;
    l_argv_320 = l_argv_302;
    goto block50;
block138:;
    tw_traceback(TW_TB_HANDLED, &tw_locs[38], 1);
    l_evalue_499 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_500 = l_argv_902;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block64;
block135:;
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    l_adr_1041 = tw_f_malloc_fixed(408L, 64L);
    l_argv_1042 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_1043 = (struct tw_s_UnbalancedBracket *)l_adr_1041;
    l_nomem_1044 = l_v_1043 == NULL;
    if (!l_nomem_1044) {
        goto block136;
    }
    tw_traceback(TW_TB_HANDLED, &tw_locs[41], 1);
    l_evalue_499 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_500 = l_argv_1042;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block64;
block136:;
    l_v_1043->f_typeptr = ((struct tw_s_object_vtable *)&tw_o_UnbalancedBracket_vtable);
    l_v_1043->f_exc_kind = 2L;
    l_v_1043->f_exc_word = l_v_310;
    l_v_1043->f_inst_position = l_v_310;
    tw_traceback(TW_TB_HANDLED, &tw_locs[41], 1);
    l_evalue_499 = ((struct tw_s_object *)l_v_1043);
    l_argv_500 = l_argv_1042;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_UnbalancedBracket_vtable);
    goto block64;
block133:;
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    l_adr_1028 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, 0L);
    l_argv_1030 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_1031 = (struct tw_s_rpy_string *)l_adr_1028;
    l_nomem_1032 = l_v_1031 == NULL;
    if (!l_nomem_1032) {
        l_v_945 = l_v_1031;
        goto block121;
    }
    tw_traceback(TW_TB_HANDLED, &tw_locs[42], 1);
    l_evalue_499 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_500 = l_argv_1030;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block64;
block132:;
    tw_traceback(TW_TB_HANDLED, &tw_locs[42], 1);
    l_evalue_499 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_500 = l_argv_935;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block64;
block121:;
    tw_frame[0] = l_v_945;
    tw_frame[2] = ((GcRef)0);
    l_adr_949 = tw_f_malloc_fixed(472L, 32L);
    l_v_952 = (struct tw_s_Tape *)l_adr_949;
    l_nomem_953 = l_v_952 == NULL;
    if (!l_nomem_953) {
        goto block122;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[44], 0);
    return 0L;
block122:;
    l_v_952->f_typeptr = ((struct tw_s_object_vtable *)&tw_o_Tape_vtable);
    tw_frame[1] = l_v_952;
    l_adr_959 = tw_f_malloc_varsize(384L, 16L, 8L, 8L, 1L);
    l_v_963 = (struct tw_s_array_Signed *)l_adr_959;
    l_nomem_964 = l_v_963 == NULL;
    if (!l_nomem_964) {
        goto block123;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[45], 0);
    return 0L;
block123:;
    l_v_963->items[0L] = 0L;
    tw_frame[2] = l_v_963;
    l_adr_971 = tw_f_malloc_fixed(392L, 24L);
    l_v_972 = (struct tw_s_array_Signed *)tw_frame[2];
    l_v_973 = (struct tw_s_Tape *)tw_frame[1];
    l_v_974 = (struct tw_s_rpy_string *)tw_frame[0];
    l_bracket_map_975 = (struct tw_s_list_Signed *)tw_frame[3];
    l_v_976 = (struct tw_s_list_Signed *)l_adr_971;
    l_nomem_977 = l_v_976 == NULL;
    if (!l_nomem_977) {
        goto block124;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[45], 0);
    return 0L;
block124:;
    tw_ss_top = tw_frame;
    l_v_976->f_length = 1L;
    l_v_976->f_items = l_v_972;
    l_v_973->f_inst_cells = l_v_976;
    l_v_973->f_inst_position = 0L;
    l_v_988 = l_v_974->length;
    l_v_989 = 0L < l_v_988;
    if (TW_LIKELY(!l_v_989)) {
        return 0L;
    }
    tw_f_mainloop_portal(0L, l_v_974, l_bracket_map_975, l_v_973);
    l_exc_994 = tw_exc.type != NULL;
    if (!l_exc_994) {
        goto block126;
    }
    tw_traceback(TW_TB_PASS, &tw_locs[46], 0);
    return 0L;
block126:;
    return 0L;
block113:;
    tw_traceback(TW_TB_HANDLED, &tw_locs[47], 1);
    l_e_613 = ((struct tw_s_BaseException *)&tw_o_exc_IndexError_with);
    l_etype_614 = ((struct tw_s_object_vtable *)&tw_o_IndexError_vtable);
    l_argv_615 = l_argv_320;
    goto block87;
block112:;
    l_etype_876 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_877 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[48], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_499 = l_evalue_877;
    l_argv_500 = l_argv_873;
    l_etype_501 = l_etype_876;
    goto block64;
block110:;
    l_etype_850 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_851 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[49], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_499 = l_evalue_851;
    l_argv_500 = l_argv_832;
    l_etype_501 = l_etype_850;
    goto block64;
block107:;
    tw_traceback(TW_TB_HANDLED, &tw_locs[50], 1);
    l_e_613 = ((struct tw_s_BaseException *)&tw_o_exc_IndexError_with_4);
    l_etype_614 = ((struct tw_s_object_vtable *)&tw_o_IndexError_vtable);
    l_argv_615 = l_argv_436;
    goto block87;
block105:;
    tw_traceback(TW_TB_HANDLED, &tw_locs[50], 0);
    memset(&l_items_764->items[l_v_680], 0, (size_t)0L * sizeof(l_items_764->items[0]));
    l_bracket_map_698 = l_bracket_map_765;
    l_text_701 = l_text_766;
    l_items_703 = l_items_767;
    l_items_705 = l_items_764;
    l_argv_708 = l_argv_768;
    goto block98;
block102:;
    tw_traceback(TW_TB_HANDLED, &tw_locs[51], 1);
    l_e_613 = ((struct tw_s_BaseException *)&tw_o_exc_IndexError_with_2);
    l_etype_614 = ((struct tw_s_object_vtable *)&tw_o_IndexError_vtable);
    l_argv_615 = l_argv_708;
    goto block87;
block101:;
    tw_traceback(TW_TB_HANDLED, &tw_locs[52], 1);
    l_e_613 = ((struct tw_s_BaseException *)&tw_o_exc_IndexError_with_2);
    l_etype_614 = ((struct tw_s_object_vtable *)&tw_o_IndexError_vtable);
    l_argv_615 = l_argv_708;
    goto block87;
block93:;
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    l_adr_656 = tw_f_malloc_fixed(408L, 64L);
    l_argv_657 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_v_658 = (struct tw_s_UnbalancedBracket *)l_adr_656;
    l_nomem_659 = l_v_658 == NULL;
    if (!l_nomem_659) {
        goto block94;
    }
    tw_traceback(TW_TB_HANDLED, &tw_locs[53], 1);
    l_evalue_499 = ((struct tw_s_object *)&tw_o_exc_MemoryError);
    l_argv_500 = l_argv_657;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable);
    goto block64;
block94:;
    l_v_658->f_typeptr = ((struct tw_s_object_vtable *)&tw_o_UnbalancedBracket_vtable);
    l_v_658->f_exc_kind = 2L;
    l_v_658->f_exc_word = l_next_318;
    l_v_658->f_inst_position = l_next_318;
    tw_traceback(TW_TB_HANDLED, &tw_locs[53], 1);
    l_evalue_499 = ((struct tw_s_object *)l_v_658);
    l_argv_500 = l_argv_657;
    l_etype_501 = ((struct tw_s_object_vtable *)&tw_o_UnbalancedBracket_vtable);
    goto block64;
block63:;
    l_etype_495 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_496 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[54], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_499 = l_evalue_496;
    l_argv_500 = l_argv_492;
    l_etype_501 = l_etype_495;
block64:;
    l_v_502 = (struct tw_s_BaseException *)l_evalue_499;
    l_v_503 = l_v_502 != NULL;
    if (!l_v_503) {
        l_v_504 = l_v_502;
        l_etype_505 = l_etype_501;
        l_argv_506 = l_argv_500;
        goto block65;
    }
    l_e_613 = l_v_502;
    l_etype_614 = l_etype_501;
    l_argv_615 = l_argv_500;
block87:;
    l_v_616 = l_e_613->f_exc_kind;
    l_v_617 = l_v_616 & 1024L;
    l_v_618 = l_v_617 != 0;
    if (!l_v_618) {
        l_v_504 = l_e_613;
        l_etype_505 = l_etype_614;
        l_argv_506 = l_argv_615;
        goto block65;
    }
    l_v_622 = l_e_613->f_typeptr;
    l_v_623 = (void*)l_v_622 == (void*)(&tw_o_KeyError_vtable);
    if (!l_v_623) {
        l_v_504 = l_e_613;
        l_etype_505 = l_etype_614;
        l_argv_506 = l_argv_615;
        goto block65;
    }
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    l_v_631 = tw_f_copy(l_e_613, ((struct tw_s_KeyError *)0));
    l_argv_632 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_633 = tw_exc.type != NULL;
    if (!l_exc_633) {
        goto block90;
    }
    tw_ss_top = tw_frame;
    goto block81;
block90:;
    l_v_504 = l_v_631;
    l_etype_505 = l_etype_614;
    l_argv_506 = l_argv_632;
block65:;
    l_v_507 = l_v_504 != NULL;
    if (!l_v_507) {
        l_v_508 = l_v_504;
        l_argv_510 = l_argv_506;
        goto block66;
    }
    l_v_591 = l_v_504->f_exc_kind;
    l_v_592 = l_v_591 & 1024L;
    l_v_593 = l_v_592 != 0;
    if (!l_v_593) {
        l_v_508 = l_v_504;
        l_argv_510 = l_argv_506;
        goto block66;
    }
    l_v_597 = l_v_504->f_typeptr;
    l_v_598 = (void*)l_v_597 == (void*)(&tw_o_AttributeError_vtable);
    if (!l_v_598) {
        l_v_508 = l_v_504;
        l_argv_510 = l_argv_506;
        goto block66;
    }
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    l_v_606 = tw_f_copy__1(l_v_504, ((struct tw_s_AttributeError *)0));
    l_argv_607 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_608 = tw_exc.type != NULL;
    if (!l_exc_608) {
        goto block85;
    }
    tw_ss_top = tw_frame;
    goto block81;
block85:;
    l_v_508 = l_v_606;
    l_argv_510 = l_argv_607;
block66:;
    l_v_511 = l_v_508 != NULL;
    if (!l_v_511) {
        l_v_513 = l_v_508;
        l_argv_514 = l_argv_510;
        goto block67;
    }
    l_v_565 = l_v_508->f_exc_kind;
    l_v_566 = l_v_565 & 1024L;
    l_v_567 = l_v_566 != 0;
    if (!l_v_567) {
        l_v_513 = l_v_508;
        l_argv_514 = l_argv_510;
        goto block67;
    }
    l_v_571 = l_v_508->f_typeptr;
    l_v_572 = (void*)l_v_571 == (void*)(&tw_o_TypeError_vtable);
    if (!l_v_572) {
        l_v_513 = l_v_508;
        l_argv_514 = l_argv_510;
        goto block67;
    }
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    l_v_580 = tw_f_copy__2(l_v_508, ((struct tw_s_TypeError *)0));
    l_argv_581 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_582 = tw_exc.type != NULL;
    if (!l_exc_582) {
        goto block79;
    }
    tw_ss_top = tw_frame;
block81:;
    tw_traceback(TW_TB_PASS, &tw_locs[43], 0);
    return 0L;
block79:;
    l_v_513 = l_v_580;
    l_argv_514 = l_argv_581;
block67:;
    l_v_515 = (void*)l_etype_505 == (void*)(&tw_o_UnbalancedBracket_vtable);
    if (!l_v_515) {
        l_evalue_517 = ((struct tw_s_object *)l_v_513);
        goto block68;
    }
    l_v_523 = (struct tw_s_UnbalancedBracket *)l_v_513;
    l_v_524 = l_argv_514->items[1L];
    l_v_525 = l_v_523->f_inst_position;
    tw_frame[0] = l_v_524;
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    l_v_531 = tw_f_ll_int2dec(l_v_525);
    l_exc_533 = tw_exc.type != NULL;
    if (!l_exc_533) {
        goto block70;
    }
    tw_ss_top = tw_frame;
    goto block32;
block70:;
    tw_frame[1] = l_v_531;
    l_adr_537 = tw_f_malloc_varsize(376L, 16L, 8L, 8L, 4L);
    l_v_538 = (struct tw_s_rpy_string *)tw_frame[0];
    l_v_539 = (struct tw_s_rpy_string *)tw_frame[1];
    l_v_540 = (struct tw_s_array_rpy_string *)l_adr_537;
    l_nomem_541 = l_v_540 == NULL;
    if (!l_nomem_541) {
        goto block71;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[55], 0);
    return 0L;
block71:;
    tw_ss_top = tw_frame;
    l_v_540->items[0L] = l_v_538;
    l_v_540->items[1L] = ((struct tw_s_rpy_string *)&tw_o_str_16);
    l_v_540->items[2L] = l_v_539;
    l_v_540->items[3L] = ((struct tw_s_rpy_string *)&tw_o_str);
    l_v_550 = l_v_540->length;
    l_v_551 = tw_f_ll_join(((struct tw_s_rpy_string *)&tw_o_str_3), l_v_540, l_v_550);
    l_exc_552 = tw_exc.type != NULL;
    if (l_exc_552) {
        goto block32;
    }
    tw_f_ll_os_write(2L, l_v_551);
    l_exc_555 = tw_exc.type != NULL;
    if (l_exc_555) {
        goto block32;
    }
    return 1L;
block68:;
    tw_ss_top = tw_frame;
    tw_exc.type = l_etype_505;
    tw_exc.value = l_evalue_517;
    tw_traceback(TW_TB_RESUME, &tw_locs[56], 0);
    return 0L;
block12:;
    l_etype_81 = (struct tw_s_object_vtable *)tw_exc.type;
    l_evalue_82 = (struct tw_s_object *)tw_exc.value;
    tw_traceback(TW_TB_CATCH, &tw_locs[57], 1);
    tw_exc.type = NULL;
    tw_exc.value = NULL;
    l_evalue_85 = l_evalue_82;
    l_argv_86 = l_argv_78;
    l_etype_87 = l_etype_81;
block13:;
    l_v_88 = (struct tw_s_BaseException *)l_evalue_85;
    l_v_89 = l_v_88 != NULL;
    if (!l_v_89) {
        l_v_90 = l_v_88;
        l_etype_91 = l_etype_87;
        l_argv_92 = l_argv_86;
        l_v_93 = 0;
        goto block14;
    }
    l_e_215 = l_v_88;
    l_etype_216 = l_etype_87;
    l_argv_217 = l_argv_86;
    l_v_218 = 0;
block38:;
    l_v_219 = l_e_215->f_exc_kind;
    l_v_220 = l_v_219 & 1024L;
    l_v_221 = l_v_220 != 0;
    if (!l_v_221) {
        l_v_90 = l_e_215;
        l_etype_91 = l_etype_216;
        l_argv_92 = l_argv_217;
        l_v_93 = l_v_218;
        goto block14;
    }
    l_v_226 = l_e_215->f_typeptr;
    l_v_227 = (void*)l_v_226 == (void*)(&tw_o_KeyError_vtable);
    if (!l_v_227) {
        l_v_90 = l_e_215;
        l_etype_91 = l_etype_216;
        l_argv_92 = l_argv_217;
        l_v_93 = l_v_218;
        goto block14;
    }
    tw_frame[0] = l_argv_217;
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    tw_frame[5] = ((GcRef)0);
    tw_frame[6] = ((GcRef)0);
    l_v_239 = tw_f_copy(l_e_215, ((struct tw_s_KeyError *)0));
    l_argv_240 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_241 = tw_exc.type != NULL;
    if (!l_exc_241) {
        goto block41;
    }
    tw_ss_top = tw_frame;
    goto block32;
block41:;
    l_v_90 = l_v_239;
    l_etype_91 = l_etype_216;
    l_argv_92 = l_argv_240;
    l_v_93 = l_v_218;
block14:;
    l_v_94 = l_v_90 != NULL;
    if (!l_v_94) {
        l_v_95 = l_v_90;
        l_argv_97 = l_argv_92;
        goto block15;
    }
    l_v_187 = l_v_90->f_exc_kind;
    l_v_188 = l_v_187 & 1024L;
    l_v_189 = l_v_188 != 0;
    if (!l_v_189) {
        l_v_95 = l_v_90;
        l_argv_97 = l_argv_92;
        goto block15;
    }
    l_v_194 = l_v_90->f_typeptr;
    l_v_195 = (void*)l_v_194 == (void*)(&tw_o_AttributeError_vtable);
    if (!l_v_195) {
        l_v_95 = l_v_90;
        l_argv_97 = l_argv_92;
        goto block15;
    }
    tw_frame[0] = l_argv_92;
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    tw_frame[5] = ((GcRef)0);
    tw_frame[6] = ((GcRef)0);
    l_v_207 = tw_f_copy__1(l_v_90, ((struct tw_s_AttributeError *)0));
    l_argv_208 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_209 = tw_exc.type != NULL;
    if (!l_exc_209) {
        goto block36;
    }
    tw_ss_top = tw_frame;
    goto block32;
block36:;
    l_v_95 = l_v_207;
    l_argv_97 = l_argv_208;
block15:;
    l_v_99 = l_v_95 != NULL;
    if (!l_v_99) {
        l_v_101 = l_v_95;
        l_argv_102 = l_argv_97;
        goto block16;
    }
    l_v_154 = l_v_95->f_exc_kind;
    l_v_155 = l_v_154 & 1024L;
    l_v_156 = l_v_155 != 0;
    if (!l_v_156) {
        l_v_101 = l_v_95;
        l_argv_102 = l_argv_97;
        goto block16;
    }
    l_v_161 = l_v_95->f_typeptr;
    l_v_162 = (void*)l_v_161 == (void*)(&tw_o_TypeError_vtable);
    if (!l_v_162) {
        l_v_101 = l_v_95;
        l_argv_102 = l_argv_97;
        goto block16;
    }
    tw_frame[0] = l_argv_97;
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    tw_frame[5] = ((GcRef)0);
    tw_frame[6] = ((GcRef)0);
    l_v_174 = tw_f_copy__2(l_v_95, ((struct tw_s_TypeError *)0));
    l_argv_175 = (struct tw_s_array_rpy_string *)tw_frame[0];
    l_exc_176 = tw_exc.type != NULL;
    if (!l_exc_176) {
        goto block30;
    }
    tw_ss_top = tw_frame;
block32:;
    tw_traceback(TW_TB_PASS, &tw_locs[55], 0);
    return 0L;
block30:;
    l_v_101 = l_v_174;
    l_argv_102 = l_argv_175;
block16:;
    l_v_104 = l_etype_91->f_subclassrange_min;
    l_v_105 = 6L <= l_v_104 && l_v_104 < 22L;
    if (!l_v_105) {
        l_evalue_107 = ((struct tw_s_object *)l_v_101);
        goto block17;
    }
    if (!l_v_93) {
        goto block20;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with_3);
    tw_traceback(TW_TB_RAISE, &tw_locs[58], 0);
    return 0L;
block20:;
    l_v_115 = l_argv_102->items[1L];
    tw_frame[0] = l_v_115;
    tw_frame[1] = ((GcRef)0);
    tw_frame[2] = ((GcRef)0);
    tw_frame[3] = ((GcRef)0);
    tw_frame[4] = ((GcRef)0);
    tw_frame[5] = ((GcRef)0);
    tw_frame[6] = ((GcRef)0);
    l_adr_123 = tw_f_malloc_varsize(376L, 16L, 8L, 8L, 3L);
    l_v_124 = (struct tw_s_rpy_string *)tw_frame[0];
    l_v_125 = (struct tw_s_array_rpy_string *)l_adr_123;
    l_nomem_126 = l_v_125 == NULL;
    if (!l_nomem_126) {
        goto block21;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[58], 0);
    return 0L;
block21:;
    tw_ss_top = tw_frame;
    l_v_125->items[0L] = ((struct tw_s_rpy_string *)&tw_o_str_14);
    l_v_125->items[1L] = l_v_124;
    l_v_125->items[2L] = ((struct tw_s_rpy_string *)&tw_o_str);
    l_v_133 = l_v_125->length;
    l_v_134 = tw_f_ll_join(((struct tw_s_rpy_string *)&tw_o_str_3), l_v_125, l_v_133);
    l_exc_135 = tw_exc.type != NULL;
    if (l_exc_135) {
        goto block24;
    }
    tw_f_ll_os_write(2L, l_v_134);
    l_exc_138 = tw_exc.type != NULL;
    if (!l_exc_138) {
        goto block23;
    }
block24:;
    tw_traceback(TW_TB_PASS, &tw_locs[58], 0);
    return 0L;
block23:;
    return 1L;
block17:;
    tw_ss_top = tw_frame;
    tw_exc.type = l_etype_91;
    tw_exc.value = l_evalue_107;
    tw_traceback(TW_TB_RESUME, &tw_locs[59], 0);
    return 0L;
}

/* ll_bad_shift */
static __attribute__((noinline)) Signed tw_f_ll_bad_shift(Signed l_b_0, Signed l_result_1) {
    bool_t l_v_2;
    l_v_2 = l_b_0 < 0L;
    if (TW_LIKELY(!l_v_2)) {
        return l_result_1;
    }
    tw_exc.type = (&tw_o_ValueError_vtable);
    tw_exc.value = (&tw_o_exc_ValueError_with_3);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return 0L;
}

/* ll_strrepr */
static struct tw_s_rpy_string *tw_f_ll_strrepr(struct tw_s_rpy_string *l_s_0) {
    Signed l_v_1, l_v_2, l_size_5, l_single_6, l_i_8, l_v_264, l_v_328, l_size_300;
    Signed l_single_301, l_v_312, l_v_313, l_v_321, l_v_304, l_v_255, l_quote_23, l_size_24;
    Signed l_adr_26, l_i_46, l_at_48, l_v_64, l_v_134, l_v_148, l_v_150, l_at_119;
    Signed l_v_160, l_v_161, l_v_226, l_v_172, l_v_184, l_v_215, l_v_194, l_v_204;
    Signed l_v_206, l_v_113, l_v_121;
    bool_t l_double_7, l_v_9, l_v_265, l_double_302, l_v_273, l_v_281, l_v_289, l_v_297;
    bool_t l_v_314, l_v_15, l_nomem_29, l_v_36, l_v_50, l_v_65, l_v_74, l_v_83;
    bool_t l_v_92, l_v_137, l_v_151, l_v_162, l_v_185, l_v_102;
    Char l_v_263, l_v_41, l_v_63, l_v_147, l_v_227, l_v_176, l_v_173, l_v_216;
    Char l_v_198, l_v_195, l_v_111;
    struct tw_s_rpy_string *l_s_27, *l_v_28;
    Unsigned l_v_35, l_v_136, l_v_101;
    void **tw_frame;
    l_v_1 = l_s_0->length;
    l_v_2 = (Signed)((Unsigned)l_v_1 + (Unsigned)2L);
    l_size_5 = l_v_2;
    l_single_6 = 0L;
    l_double_7 = 0;
    l_i_8 = 0L;
block1:;
    l_v_9 = l_i_8 < l_v_1;
    if (!l_v_9) {
        goto block2;
    }
    l_v_263 = l_s_0->items[l_i_8];
    l_v_264 = (Signed)l_v_263;
    l_v_265 = l_v_263 == '\'';
    if (!l_v_265) {
        goto block34;
    }
    l_v_328 = (Signed)((Unsigned)l_single_6 + (Unsigned)1L);
    l_size_300 = l_size_5;
    l_single_301 = l_v_328;
    l_double_302 = l_double_7;
    goto block38;
block34:;
    l_v_273 = l_v_264 == 34L;
    if (l_v_273) {
        l_size_300 = l_size_5;
        l_single_301 = l_single_6;
        l_double_302 = 1;
        goto block38;
    }
    l_v_281 = l_v_264 < 32L;
    if (l_v_281) {
        goto block39;
    }
    l_v_289 = l_v_264 >= 127L;
    if (l_v_289) {
        goto block39;
    }
    l_v_297 = l_v_264 == 92L;
    if (!l_v_297) {
        l_size_300 = l_size_5;
        l_single_301 = l_single_6;
        l_double_302 = l_double_7;
        goto block38;
    }
block39:;
    l_v_312 = (Signed)((Unsigned)l_size_5 + (Unsigned)1L);
    l_v_313 = tw_f_escape_letter(l_v_264, 39L);
    l_v_314 = l_v_313 == 120L;
    if (!l_v_314) {
        l_size_300 = l_v_312;
        l_single_301 = l_single_6;
        l_double_302 = l_double_7;
        goto block38;
    }
    l_v_321 = (Signed)((Unsigned)l_v_312 + (Unsigned)2L);
    l_size_300 = l_v_321;
    l_single_301 = l_single_6;
    l_double_302 = l_double_7;
block38:;
    l_v_304 = (Signed)((Unsigned)l_i_8 + (Unsigned)1L);
    l_size_5 = l_size_300;
    l_single_6 = l_single_301;
    l_double_7 = l_double_302;
    l_i_8 = l_v_304;
    goto block1;
block2:;
    l_v_15 = l_single_6 != 0L;
    if (!l_v_15) {
        goto block3;
    }
    if (!l_double_7) {
        goto block31;
    }
    l_v_255 = (Signed)((Unsigned)l_size_5 + (Unsigned)l_single_6);
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_quote_23 = 39L;
    l_size_24 = l_v_255;
    goto block4;
block31:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_quote_23 = 34L;
    l_size_24 = l_size_5;
    goto block4;
block3:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    l_quote_23 = 39L;
    l_size_24 = l_size_5;
block4:;
    tw_frame[0] = l_s_0;
    l_adr_26 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_size_24);
    l_s_27 = (struct tw_s_rpy_string *)tw_frame[0];
    l_v_28 = (struct tw_s_rpy_string *)l_adr_26;
    l_nomem_29 = l_v_28 == NULL;
    if (TW_UNLIKELY(l_nomem_29)) {
        goto block29;
    }
    tw_ss_top = tw_frame;
    l_v_35 = (Unsigned)l_quote_23;
    l_v_36 = l_v_35 >= 256UL;
    if (TW_UNLIKELY(l_v_36)) {
        goto block28;
    }
    l_v_41 = (unsigned char)l_quote_23;
    l_v_28->items[0L] = l_v_41;
    l_i_46 = 0L;
    l_at_48 = 1L;
block7:;
    l_v_50 = l_i_46 < l_v_1;
    if (!l_v_50) {
        goto block8;
    }
    l_v_63 = l_s_27->items[l_i_46];
    l_v_64 = (Signed)l_v_63;
    l_v_65 = l_v_64 < 32L;
    if (l_v_65) {
        goto block18;
    }
    l_v_74 = l_v_64 >= 127L;
    if (l_v_74) {
        goto block18;
    }
    l_v_83 = l_v_64 == 92L;
    if (l_v_83) {
        goto block18;
    }
    l_v_92 = l_v_64 == l_quote_23;
    if (!l_v_92) {
        goto block14;
    }
block18:;
    l_v_134 = tw_f_escape_letter(l_v_64, l_quote_23);
    l_v_28->items[l_at_48] = '\\';
    l_v_136 = (Unsigned)l_v_134;
    l_v_137 = l_v_136 >= 256UL;
    if (TW_UNLIKELY(l_v_137)) {
        goto block27;
    }
    l_v_147 = (unsigned char)l_v_134;
    l_v_148 = (Signed)((Unsigned)l_at_48 + (Unsigned)1L);
    l_v_28->items[l_v_148] = l_v_147;
    l_v_150 = (Signed)((Unsigned)l_at_48 + (Unsigned)2L);
    l_v_151 = l_v_134 == 120L;
    if (!l_v_151) {
        l_at_119 = l_v_150;
        goto block16;
    }
    l_v_160 = l_v_64 >> 4L;
    l_v_161 = l_v_160 & 15L;
    l_v_162 = l_v_161 < 10L;
    if (!l_v_162) {
        goto block21;
    }
    l_v_226 = (Signed)((Unsigned)l_v_161 + (Unsigned)48L);
    l_v_227 = (unsigned char)l_v_226;
    l_v_176 = l_v_227;
    goto block22;
block21:;
    l_v_172 = (Signed)((Unsigned)l_v_161 + (Unsigned)87L);
    l_v_173 = (unsigned char)l_v_172;
    l_v_176 = l_v_173;
block22:;
    l_v_28->items[l_v_150] = l_v_176;
    l_v_184 = l_v_64 & 15L;
    l_v_185 = l_v_184 < 10L;
    if (!l_v_185) {
        goto block23;
    }
    l_v_215 = (Signed)((Unsigned)l_v_184 + (Unsigned)48L);
    l_v_216 = (unsigned char)l_v_215;
    l_v_198 = l_v_216;
    goto block24;
block23:;
    l_v_194 = (Signed)((Unsigned)l_v_184 + (Unsigned)87L);
    l_v_195 = (unsigned char)l_v_194;
    l_v_198 = l_v_195;
block24:;
    l_v_204 = (Signed)((Unsigned)l_v_150 + (Unsigned)1L);
    l_v_28->items[l_v_204] = l_v_198;
    l_v_206 = (Signed)((Unsigned)l_v_150 + (Unsigned)2L);
    l_at_119 = l_v_206;
    goto block16;
block14:;
    l_v_101 = (Unsigned)l_v_64;
    l_v_102 = l_v_101 >= 256UL;
    if (TW_UNLIKELY(l_v_102)) {
        goto block17;
    }
    l_v_111 = (unsigned char)l_v_64;
    l_v_28->items[l_at_48] = l_v_111;
    l_v_113 = (Signed)((Unsigned)l_at_48 + (Unsigned)1L);
    l_at_119 = l_v_113;
block16:;
    l_v_121 = (Signed)((Unsigned)l_i_46 + (Unsigned)1L);
    l_i_46 = l_v_121;
    l_at_48 = l_at_119;
    goto block7;
block8:;
    l_v_28->items[l_at_48] = l_v_41;
    return l_v_28;
block29:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block28:;
    tw_exc.type = (&tw_o_ValueError_vtable);
    tw_exc.value = (&tw_o_exc_ValueError_with);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block27:;
    tw_exc.type = (&tw_o_ValueError_vtable);
    tw_exc.value = (&tw_o_exc_ValueError_with);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block17:;
    tw_exc.type = (&tw_o_ValueError_vtable);
    tw_exc.value = (&tw_o_exc_ValueError_with);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
}

/* ll_uint2str_base */
static struct tw_s_rpy_string *tw_f_ll_uint2str_base(Unsigned l_u_0, Signed l_base_1, Signed l_prefix_2) {
    Unsigned l_v_3, l_v_4, l_v_9, l_v_75, l_u_24, l_v_37, l_v_55;
    Signed l_n_8, l_v_74, l_v_15, l_adr_16, l_n_26, l_i_28, l_v_36, l_v_38;
    Signed l_v_63, l_v_46, l_v_56;
    bool_t l_v_10, l_nomem_18, l_v_29, l_v_39;
    struct tw_s_rpy_string *l_v_17;
    Char l_v_64, l_v_50, l_v_47;
    l_v_3 = (Unsigned)l_base_1;
    l_v_4 = l_u_0 / l_v_3;
    l_n_8 = 1L;
    l_v_9 = l_v_4;
block1:;
    l_v_10 = l_v_9 != 0;
    if (!l_v_10) {
        goto block2;
    }
    l_v_74 = (Signed)((Unsigned)l_n_8 + (Unsigned)1L);
    l_v_75 = l_v_9 / l_v_3;
    l_n_8 = l_v_74;
    l_v_9 = l_v_75;
    goto block1;
block2:;
    l_v_15 = (Signed)((Unsigned)l_prefix_2 + (Unsigned)l_n_8);
    l_adr_16 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_v_15);
    l_v_17 = (struct tw_s_rpy_string *)l_adr_16;
    l_nomem_18 = l_v_17 == NULL;
    if (TW_UNLIKELY(l_nomem_18)) {
        goto block10;
    }
    l_u_24 = l_u_0;
    l_n_26 = l_n_8;
    l_i_28 = l_v_15;
block4:;
    l_v_29 = l_n_26 > 0L;
    if (!l_v_29) {
        return l_v_17;
    }
    l_v_36 = (Signed)((Unsigned)l_i_28 - (Unsigned)1L);
    l_v_37 = l_u_24 % l_v_3;
    l_v_38 = (Signed)l_v_37;
    l_v_39 = l_v_38 < 10L;
    if (!l_v_39) {
        goto block7;
    }
    l_v_63 = (Signed)((Unsigned)l_v_38 + (Unsigned)48L);
    l_v_64 = (unsigned char)l_v_63;
    l_v_50 = l_v_64;
    goto block8;
block7:;
    l_v_46 = (Signed)((Unsigned)l_v_38 + (Unsigned)87L);
    l_v_47 = (unsigned char)l_v_46;
    l_v_50 = l_v_47;
block8:;
    l_v_17->items[l_v_36] = l_v_50;
    l_v_55 = l_u_24 / l_v_3;
    l_v_56 = (Signed)((Unsigned)l_n_26 - (Unsigned)1L);
    l_u_24 = l_v_55;
    l_n_26 = l_v_56;
    l_i_28 = l_v_36;
    goto block4;
block10:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
}

/* packed_argument */
static struct tw_s_tuple2_3 *tw_f_packed_argument(struct tw_s_rpy_string *l_packed_0, Signed l_i_1) {
    Signed l_v_2, l_i_4, l_p_5, l_v_22, l_v_23, l_v_24, l_p_27, l_n_29;
    Signed l_v_137, l_v_154, l_v_155, l_v_156, l_v_157, l_v_58, l_v_71, l_free_95;
    Signed l_end_96, l_limit_97, l_v_65, l_v_66, l_adr_116;
    Unsigned l_v_7, l_v_8, l_v_32;
    bool_t l_v_9, l_exc_198, l_v_33, l_exc_183, l_v_49, l_v_51, l_exc_166, l_v_59;
    bool_t l_v_72, l_v_82, l_exc_92, l_full_98, l_nomem_119;
    Char l_v_197, l_v_16, l_v_15, l_v_182, l_v_42, l_v_41, l_v_165, l_v_146;
    Char l_v_145;
    struct tw_s_rpy_string *l_v_91, *l_v_109, *l_v_117;
    Address l_adr_104;
    struct tw_s_tuple2_3 *l_obj_106, *l_v_107, *l_obj_118;
    void **tw_frame;
    l_v_2 = l_packed_0->length;
    l_i_4 = l_i_1;
    l_p_5 = 0L;
block1:;
    l_v_7 = (Unsigned)l_p_5;
    l_v_8 = (Unsigned)l_v_2;
    l_v_9 = l_v_7 >= l_v_8;
    if (!l_v_9) {
        goto block2;
    }
    l_v_197 = tw_f_ll_stritem_slow(l_packed_0, l_p_5);
    l_exc_198 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_198)) {
        goto block21;
    }
    l_v_16 = l_v_197;
    goto block3;
block2:;
    l_v_15 = l_packed_0->items[l_p_5];
    l_v_16 = l_v_15;
block3:;
    l_v_22 = (Signed)l_v_16;
    l_v_23 = (Signed)((Unsigned)l_v_22 - (Unsigned)48L);
    l_v_24 = (Signed)((Unsigned)l_p_5 + (Unsigned)1L);
    l_p_27 = l_v_24;
    l_n_29 = 0L;
block4:;
    l_v_32 = (Unsigned)l_p_27;
    l_v_33 = l_v_32 >= l_v_8;
    if (!l_v_33) {
        goto block5;
    }
    l_v_182 = tw_f_ll_stritem_slow(l_packed_0, l_p_27);
    l_exc_183 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_183)) {
        goto block21;
    }
    l_v_42 = l_v_182;
    l_v_49 = 1;
    goto block6;
block5:;
    l_v_41 = l_packed_0->items[l_p_27];
    l_v_42 = l_v_41;
    l_v_49 = 0;
block6:;
    l_v_51 = l_v_42 != ':';
    if (!l_v_51) {
        goto block7;
    }
    l_v_137 = (Signed)((Unsigned)l_n_29 * (Unsigned)10L);
    if (!l_v_49) {
        goto block23;
    }
    l_v_165 = tw_f_ll_stritem_slow(l_packed_0, l_p_27);
    l_exc_166 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_166)) {
        goto block21;
    }
    l_v_146 = l_v_165;
    goto block24;
block23:;
    l_v_145 = l_packed_0->items[l_p_27];
    l_v_146 = l_v_145;
block24:;
    l_v_154 = (Signed)l_v_146;
    l_v_155 = (Signed)((Unsigned)l_v_137 + (Unsigned)l_v_154);
    l_v_156 = (Signed)((Unsigned)l_v_155 - (Unsigned)48L);
    l_v_157 = (Signed)((Unsigned)l_p_27 + (Unsigned)1L);
    l_p_27 = l_v_157;
    l_n_29 = l_v_156;
    goto block4;
block7:;
    l_v_58 = (Signed)((Unsigned)l_p_27 + (Unsigned)1L);
    l_v_59 = l_i_4 == 0L;
    if (!l_v_59) {
        goto block8;
    }
    l_v_71 = (Signed)((Unsigned)l_v_58 + (Unsigned)l_n_29);
    l_v_72 = l_v_58 >= 0L;
    if (TW_UNLIKELY(!l_v_72)) {
        goto block10;
    }
    l_v_82 = l_v_71 >= 0L;
    if (TW_UNLIKELY(!l_v_82)) {
        goto block13;
    }
    l_v_91 = tw_f_ll_strslice(l_packed_0, l_v_58, l_v_71);
    l_exc_92 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_92)) {
        goto block21;
    }
    l_free_95 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_end_96 = (Signed)((Unsigned)l_free_95 + (Unsigned)24L);
    l_limit_97 = (&tw_o_SemiSpace_inst)->f_inst_limit;
    l_full_98 = l_end_96 > l_limit_97;
    if (TW_UNLIKELY(l_full_98)) {
        goto block18;
    }
    (&tw_o_SemiSpace_inst)->f_inst_free = l_end_96;
    l_adr_104 = (char*)l_free_95;
    *(Signed *)(l_adr_104 + 0L) = 736L;
    l_obj_106 = (struct tw_s_tuple2_3 *)l_adr_104;
    l_v_107 = l_obj_106;
    l_v_109 = l_v_91;
block17:;
    l_v_107->f_item0 = l_v_23;
    l_v_107->f_item1 = l_v_109;
    return l_v_107;
block8:;
    l_v_65 = (Signed)((Unsigned)l_v_58 + (Unsigned)l_n_29);
    l_v_66 = (Signed)((Unsigned)l_i_4 - (Unsigned)1L);
    l_i_4 = l_v_66;
    l_p_5 = l_v_65;
    goto block1;
block21:;
    return ((struct tw_s_tuple2_3 *)0);
block18:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    tw_frame[0] = l_v_91;
    l_adr_116 = tw_f_malloc_fixed(736L, 24L);
    l_v_117 = (struct tw_s_rpy_string *)tw_frame[0];
    l_obj_118 = (struct tw_s_tuple2_3 *)l_adr_116;
    l_nomem_119 = l_obj_118 == NULL;
    if (!l_nomem_119) {
        goto block19;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_tuple2_3 *)0);
block19:;
    tw_ss_top = tw_frame;
    l_v_107 = l_obj_118;
    l_v_109 = l_v_117;
    goto block17;
block13:;
    tw_exc.type = (&tw_o_AssertionError_vtable);
    tw_exc.value = (&tw_o_exc_AssertionError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_tuple2_3 *)0);
block10:;
    tw_exc.type = (&tw_o_AssertionError_vtable);
    tw_exc.value = (&tw_o_exc_AssertionError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_tuple2_3 *)0);
}

/* ll_format_float */
static struct tw_s_rpy_string *tw_f_ll_format_float(double l_f_0, Signed l_code_1, Signed l_precision_2) {
    bool_t l_deep_3, l_v_7, l_v_45, l_v_50, l_exc_55, l_exc_61, l_v_11, l_v_18;
    bool_t l_nomem_32;
    double l_v_49;
    struct tw_s_rpy_string *l_v_54, *l_v_60, *l_v_31;
    Signed l_v_59, l_v_12, l_v_16, l_v_29, l_adr_30;
    Address l_v_17;
    l_deep_3 = (Address)__builtin_frame_address(0) < tw_stack_limit;
    if (TW_UNLIKELY(l_deep_3)) {
        goto block15;
    }
    l_v_7 = l_precision_2 > 1100L;
    if (!l_v_7) {
        goto block2;
    }
    l_v_45 = l_code_1 != 114L;
    if (!l_v_45) {
        goto block2;
    }
    l_v_49 = l_f_0 - l_f_0;
    l_v_50 = l_v_49 == 0.0;
    if (!l_v_50) {
        goto block2;
    }
    l_v_54 = tw_f_ll_format_float(l_f_0, l_code_1, 1100L);
    l_exc_55 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_55)) {
        goto block14;
    }
    l_v_59 = (Signed)((Unsigned)l_precision_2 - (Unsigned)1100L);
    l_v_60 = tw_f_ll_with_zeros(l_v_54, l_code_1, l_v_59);
    l_exc_61 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_61)) {
        goto block14;
    }
    return l_v_60;
block2:;
    l_v_11 = 1100L < l_precision_2;
    if (!l_v_11) {
        l_v_12 = l_precision_2;
        goto block3;
    }
    l_v_12 = 1100L;
block3:;
    l_v_16 = (Signed)((Unsigned)l_v_12 + (Unsigned)400L);
    l_v_17 = tw_raw_malloc(l_v_16);
    l_v_18 = l_v_17 != ((Address)0);
    if (TW_UNLIKELY(!l_v_18)) {
        goto block4;
    }
    l_v_29 = tw_format_float(l_v_17, l_v_16, l_f_0, l_code_1, l_precision_2);
    l_adr_30 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_v_29);
    l_v_31 = (struct tw_s_rpy_string *)l_adr_30;
    l_nomem_32 = l_v_31 == NULL;
    if (TW_UNLIKELY(l_nomem_32)) {
        goto block8;
    }
    memcpy(&l_v_31->items[0L], l_v_17, (size_t)l_v_29);
    tw_raw_free(l_v_17);
    return l_v_31;
block15:;
    tw_exc.type = (&tw_o_RecursionError_vtable);
    tw_exc.value = (&tw_o_exc_RecursionError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block14:;
    return ((struct tw_s_rpy_string *)0);
block8:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block4:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
}

/* ll_int2dec */
static struct tw_s_rpy_string *tw_f_ll_int2dec(Signed l_i_0) {
    bool_t l_v_1, l_exc_13, l_exc_6;
    Unsigned l_v_11, l_v_4;
    struct tw_s_rpy_string *l_v_12, *l_v_5;
    Signed l_v_3;
    l_v_1 = l_i_0 >= 0L;
    if (!l_v_1) {
        goto block1;
    }
    l_v_11 = (Unsigned)l_i_0;
    l_v_12 = tw_f_ll_uint2str_base(l_v_11, 10L, 0L);
    l_exc_13 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_13)) {
        goto block4;
    }
    return l_v_12;
block1:;
    l_v_3 = (Signed)(-(Unsigned)l_i_0);
    l_v_4 = (Unsigned)l_v_3;
    l_v_5 = tw_f_ll_uint2str_base(l_v_4, 10L, 1L);
    l_exc_6 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_6)) {
        goto block4;
    }
    l_v_5->items[0L] = '-';
    return l_v_5;
block4:;
    return ((struct tw_s_rpy_string *)0);
}

/* raw_copy */
static Address tw_f_raw_copy(struct tw_s_rpy_string *l_s_0) {
    Signed l_v_1, l_v_2;
    Address l_v_3;
    bool_t l_v_4;
    l_v_1 = l_s_0->length;
    l_v_2 = (Signed)((Unsigned)l_v_1 + (Unsigned)1L);
    l_v_3 = tw_raw_malloc(l_v_2);
    l_v_4 = l_v_3 != ((Address)0);
    if (TW_UNLIKELY(!l_v_4)) {
        goto block1;
    }
    memcpy(l_v_3, &l_s_0->items[0L], (size_t)l_v_1);
    *(Char *)(l_v_3 + l_v_1) = 0;
    return l_v_3;
block1:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((Address)0);
}

/* ll_join */
static struct tw_s_rpy_string *tw_f_ll_join(struct tw_s_rpy_string *l_sep_0, struct tw_s_array_rpy_string *l_items_1, Signed l_n_2) {
    Signed l_v_3, l_adr_160, l_v_9, l_v_10, l_total_23, l_i_24, l_v_115, l_v_116;
    Signed l_v_123, l_v_124, l_adr_33, l_i_48, l_at_50, l_at_67, l_v_89, l_v_69;
    Signed l_v_71, l_v_72;
    bool_t l_v_4, l_nomem_162, l_ovf_11, l_v_25, l_v_102, l_ovf_117, l_nomem_37, l_v_51;
    bool_t l_v_60, l_v_80, l_exc_153, l_exc_135, l_exc_106;
    struct tw_s_rpy_string *l_v_161, *l_sep_19, *l_v_101, *l_sep_119, *l_sep_34, *l_v_36, *l_v_68, *l_sep_151;
    struct tw_s_rpy_string *l_sep_133;
    struct tw_s_array_rpy_string *l_items_20, *l_items_120, *l_items_35, *l_items_152, *l_items_134;
    bool_t tw_ovf;
    void **tw_frame;
    l_v_3 = l_sep_0->length;
    l_v_4 = l_n_2 == 0L;
    if (!l_v_4) {
        goto block1;
    }
    l_adr_160 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, 0L);
    l_v_161 = (struct tw_s_rpy_string *)l_adr_160;
    l_nomem_162 = l_v_161 == NULL;
    if (TW_UNLIKELY(l_nomem_162)) {
        goto block27;
    }
    return l_v_161;
block1:;
    l_v_9 = (Signed)((Unsigned)l_n_2 - (Unsigned)1L);
    tw_ovf = __builtin_mul_overflow(l_v_3, l_v_9, &l_v_10);
    l_ovf_11 = tw_ovf;
    if (TW_UNLIKELY(l_ovf_11)) {
        goto block22;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    l_sep_19 = l_sep_0;
    l_items_20 = l_items_1;
    l_total_23 = l_v_10;
    l_i_24 = 0L;
block3:;
    l_v_25 = l_i_24 < l_n_2;
    if (!l_v_25) {
        goto block4;
    }
    l_v_101 = l_items_20->items[l_i_24];
    l_v_102 = l_v_101 != NULL;
    if (TW_UNLIKELY(!l_v_102)) {
        goto block14;
    }
    l_v_115 = l_v_101->length;
    tw_ovf = __builtin_add_overflow(l_total_23, l_v_115, &l_v_116);
    l_ovf_117 = tw_ovf;
    if (TW_UNLIKELY(l_ovf_117)) {
        goto block19;
    }
    l_sep_119 = l_sep_19;
    l_items_120 = l_items_20;
    l_v_123 = l_v_116;
block18:;
    l_v_124 = (Signed)((Unsigned)l_i_24 + (Unsigned)1L);
    l_sep_19 = l_sep_119;
    l_items_20 = l_items_120;
    l_total_23 = l_v_123;
    l_i_24 = l_v_124;
    goto block3;
block4:;
    tw_frame[0] = l_sep_19;
    tw_frame[1] = l_items_20;
    l_adr_33 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_total_23);
    l_sep_34 = (struct tw_s_rpy_string *)tw_frame[0];
    l_items_35 = (struct tw_s_array_rpy_string *)tw_frame[1];
    l_v_36 = (struct tw_s_rpy_string *)l_adr_33;
    l_nomem_37 = l_v_36 == NULL;
    if (TW_UNLIKELY(l_nomem_37)) {
        goto block12;
    }
    tw_ss_top = tw_frame;
    l_i_48 = 0L;
    l_at_50 = 0L;
block6:;
    l_v_51 = l_i_48 < l_n_2;
    if (!l_v_51) {
        return l_v_36;
    }
    l_v_60 = l_i_48 > 0L;
    if (!l_v_60) {
        l_at_67 = l_at_50;
        goto block9;
    }
    l_v_80 = l_v_3 > 0L;
    if (!l_v_80) {
        l_at_67 = l_at_50;
        goto block9;
    }
    memmove(&l_v_36->items[l_at_50], &l_sep_34->items[0L], (size_t)l_v_3 * sizeof(l_v_36->items[0]));
    l_v_89 = (Signed)((Unsigned)l_at_50 + (Unsigned)l_v_3);
    l_at_67 = l_v_89;
block9:;
    l_v_68 = l_items_35->items[l_i_48];
    l_v_69 = l_v_68->length;
    memmove(&l_v_36->items[l_at_67], &l_v_68->items[0L], (size_t)l_v_69 * sizeof(l_v_36->items[0]));
    l_v_71 = (Signed)((Unsigned)l_at_67 + (Unsigned)l_v_69);
    l_v_72 = (Signed)((Unsigned)l_i_48 + (Unsigned)1L);
    l_i_48 = l_v_72;
    l_at_50 = l_v_71;
    goto block6;
block27:;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block22:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    tw_frame[0] = l_sep_0;
    tw_frame[1] = l_items_1;
    tw_f_too_long(((struct tw_s_rpy_string *)&tw_o_str_21));
    l_sep_151 = (struct tw_s_rpy_string *)tw_frame[0];
    l_items_152 = (struct tw_s_array_rpy_string *)tw_frame[1];
    l_exc_153 = tw_exc.type != NULL;
    if (!l_exc_153) {
        goto block23;
    }
    tw_ss_top = tw_frame;
    goto block16;
block23:;
    __builtin_unreachable();
    l_sep_19 = l_sep_151;
    l_items_20 = l_items_152;
    l_total_23 = 0L;
    l_i_24 = 0L;
    goto block3;
block19:;
    tw_frame[0] = l_sep_19;
    tw_frame[1] = l_items_20;
    tw_f_too_long(((struct tw_s_rpy_string *)&tw_o_str_21));
    l_sep_133 = (struct tw_s_rpy_string *)tw_frame[0];
    l_items_134 = (struct tw_s_array_rpy_string *)tw_frame[1];
    l_exc_135 = tw_exc.type != NULL;
    if (!l_exc_135) {
        goto block20;
    }
    tw_ss_top = tw_frame;
    goto block16;
block20:;
    __builtin_unreachable();
    l_sep_119 = l_sep_133;
    l_items_120 = l_items_134;
    l_v_123 = 0L;
    goto block18;
block14:;
    tw_ss_top = tw_frame;
    tw_f_none_joined(l_i_24);
    l_exc_106 = tw_exc.type != NULL;
    if (!l_exc_106) {
        goto block15;
    }
block16:;
    return ((struct tw_s_rpy_string *)0);
block15:;
    __builtin_unreachable();
    return ((struct tw_s_rpy_string *)0);
block12:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
}

/* copy_to_space */
static bool_t tw_f_copy_to_space(Signed l_size_0) {
    Signed l_v_1, l_v_2, l_v_3, l_v_155, l_space_162, l_space_10, l_v_7, l_v_11;
    Signed l_v_12, l_v_14, l_v_20, l_v_23, l_v_24, l_v_27, l_v_29, l_v_32;
    Signed l_v_34, l_v_36, l_at_37, l_k_38, l_v_148, l_v_149, l_v_151, l_v_152;
    Signed l_v_49, l_v_51, l_v_52, l_v_53, l_at_54, l_v_88, l_v_90, l_v_91;
    Signed l_v_108, l_v_119, l_v_120, l_v_140, l_v_130, l_v_99, l_v_66;
    bool_t l_v_4, l_v_156, l_v_164, l_v_8, l_v_43, l_v_60, l_v_92, l_v_109;
    bool_t l_v_121, l_v_68, l_v_73;
    Address l_v_159, l_v_6, l_v_26, l_v_28, l_v_31, l_v_33, l_v_48, l_v_50;
    Address l_v_87, l_v_89, l_v_118, l_v_75;
    l_v_1 = (Signed)((Unsigned)l_size_0 + (Unsigned)7L);
    l_v_2 = l_v_1 & (-8L);
    l_v_3 = (&tw_o_SemiSpace_inst)->f_inst_spare;
    l_v_4 = l_v_3 != 0L;
    if (!l_v_4) {
        goto block1;
    }
    l_v_155 = (&tw_o_SemiSpace_inst)->f_inst_spare_size;
    l_v_156 = l_v_155 == l_v_2;
    if (l_v_156) {
        l_space_162 = l_v_3;
        goto block20;
    }
    l_v_159 = (char*)l_v_3;
    tw_raw_free(l_v_159);
    l_space_162 = 0L;
block20:;
    (&tw_o_SemiSpace_inst)->f_inst_spare = 0L;
    l_v_164 = l_space_162 == 0L;
    if (!l_v_164) {
        l_space_10 = l_space_162;
        goto block2;
    }
block1:;
    l_v_6 = tw_raw_malloc(l_v_2);
    l_v_7 = (Signed)l_v_6;
    l_v_8 = l_v_7 == 0L;
    if (l_v_8) {
        return 0;
    }
    l_space_10 = l_v_7;
block2:;
    l_v_11 = (&tw_o_SemiSpace_inst)->f_inst_space;
    l_v_12 = (&tw_o_SemiSpace_inst)->f_inst_space_size;
    (&tw_o_SemiSpace_inst)->f_inst_from_start = l_v_11;
    l_v_14 = (&tw_o_SemiSpace_inst)->f_inst_free;
    (&tw_o_SemiSpace_inst)->f_inst_from_end = l_v_14;
    (&tw_o_SemiSpace_inst)->f_inst_space = l_space_10;
    (&tw_o_SemiSpace_inst)->f_inst_space_size = l_v_2;
    (&tw_o_SemiSpace_inst)->f_inst_free = l_space_10;
    (&tw_o_SemiSpace_inst)->f_inst_cleared = l_space_10;
    l_v_20 = (Signed)((Unsigned)l_space_10 + (Unsigned)l_v_2);
    (&tw_o_SemiSpace_inst)->f_inst_top = l_v_20;
    (&tw_o_SemiSpace_inst)->f_inst_limit = 0L;
    l_v_23 = (&tw_o_SemiSpace_inst)->f_inst_collections;
    l_v_24 = (Signed)((Unsigned)l_v_23 + (Unsigned)1L);
    (&tw_o_SemiSpace_inst)->f_inst_collections = l_v_24;
    l_v_26 = (Address)tw_ss_base;
    l_v_27 = (Signed)l_v_26;
    l_v_28 = (Address)tw_ss_top;
    l_v_29 = (Signed)l_v_28;
    tw_f_move_range(l_v_27, l_v_29, 8L);
    l_v_31 = tw_extra_roots_start();
    l_v_32 = (Signed)l_v_31;
    l_v_33 = (Address)tw_extra_roots_end;
    l_v_34 = (Signed)l_v_33;
    tw_f_move_range(l_v_32, l_v_34, 8L);
    l_v_36 = tw_suspended_roots(0L);
    l_at_37 = l_v_36;
    l_k_38 = 0L;
block3:;
    l_v_43 = l_at_37 != 0L;
    if (!l_v_43) {
        goto block4;
    }
    l_v_148 = (Signed)((Unsigned)l_k_38 + (Unsigned)1L);
    l_v_149 = tw_suspended_roots(l_v_148);
    tw_f_move_range(l_at_37, l_v_149, 8L);
    l_v_151 = (Signed)((Unsigned)l_k_38 + (Unsigned)2L);
    l_v_152 = tw_suspended_roots(l_v_151);
    l_at_37 = l_v_152;
    l_k_38 = l_v_151;
    goto block3;
block4:;
    l_v_48 = (Address)tw_static_roots;
    l_v_49 = (Signed)l_v_48;
    l_v_50 = (Address)tw_static_roots_len;
    l_v_51 = (Signed)l_v_50;
    l_v_52 = (Signed)((Unsigned)l_v_51 * (Unsigned)8L);
    l_v_53 = (Signed)((Unsigned)l_v_49 + (Unsigned)l_v_52);
    l_at_54 = l_v_49;
block5:;
    l_v_60 = l_at_54 < l_v_53;
    if (!l_v_60) {
        goto block6;
    }
    l_v_87 = (char*)l_at_54;
    l_v_88 = *(Signed *)(l_v_87 + 0L);
    l_v_89 = (char*)l_v_88;
    l_v_90 = *(Signed *)(l_v_89 + 0L);
    l_v_91 = (&tw_o_SemiSpace_inst)->f_inst_from_start;
    l_v_92 = l_v_90 >= l_v_91;
    if (!l_v_92) {
        goto block12;
    }
    l_v_108 = (&tw_o_SemiSpace_inst)->f_inst_from_end;
    l_v_109 = l_v_90 < l_v_108;
    if (!l_v_109) {
        goto block12;
    }
    l_v_118 = (char*)l_v_90;
    l_v_119 = *(Signed *)(l_v_118 + 0L);
    l_v_120 = l_v_119 & 1L;
    l_v_121 = l_v_120 != 0;
    if (!l_v_121) {
        goto block15;
    }
    l_v_140 = (Signed)((Unsigned)l_v_119 - (Unsigned)1L);
    *(Signed *)(l_v_89 + 0L) = l_v_140;
    goto block12;
block15:;
    l_v_130 = tw_f_move(l_v_90);
    *(Signed *)(l_v_89 + 0L) = l_v_130;
block12:;
    l_v_99 = (Signed)((Unsigned)l_at_54 + (Unsigned)8L);
    l_at_54 = l_v_99;
    goto block5;
block6:;
    tw_f_move_all(l_space_10);
    l_v_66 = (&tw_o_SemiSpace_inst)->f_inst_free;
    (&tw_o_SemiSpace_inst)->f_inst_cleared = l_v_66;
    l_v_68 = l_v_11 != 0L;
    if (!l_v_68) {
        return 1;
    }
    l_v_73 = l_v_12 == l_v_2;
    if (!l_v_73) {
        goto block9;
    }
    (&tw_o_SemiSpace_inst)->f_inst_spare = l_v_11;
    (&tw_o_SemiSpace_inst)->f_inst_spare_size = l_v_2;
    return 1;
block9:;
    l_v_75 = (char*)l_v_11;
    tw_raw_free(l_v_75);
    return 1;
}

/* copy__2 */
static __attribute__((noinline)) struct tw_s_BaseException *tw_f_copy__2(struct tw_s_BaseException *l_e_0, struct tw_s_TypeError *l_like_1) {
    Signed l_adr_4, l_v_13, l_v_14, l_v_18;
    struct tw_s_BaseException *l_e_5;
    struct tw_s_TypeError *l_v_6;
    bool_t l_nomem_7;
    struct tw_s_object_vtable *l_v_11;
    struct tw_s_rpy_string *l_v_16;
    GcRef l_v_20;
    tw_ft_49 l_v_22;
    void **tw_frame;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    tw_frame[0] = l_e_0;
    l_adr_4 = tw_f_malloc_fixed(152L, 56L);
    l_e_5 = (struct tw_s_BaseException *)tw_frame[0];
    l_v_6 = (struct tw_s_TypeError *)l_adr_4;
    l_nomem_7 = l_v_6 == NULL;
    if (TW_UNLIKELY(l_nomem_7)) {
        goto block3;
    }
    tw_ss_top = tw_frame;
    l_v_11 = l_e_5->f_typeptr;
    l_v_6->f_typeptr = l_v_11;
    l_v_13 = l_e_5->f_exc_kind;
    l_v_14 = l_v_13 & (-1025L);
    l_v_6->f_exc_kind = l_v_14;
    l_v_16 = l_e_5->f_exc_text;
    l_v_6->f_exc_text = l_v_16;
    l_v_18 = l_e_5->f_exc_word;
    l_v_6->f_exc_word = l_v_18;
    l_v_20 = l_e_5->f_exc_key;
    l_v_6->f_exc_key = l_v_20;
    l_v_22 = l_e_5->f_exc_show;
    l_v_6->f_exc_show = l_v_22;
    return ((struct tw_s_BaseException *)l_v_6);
block3:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_BaseException *)0);
}

/* copy__1 */
static __attribute__((noinline)) struct tw_s_BaseException *tw_f_copy__1(struct tw_s_BaseException *l_e_0, struct tw_s_AttributeError *l_like_1) {
    Signed l_adr_4, l_v_13, l_v_14, l_v_18;
    struct tw_s_BaseException *l_e_5;
    struct tw_s_AttributeError *l_v_6;
    bool_t l_nomem_7;
    struct tw_s_object_vtable *l_v_11;
    struct tw_s_rpy_string *l_v_16;
    GcRef l_v_20;
    tw_ft_49 l_v_22;
    void **tw_frame;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    tw_frame[0] = l_e_0;
    l_adr_4 = tw_f_malloc_fixed(168L, 56L);
    l_e_5 = (struct tw_s_BaseException *)tw_frame[0];
    l_v_6 = (struct tw_s_AttributeError *)l_adr_4;
    l_nomem_7 = l_v_6 == NULL;
    if (TW_UNLIKELY(l_nomem_7)) {
        goto block3;
    }
    tw_ss_top = tw_frame;
    l_v_11 = l_e_5->f_typeptr;
    l_v_6->f_typeptr = l_v_11;
    l_v_13 = l_e_5->f_exc_kind;
    l_v_14 = l_v_13 & (-1025L);
    l_v_6->f_exc_kind = l_v_14;
    l_v_16 = l_e_5->f_exc_text;
    l_v_6->f_exc_text = l_v_16;
    l_v_18 = l_e_5->f_exc_word;
    l_v_6->f_exc_word = l_v_18;
    l_v_20 = l_e_5->f_exc_key;
    l_v_6->f_exc_key = l_v_20;
    l_v_22 = l_e_5->f_exc_show;
    l_v_6->f_exc_show = l_v_22;
    return ((struct tw_s_BaseException *)l_v_6);
block3:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_BaseException *)0);
}

/* copy */
static __attribute__((noinline)) struct tw_s_BaseException *tw_f_copy(struct tw_s_BaseException *l_e_0, struct tw_s_KeyError *l_like_1) {
    Signed l_adr_4, l_v_13, l_v_14, l_v_18;
    struct tw_s_BaseException *l_e_5;
    struct tw_s_KeyError *l_v_6;
    bool_t l_nomem_7;
    struct tw_s_object_vtable *l_v_11;
    struct tw_s_rpy_string *l_v_16;
    GcRef l_v_20;
    tw_ft_49 l_v_22;
    void **tw_frame;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    tw_frame[0] = l_e_0;
    l_adr_4 = tw_f_malloc_fixed(120L, 56L);
    l_e_5 = (struct tw_s_BaseException *)tw_frame[0];
    l_v_6 = (struct tw_s_KeyError *)l_adr_4;
    l_nomem_7 = l_v_6 == NULL;
    if (TW_UNLIKELY(l_nomem_7)) {
        goto block3;
    }
    tw_ss_top = tw_frame;
    l_v_11 = l_e_5->f_typeptr;
    l_v_6->f_typeptr = l_v_11;
    l_v_13 = l_e_5->f_exc_kind;
    l_v_14 = l_v_13 & (-1025L);
    l_v_6->f_exc_kind = l_v_14;
    l_v_16 = l_e_5->f_exc_text;
    l_v_6->f_exc_text = l_v_16;
    l_v_18 = l_e_5->f_exc_word;
    l_v_6->f_exc_word = l_v_18;
    l_v_20 = l_e_5->f_exc_key;
    l_v_6->f_exc_key = l_v_20;
    l_v_22 = l_e_5->f_exc_show;
    l_v_6->f_exc_show = l_v_22;
    return ((struct tw_s_BaseException *)l_v_6);
block3:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_BaseException *)0);
}

/* pack__1 */
static struct tw_s_rpy_string *tw_f_pack__1(struct tw_s_rpy_string *l_acc_0, Char l_sort_1, struct tw_s_rpy_string *l_text_2) {
    Signed l_adr_6, l_v_22;
    struct tw_s_rpy_string *l_acc_7, *l_v_9, *l_v_17, *l_text_18, *l_v_24, *l_v_26, *l_v_32, *l_v_37;
    struct tw_s_rpy_string *l_text_38, *l_v_43;
    bool_t l_nomem_10, l_exc_19, l_exc_27, l_exc_34, l_exc_39, l_exc_44;
    void **tw_frame;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    tw_frame[0] = l_acc_0;
    tw_frame[1] = l_text_2;
    l_adr_6 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, 1L);
    l_acc_7 = (struct tw_s_rpy_string *)tw_frame[0];
    l_v_9 = (struct tw_s_rpy_string *)l_adr_6;
    l_nomem_10 = l_v_9 == NULL;
    if (TW_UNLIKELY(l_nomem_10)) {
        goto block13;
    }
    l_v_9->items[0L] = l_sort_1;
    tw_frame[0] = ((GcRef)0);
    l_v_17 = tw_f_ll_strconcat(l_acc_7, l_v_9);
    l_text_18 = (struct tw_s_rpy_string *)tw_frame[1];
    l_exc_19 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_19)) {
        goto block12;
    }
    l_v_22 = l_text_18->length;
    tw_frame[0] = l_v_17;
    l_v_24 = tw_f_ll_int2dec(l_v_22);
    l_v_26 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_27 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_27)) {
        goto block11;
    }
    tw_frame[0] = ((GcRef)0);
    l_v_32 = tw_f_ll_strconcat(l_v_26, l_v_24);
    l_exc_34 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_34)) {
        goto block10;
    }
    l_v_37 = tw_f_ll_strconcat(l_v_32, ((struct tw_s_rpy_string *)&tw_o_str_17));
    l_text_38 = (struct tw_s_rpy_string *)tw_frame[1];
    l_exc_39 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_39)) {
        goto block9;
    }
    tw_ss_top = tw_frame;
    l_v_43 = tw_f_ll_strconcat(l_v_37, l_text_38);
    l_exc_44 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_44)) {
        goto block8;
    }
    return l_v_43;
block13:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block12:;
    tw_ss_top = tw_frame;
    goto block8;
block11:;
    tw_ss_top = tw_frame;
    goto block8;
block10:;
    tw_ss_top = tw_frame;
    goto block8;
block9:;
    tw_ss_top = tw_frame;
block8:;
    return ((struct tw_s_rpy_string *)0);
}

/* escape_letter */
static __attribute__((noinline)) Signed tw_f_escape_letter(Signed l_c_0, Signed l_quote_1) {
    bool_t l_v_2, l_v_5;
    l_v_2 = l_c_0 == 92L;
    if (l_v_2) {
        return l_c_0;
    }
    l_v_5 = l_c_0 == l_quote_1;
    if (l_v_5) {
        return l_c_0;
    }
    switch (l_c_0) {
    case 10L:
        return 110L;
    case 13L:
        return 114L;
    case 9L:
        return 116L;
    default:
        return 120L;
    }
}

/* ll_stritem_slow */
static __attribute__((noinline)) Char tw_f_ll_stritem_slow(struct tw_s_rpy_string *l_s_0, Signed l_i_1) {
    Signed l_v_2, l_v_3;
    Unsigned l_v_4, l_v_5;
    bool_t l_v_6;
    Char l_v_9;
    l_v_2 = l_s_0->length;
    l_v_3 = (Signed)((Unsigned)l_i_1 + (Unsigned)l_v_2);
    l_v_4 = (Unsigned)l_v_3;
    l_v_5 = (Unsigned)l_v_2;
    l_v_6 = l_v_4 >= l_v_5;
    if (TW_UNLIKELY(l_v_6)) {
        goto block3;
    }
    l_v_9 = l_s_0->items[l_v_3];
    return l_v_9;
block3:;
    tw_exc.type = (&tw_o_IndexError_vtable);
    tw_exc.value = (&tw_o_exc_IndexError_with);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return 0;
}

/* ll_with_zeros */
static __attribute__((noinline)) struct tw_s_rpy_string *tw_f_ll_with_zeros(struct tw_s_rpy_string *l_s_0, Signed l_code_1, Signed l_n_2) {
    Signed l_v_3, l_v_4, l_v_104, l_v_8, l_end_11, l_i_12, l_v_93, l_v_94;
    Signed l_end_98, l_v_100, l_times_28, l_adr_33, l_i_45, l_v_81;
    bool_t l_v_5, l_v_105, l_v_13, l_v_95, l_exc_22, l_v_27, l_nomem_37, l_v_49;
    bool_t l_exc_57, l_exc_64, l_exc_69;
    Char l_v_92;
    struct tw_s_rpy_string *l_v_20, *l_v_34, *l_v_36, *l_v_55, *l_s_56, *l_v_62, *l_v_63, *l_v_68;
    void **tw_frame;
    l_v_3 = l_code_1 & 255L;
    l_v_4 = l_v_3 | 32L;
    l_v_5 = l_v_4 == 103L;
    if (!l_v_5) {
        goto block1;
    }
    l_v_104 = l_code_1 & 256L;
    l_v_105 = l_v_104 != 0;
    if (!l_v_105) {
        return l_s_0;
    }
block1:;
    l_v_8 = l_s_0->length;
    l_end_11 = l_v_8;
    l_i_12 = 0L;
block2:;
    l_v_13 = l_i_12 < l_end_11;
    if (!l_v_13) {
        goto block3;
    }
    l_v_92 = l_s_0->items[l_i_12];
    l_v_93 = (Signed)l_v_92;
    l_v_94 = l_v_93 | 32L;
    l_v_95 = l_v_94 == 101L;
    if (!l_v_95) {
        l_end_98 = l_end_11;
        goto block20;
    }
    l_end_98 = l_i_12;
block20:;
    l_v_100 = (Signed)((Unsigned)l_i_12 + (Unsigned)1L);
    l_end_11 = l_end_98;
    l_i_12 = l_v_100;
    goto block2;
block3:;
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 2;
    tw_frame[0] = l_s_0;
    tw_frame[1] = ((GcRef)0);
    l_v_20 = tw_f_ll_strslice(l_s_0, 0L, l_end_11);
    l_exc_22 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_22)) {
        goto block18;
    }
    l_v_27 = l_n_2 < 0L;
    if (!l_v_27) {
        l_times_28 = l_n_2;
        goto block5;
    }
    l_times_28 = 0L;
block5:;
    tw_frame[1] = l_v_20;
    l_adr_33 = tw_f_malloc_varsize(8L, 24L, 1L, 16L, l_times_28);
    l_v_34 = (struct tw_s_rpy_string *)tw_frame[1];
    l_v_36 = (struct tw_s_rpy_string *)l_adr_33;
    l_nomem_37 = l_v_36 == NULL;
    if (TW_UNLIKELY(l_nomem_37)) {
        goto block17;
    }
    l_i_45 = 0L;
block7:;
    l_v_49 = l_i_45 < l_times_28;
    if (!l_v_49) {
        goto block8;
    }
    l_v_36->items[l_i_45] = '0';
    l_v_81 = (Signed)((Unsigned)l_i_45 + (Unsigned)1L);
    l_i_45 = l_v_81;
    goto block7;
block8:;
    tw_frame[1] = ((GcRef)0);
    l_v_55 = tw_f_ll_strconcat(l_v_34, l_v_36);
    l_s_56 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_57 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_57)) {
        goto block15;
    }
    tw_frame[0] = l_v_55;
    l_v_62 = tw_f_ll_strslice_startonly(l_s_56, l_end_11);
    l_v_63 = (struct tw_s_rpy_string *)tw_frame[0];
    l_exc_64 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_64)) {
        goto block14;
    }
    tw_ss_top = tw_frame;
    l_v_68 = tw_f_ll_strconcat(l_v_63, l_v_62);
    l_exc_69 = tw_exc.type != NULL;
    if (TW_UNLIKELY(l_exc_69)) {
        goto block13;
    }
    return l_v_68;
block18:;
    tw_ss_top = tw_frame;
    goto block13;
block17:;
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return ((struct tw_s_rpy_string *)0);
block15:;
    tw_ss_top = tw_frame;
    goto block13;
block14:;
    tw_ss_top = tw_frame;
block13:;
    return ((struct tw_s_rpy_string *)0);
}

/* none_joined */
static __attribute__((noinline)) void tw_f_none_joined(Signed l_i_0) {
    struct tw_s_rpy_string *l_v_1, *l_v_4, *l_v_7;
    bool_t l_exc_2, l_exc_5, l_exc_8;
    l_v_1 = tw_f_ll_int2dec(l_i_0);
    l_exc_2 = tw_exc.type != NULL;
    if (l_exc_2) {
        goto block6;
    }
    l_v_4 = tw_f_ll_strconcat(((struct tw_s_rpy_string *)&tw_o_str_22), l_v_1);
    l_exc_5 = tw_exc.type != NULL;
    if (l_exc_5) {
        goto block6;
    }
    l_v_7 = tw_f_ll_strconcat(l_v_4, ((struct tw_s_rpy_string *)&tw_o_str_23));
    l_exc_8 = tw_exc.type != NULL;
    if (!l_exc_8) {
        goto block3;
    }
block6:;
    return;
block3:;
    (&tw_o_exc_TypeError_with)->f_exc_kind = 1025L;
    (&tw_o_exc_TypeError_with)->f_exc_text = l_v_7;
    tw_exc.type = (&tw_o_TypeError_vtable);
    tw_exc.value = (&tw_o_exc_TypeError_with);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return;
}

/* too_long */
static __attribute__((noinline)) void tw_f_too_long(struct tw_s_rpy_string *l_message_0) {
    Signed l_free_1, l_end_2, l_limit_3, l_adr_28;
    bool_t l_full_4, l_nomem_31, l_v_15;
    struct tw_s_rpy_string *l_message_29, *l_message_13, *l_v_17;
    struct tw_s_OverflowError *l_obj_30, *l_v_12, *l_obj_11;
    Address l_adr_9;
    struct tw_s_object *l_evalue_21;
    void **tw_frame;
    l_free_1 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_end_2 = (Signed)((Unsigned)l_free_1 + (Unsigned)56L);
    l_limit_3 = (&tw_o_SemiSpace_inst)->f_inst_limit;
    l_full_4 = l_end_2 > l_limit_3;
    if (!l_full_4) {
        goto block1;
    }
    tw_frame = tw_ss_top;
    tw_ss_top = tw_frame + 1;
    tw_frame[0] = l_message_0;
    l_adr_28 = tw_f_malloc_fixed(216L, 56L);
    l_message_29 = (struct tw_s_rpy_string *)tw_frame[0];
    l_obj_30 = (struct tw_s_OverflowError *)l_adr_28;
    l_nomem_31 = l_obj_30 == NULL;
    if (!l_nomem_31) {
        goto block7;
    }
    tw_ss_top = tw_frame;
    tw_exc.type = (&tw_o_MemoryError_vtable);
    tw_exc.value = (&tw_o_exc_MemoryError);
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return;
block7:;
    tw_ss_top = tw_frame;
    l_v_12 = l_obj_30;
    l_message_13 = l_message_29;
    goto block2;
block1:;
    (&tw_o_SemiSpace_inst)->f_inst_free = l_end_2;
    l_adr_9 = (char*)l_free_1;
    *(Signed *)(l_adr_9 + 0L) = 216L;
    l_obj_11 = (struct tw_s_OverflowError *)l_adr_9;
    l_v_12 = l_obj_11;
    l_message_13 = l_message_0;
block2:;
    l_v_12->f_typeptr = ((struct tw_s_object_vtable *)&tw_o_OverflowError_vtable);
    l_v_15 = l_message_13 != NULL;
    if (!l_v_15) {
        l_v_17 = ((struct tw_s_rpy_string *)&tw_o_str_7);
        goto block3;
    }
    l_v_17 = l_message_13;
block3:;
    l_v_12->f_exc_kind = 7L;
    l_v_12->f_exc_text = l_v_17;
    l_evalue_21 = ((struct tw_s_object *)l_v_12);
    tw_exc.type = (&tw_o_OverflowError_vtable);
    tw_exc.value = l_evalue_21;
    tw_traceback(TW_TB_RAISE, &tw_locs[1], 0);
    return;
}

/* move_range */
static __attribute__((noinline)) void tw_f_move_range(Signed l_at_0, Signed l_end_1, Signed l_step_2) {
    Signed l_at_3, l_v_12, l_v_13, l_v_24, l_v_32, l_v_33, l_v_47, l_v_40;
    Signed l_v_18;
    bool_t l_v_6, l_v_14, l_v_25, l_v_34;
    Address l_v_11, l_v_31;
    l_at_3 = l_at_0;
block1:;
    l_v_6 = l_at_3 < l_end_1;
    if (!l_v_6) {
        return;
    }
    l_v_11 = (char*)l_at_3;
    l_v_12 = *(Signed *)(l_v_11 + 0L);
    l_v_13 = (&tw_o_SemiSpace_inst)->f_inst_from_start;
    l_v_14 = l_v_12 >= l_v_13;
    if (!l_v_14) {
        goto block4;
    }
    l_v_24 = (&tw_o_SemiSpace_inst)->f_inst_from_end;
    l_v_25 = l_v_12 < l_v_24;
    if (!l_v_25) {
        goto block4;
    }
    l_v_31 = (char*)l_v_12;
    l_v_32 = *(Signed *)(l_v_31 + 0L);
    l_v_33 = l_v_32 & 1L;
    l_v_34 = l_v_33 != 0;
    if (!l_v_34) {
        goto block7;
    }
    l_v_47 = (Signed)((Unsigned)l_v_32 - (Unsigned)1L);
    *(Signed *)(l_v_11 + 0L) = l_v_47;
    goto block4;
block7:;
    l_v_40 = tw_f_move(l_v_12);
    *(Signed *)(l_v_11 + 0L) = l_v_40;
block4:;
    l_v_18 = (Signed)((Unsigned)l_at_3 + (Unsigned)l_step_2);
    l_at_3 = l_v_18;
    goto block1;
}

/* move_all */
static __attribute__((noinline)) Signed tw_f_move_all(Signed l_at_0) {
    Signed l_at_1, l_v_2, l_v_7, l_v_8, l_v_9, l_k_13, l_v_161, l_v_162;
    Signed l_v_164, l_v_165, l_v_180, l_v_190, l_v_191, l_v_209, l_v_200, l_v_172;
    Signed l_v_19, l_v_49, l_v_50, l_v_52, l_v_53, l_v_54, l_v_55, l_v_56;
    Signed l_v_57, l_at_62, l_k_69, l_v_91, l_v_92, l_v_94, l_v_95, l_v_116;
    Signed l_v_129, l_v_130, l_v_154, l_v_142, l_v_105, l_v_82, l_v_23, l_v_24;
    Signed l_v_25, l_v_44, l_v_39, l_v_30, l_v_31, l_v_32, l_v_34, l_v_35;
    Signed l_v_36, l_v_37, l_v_38, l_v_41;
    bool_t l_v_3, l_v_15, l_v_166, l_v_181, l_v_192, l_v_20, l_v_65, l_v_74;
    bool_t l_v_96, l_v_117, l_v_131, l_v_26;
    Address l_v_6, l_v_163, l_v_189, l_v_51, l_v_93, l_v_128, l_v_33;
    l_at_1 = l_at_0;
block1:;
    l_v_2 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_v_3 = l_at_1 < l_v_2;
    if (!l_v_3) {
        return l_at_1;
    }
    l_v_6 = (char*)l_at_1;
    l_v_7 = *(Signed *)(l_v_6 + 0L);
    l_v_8 = l_v_7 & 4294967295L;
    l_v_9 = tw_gc_typeinfo(l_v_8, 3);
    l_k_13 = 0L;
block4:;
    l_v_15 = l_k_13 < l_v_9;
    if (!l_v_15) {
        goto block5;
    }
    l_v_161 = tw_gc_typeinfo_offset(l_v_8, 0, l_k_13);
    l_v_162 = (Signed)((Unsigned)l_at_1 + (Unsigned)l_v_161);
    l_v_163 = (char*)l_v_162;
    l_v_164 = *(Signed *)(l_v_163 + 0L);
    l_v_165 = (&tw_o_SemiSpace_inst)->f_inst_from_start;
    l_v_166 = l_v_164 >= l_v_165;
    if (!l_v_166) {
        goto block21;
    }
    l_v_180 = (&tw_o_SemiSpace_inst)->f_inst_from_end;
    l_v_181 = l_v_164 < l_v_180;
    if (!l_v_181) {
        goto block21;
    }
    l_v_189 = (char*)l_v_164;
    l_v_190 = *(Signed *)(l_v_189 + 0L);
    l_v_191 = l_v_190 & 1L;
    l_v_192 = l_v_191 != 0;
    if (!l_v_192) {
        goto block24;
    }
    l_v_209 = (Signed)((Unsigned)l_v_190 - (Unsigned)1L);
    *(Signed *)(l_v_163 + 0L) = l_v_209;
    goto block21;
block24:;
    l_v_200 = tw_f_move(l_v_164);
    *(Signed *)(l_v_163 + 0L) = l_v_200;
block21:;
    l_v_172 = (Signed)((Unsigned)l_k_13 + (Unsigned)1L);
    l_k_13 = l_v_172;
    goto block4;
block5:;
    l_v_19 = tw_gc_typeinfo(l_v_8, 4);
    l_v_20 = l_v_19 > 0L;
    if (!l_v_20) {
        goto block6;
    }
    l_v_49 = tw_gc_typeinfo(l_v_8, 2);
    l_v_50 = (Signed)((Unsigned)l_at_1 + (Unsigned)l_v_49);
    l_v_51 = (char*)l_v_50;
    l_v_52 = *(Signed *)(l_v_51 + 0L);
    l_v_53 = tw_gc_typeinfo(l_v_8, 1);
    l_v_54 = tw_gc_typeinfo(l_v_8, 5);
    l_v_55 = (Signed)((Unsigned)l_at_1 + (Unsigned)l_v_54);
    l_v_56 = (Signed)((Unsigned)l_v_52 * (Unsigned)l_v_53);
    l_v_57 = (Signed)((Unsigned)l_v_55 + (Unsigned)l_v_56);
    l_at_62 = l_v_55;
block11:;
    l_v_65 = l_at_62 < l_v_57;
    if (!l_v_65) {
        goto block6;
    }
    l_k_69 = 0L;
block12:;
    l_v_74 = l_k_69 < l_v_19;
    if (!l_v_74) {
        goto block13;
    }
    l_v_91 = tw_gc_typeinfo_offset(l_v_8, 1, l_k_69);
    l_v_92 = (Signed)((Unsigned)l_at_62 + (Unsigned)l_v_91);
    l_v_93 = (char*)l_v_92;
    l_v_94 = *(Signed *)(l_v_93 + 0L);
    l_v_95 = (&tw_o_SemiSpace_inst)->f_inst_from_start;
    l_v_96 = l_v_94 >= l_v_95;
    if (!l_v_96) {
        goto block15;
    }
    l_v_116 = (&tw_o_SemiSpace_inst)->f_inst_from_end;
    l_v_117 = l_v_94 < l_v_116;
    if (!l_v_117) {
        goto block15;
    }
    l_v_128 = (char*)l_v_94;
    l_v_129 = *(Signed *)(l_v_128 + 0L);
    l_v_130 = l_v_129 & 1L;
    l_v_131 = l_v_130 != 0;
    if (!l_v_131) {
        goto block18;
    }
    l_v_154 = (Signed)((Unsigned)l_v_129 - (Unsigned)1L);
    *(Signed *)(l_v_93 + 0L) = l_v_154;
    goto block15;
block18:;
    l_v_142 = tw_f_move(l_v_94);
    *(Signed *)(l_v_93 + 0L) = l_v_142;
block15:;
    l_v_105 = (Signed)((Unsigned)l_k_69 + (Unsigned)1L);
    l_k_69 = l_v_105;
    goto block12;
block13:;
    l_v_82 = (Signed)((Unsigned)l_at_62 + (Unsigned)l_v_53);
    l_at_62 = l_v_82;
    goto block11;
block6:;
    l_v_23 = *(Signed *)(l_v_6 + 0L);
    l_v_24 = l_v_23 & 4294967295L;
    l_v_25 = tw_gc_typeinfo(l_v_24, 2);
    l_v_26 = l_v_25 == 0L;
    if (!l_v_26) {
        goto block7;
    }
    l_v_44 = tw_gc_typeinfo(l_v_24, 0);
    l_v_39 = l_v_44;
    goto block8;
block7:;
    l_v_30 = tw_gc_typeinfo(l_v_24, 5);
    l_v_31 = tw_gc_typeinfo(l_v_24, 1);
    l_v_32 = (Signed)((Unsigned)l_at_1 + (Unsigned)l_v_25);
    l_v_33 = (char*)l_v_32;
    l_v_34 = *(Signed *)(l_v_33 + 0L);
    l_v_35 = (Signed)((Unsigned)l_v_31 * (Unsigned)l_v_34);
    l_v_36 = (Signed)((Unsigned)l_v_30 + (Unsigned)l_v_35);
    l_v_37 = (Signed)((Unsigned)l_v_36 + (Unsigned)7L);
    l_v_38 = l_v_37 & (-8L);
    l_v_39 = l_v_38;
block8:;
    l_v_41 = (Signed)((Unsigned)l_at_1 + (Unsigned)l_v_39);
    l_at_1 = l_v_41;
    goto block1;
}

/* move */
static __attribute__((noinline)) Signed tw_f_move(Signed l_obj_0) {
    Address l_v_1, l_v_13, l_v_24;
    Signed l_v_2, l_v_3, l_v_4, l_v_31, l_v_19, l_v_10, l_v_11, l_v_12;
    Signed l_v_14, l_v_15, l_v_16, l_v_17, l_v_18, l_v_21, l_v_22, l_v_26;
    bool_t l_v_5;
    l_v_1 = (char*)l_obj_0;
    l_v_2 = *(Signed *)(l_v_1 + 0L);
    l_v_3 = l_v_2 & 4294967295L;
    l_v_4 = tw_gc_typeinfo(l_v_3, 2);
    l_v_5 = l_v_4 == 0L;
    if (!l_v_5) {
        goto block1;
    }
    l_v_31 = tw_gc_typeinfo(l_v_3, 0);
    l_v_19 = l_v_31;
    goto block2;
block1:;
    l_v_10 = tw_gc_typeinfo(l_v_3, 5);
    l_v_11 = tw_gc_typeinfo(l_v_3, 1);
    l_v_12 = (Signed)((Unsigned)l_obj_0 + (Unsigned)l_v_4);
    l_v_13 = (char*)l_v_12;
    l_v_14 = *(Signed *)(l_v_13 + 0L);
    l_v_15 = (Signed)((Unsigned)l_v_11 * (Unsigned)l_v_14);
    l_v_16 = (Signed)((Unsigned)l_v_10 + (Unsigned)l_v_15);
    l_v_17 = (Signed)((Unsigned)l_v_16 + (Unsigned)7L);
    l_v_18 = l_v_17 & (-8L);
    l_v_19 = l_v_18;
block2:;
    l_v_21 = (&tw_o_SemiSpace_inst)->f_inst_free;
    l_v_22 = (Signed)((Unsigned)l_v_21 + (Unsigned)l_v_19);
    (&tw_o_SemiSpace_inst)->f_inst_free = l_v_22;
    l_v_24 = (char*)l_v_21;
    memcpy(l_v_24, l_v_1, (size_t)l_v_19);
    l_v_26 = (Signed)((Unsigned)l_v_21 + (Unsigned)1L);
    *(Signed *)(l_v_1 + 0L) = l_v_26;
    return l_v_21;
}

/* the C compiler's layout is the translator's */
_Static_assert(offsetof(struct tw_s_rpy_string, f_hash) == 8, "layout");
_Static_assert(offsetof(struct tw_s_rpy_string, length) == 16, "layout");
_Static_assert(offsetof(struct tw_s_rpy_string, items) == 24, "layout");
_Static_assert(offsetof(struct tw_s_OSError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_OSError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_OSError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_OSError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_OSError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_OSError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_OSError, f_inst_errno) == 56, "layout");
_Static_assert(offsetof(struct tw_s_OSError, f_inst_strerror) == 64, "layout");
_Static_assert(offsetof(struct tw_s_OSError, f_inst_filename) == 72, "layout");
_Static_assert(offsetof(struct tw_s_array_Signed, length) == 8, "layout");
_Static_assert(offsetof(struct tw_s_array_Signed, items) == 16, "layout");
_Static_assert(offsetof(struct tw_s_tuple3, f_item0) == 8, "layout");
_Static_assert(offsetof(struct tw_s_tuple3, f_item1) == 16, "layout");
_Static_assert(offsetof(struct tw_s_tuple3, f_item2) == 24, "layout");
_Static_assert(offsetof(struct tw_s_array_rpy_string, length) == 8, "layout");
_Static_assert(offsetof(struct tw_s_array_rpy_string, items) == 16, "layout");
_Static_assert(offsetof(struct tw_s_array_Char, length) == 8, "layout");
_Static_assert(offsetof(struct tw_s_array_Char, items) == 16, "layout");
_Static_assert(offsetof(struct tw_s_list_Signed, f_length) == 8, "layout");
_Static_assert(offsetof(struct tw_s_list_Signed, f_items) == 16, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket, f_inst_position) == 56, "layout");
_Static_assert(offsetof(struct tw_s_Tape, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_Tape, f_inst_cells) == 16, "layout");
_Static_assert(offsetof(struct tw_s_Tape, f_inst_position) == 24, "layout");
_Static_assert(offsetof(struct tw_s_tuple2_3, f_item0) == 8, "layout");
_Static_assert(offsetof(struct tw_s_tuple2_3, f_item1) == 16, "layout");
_Static_assert(offsetof(struct tw_s_TypeError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_TypeError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_TypeError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_TypeError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_TypeError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_TypeError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_KeyError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_KeyError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_KeyError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_KeyError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_KeyError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_KeyError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_BaseException, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_BaseException, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_BaseException, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_BaseException, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_BaseException, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_BaseException, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_Exception, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_Exception, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_Exception, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_Exception, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_Exception, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_Exception, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_IndexError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_IndexError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_IndexError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_IndexError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_IndexError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_IndexError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_ValueError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_ValueError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_ValueError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_ValueError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_ValueError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_ValueError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError, f_exc_kind) == 16, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError, f_exc_text) == 24, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError, f_exc_word) == 32, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError, f_exc_key) == 40, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError, f_exc_show) == 48, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_OverflowError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_OSError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_OSError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_OSError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_OSError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_OSError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_FileNotFoundError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_FileNotFoundError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_FileNotFoundError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_FileNotFoundError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_FileNotFoundError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_FileExistsError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_FileExistsError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_FileExistsError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_FileExistsError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_FileExistsError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_PermissionError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_PermissionError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_PermissionError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_PermissionError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_PermissionError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_NotADirectoryError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_NotADirectoryError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_NotADirectoryError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_NotADirectoryError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_NotADirectoryError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_IsADirectoryError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_IsADirectoryError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_IsADirectoryError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_IsADirectoryError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_IsADirectoryError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_ProcessLookupError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_ProcessLookupError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_ProcessLookupError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_ProcessLookupError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_ProcessLookupError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_InterruptedError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_InterruptedError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_InterruptedError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_InterruptedError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_InterruptedError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_ChildProcessError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_ChildProcessError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_ChildProcessError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_ChildProcessError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_ChildProcessError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_BlockingIOError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_BlockingIOError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_BlockingIOError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_BlockingIOError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_BlockingIOError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_BrokenPipeError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_BrokenPipeError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_BrokenPipeError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_BrokenPipeError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_BrokenPipeError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionAbortedError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionAbortedError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionAbortedError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionAbortedError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionAbortedError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionResetError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionResetError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionResetError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionResetError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionResetError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_TimeoutError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_TimeoutError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_TimeoutError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_TimeoutError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_TimeoutError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionRefusedError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionRefusedError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionRefusedError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionRefusedError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_ConnectionRefusedError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_UnbalancedBracket_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_Tape_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_Tape_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_Tape_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_Tape_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_Tape_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_IndexError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_IndexError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_IndexError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_IndexError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_IndexError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_ValueError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_ValueError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_ValueError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_ValueError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_ValueError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_MemoryError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_typeptr) == 8, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_free) == 16, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_limit) == 24, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_space) == 32, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_next_hash) == 40, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_next_size) == 48, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_max_size) == 56, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_stress) == 64, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_weakrefs) == 72, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_n_weakrefs) == 80, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_max_weakrefs) == 88, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_watched) == 96, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_n_watched) == 104, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_max_watched) == 112, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_dead) == 120, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_n_taken) == 128, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_n_dead) == 136, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_max_dead) == 144, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_taken) == 152, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_spare) == 160, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_space_size) == 168, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_from_start) == 176, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_from_end) == 184, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_cleared) == 192, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_top) == 200, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_collections) == 208, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace, f_inst_spare_size) == 216, "layout");
_Static_assert(offsetof(struct tw_s_TypeError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_TypeError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_TypeError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_TypeError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_TypeError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_AttributeError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_KeyError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_KeyError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_KeyError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_KeyError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_KeyError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_AssertionError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_RecursionError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_BaseException_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_BaseException_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_BaseException_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_BaseException_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_BaseException_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_Exception_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_Exception_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_Exception_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_Exception_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_Exception_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_StopIteration_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_ZeroDivisionError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_RuntimeError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_NotImplementedError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeDecodeError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_UnicodeEncodeError_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_SemiSpace_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_object_vtable, f_subclassrange_min) == 0, "layout");
_Static_assert(offsetof(struct tw_s_object_vtable, f_subclassrange_max) == 8, "layout");
_Static_assert(offsetof(struct tw_s_object_vtable, f_name) == 16, "layout");
_Static_assert(offsetof(struct tw_s_object_vtable, f_instantiate) == 24, "layout");
_Static_assert(offsetof(struct tw_s_object_vtable, f_fullname) == 32, "layout");
_Static_assert(offsetof(struct tw_s_object, f_typeptr) == 8, "layout");
_Static_assert(sizeof(((struct tw_s_rpy_string *)0)->items[0]) == 1, "layout");
_Static_assert(sizeof(((struct tw_s_array_Signed *)0)->items[0]) == 8, "layout");
_Static_assert(sizeof(((struct tw_s_array_rpy_string *)0)->items[0]) == 8, "layout");
_Static_assert(sizeof(((struct tw_s_array_Char *)0)->items[0]) == 1, "layout");
static const uint32_t tw_ofs_0[] = {24, 40};
static const uint32_t tw_ofs_1[] = {24, 40, 64, 72};
static const uint32_t tw_ofs_2[] = {0};
static const uint32_t tw_ofs_3[] = {16};
static const uint32_t tw_ofs_4[] = {8, 24};
const struct tw_typeinfo tw_typeinfos[] = {
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {24, 1, 16, 0, 0, 24, NULL, NULL}, /* tw_s_rpy_string */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {16, 0, 0, 0, 0, 0, NULL, NULL}, /* tw_s_object */
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_BaseException */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_Exception */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_StopIteration */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_IndexError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_KeyError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_ValueError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_TypeError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_AttributeError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_ZeroDivisionError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_OverflowError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_MemoryError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_RuntimeError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_RecursionError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_NotImplementedError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_AssertionError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {80, 0, 0, 4, 0, 0, tw_ofs_1, NULL}, /* tw_s_OSError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_UnicodeDecodeError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {56, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_UnicodeEncodeError */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {16, 8, 8, 0, 1, 16, NULL, tw_ofs_2}, /* tw_s_array_rpy_string */
    {16, 8, 8, 0, 0, 16, NULL, NULL}, /* tw_s_array_Signed */
    {24, 0, 0, 1, 0, 0, tw_ofs_3, NULL}, /* tw_s_list_Signed */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {64, 0, 0, 2, 0, 0, tw_ofs_0, NULL}, /* tw_s_UnbalancedBracket */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {16, 1, 8, 0, 0, 16, NULL, NULL}, /* tw_s_array_Char */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {32, 0, 0, 1, 0, 0, tw_ofs_3, NULL}, /* tw_s_Tape */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {32, 0, 0, 2, 0, 0, tw_ofs_4, NULL}, /* tw_s_tuple3 */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {24, 0, 0, 1, 0, 0, tw_ofs_3, NULL}, /* tw_s_tuple2_3 */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
    {224, 0, 0, 0, 0, 0, NULL, NULL}, /* tw_s_SemiSpace */
    {0, 0, 0, 0, 0, 0, NULL, NULL},
};
const Signed tw_typeinfos_len = 96L;

void **const tw_static_roots[] = {
    &tw_exc.value,
    (void **)&tw_o_exc_BaseException.f_exc_text,
    (void **)&tw_o_exc_BaseException.f_exc_key,
    (void **)&tw_o_exc_Exception.f_exc_text,
    (void **)&tw_o_exc_Exception.f_exc_key,
    (void **)&tw_o_exc_StopIteration.f_exc_text,
    (void **)&tw_o_exc_StopIteration.f_exc_key,
    (void **)&tw_o_exc_IndexError.f_exc_text,
    (void **)&tw_o_exc_IndexError.f_exc_key,
    (void **)&tw_o_exc_KeyError.f_exc_text,
    (void **)&tw_o_exc_KeyError.f_exc_key,
    (void **)&tw_o_exc_ValueError.f_exc_text,
    (void **)&tw_o_exc_ValueError.f_exc_key,
    (void **)&tw_o_exc_TypeError.f_exc_text,
    (void **)&tw_o_exc_TypeError.f_exc_key,
    (void **)&tw_o_exc_AttributeError.f_exc_text,
    (void **)&tw_o_exc_AttributeError.f_exc_key,
    (void **)&tw_o_exc_ZeroDivisionError.f_exc_text,
    (void **)&tw_o_exc_ZeroDivisionError.f_exc_key,
    (void **)&tw_o_exc_OverflowError.f_exc_text,
    (void **)&tw_o_exc_OverflowError.f_exc_key,
    (void **)&tw_o_exc_MemoryError.f_exc_text,
    (void **)&tw_o_exc_MemoryError.f_exc_key,
    (void **)&tw_o_exc_RuntimeError.f_exc_text,
    (void **)&tw_o_exc_RuntimeError.f_exc_key,
    (void **)&tw_o_exc_RecursionError.f_exc_text,
    (void **)&tw_o_exc_RecursionError.f_exc_key,
    (void **)&tw_o_exc_NotImplementedError.f_exc_text,
    (void **)&tw_o_exc_NotImplementedError.f_exc_key,
    (void **)&tw_o_exc_AssertionError.f_exc_text,
    (void **)&tw_o_exc_AssertionError.f_exc_key,
    (void **)&tw_o_exc_OSError.f_exc_text,
    (void **)&tw_o_exc_OSError.f_exc_key,
    (void **)&tw_o_exc_OSError.f_inst_strerror,
    (void **)&tw_o_exc_OSError.f_inst_filename,
    (void **)&tw_o_exc_UnicodeDecodeError.f_exc_text,
    (void **)&tw_o_exc_UnicodeDecodeError.f_exc_key,
    (void **)&tw_o_exc_UnicodeEncodeError.f_exc_text,
    (void **)&tw_o_exc_UnicodeEncodeError.f_exc_key,
    (void **)&tw_o_exc_IndexError_with.f_exc_text,
    (void **)&tw_o_exc_IndexError_with.f_exc_key,
    (void **)&tw_o_exc_ValueError_with.f_exc_text,
    (void **)&tw_o_exc_ValueError_with.f_exc_key,
    (void **)&tw_o_exc_IndexError_with_2.f_exc_text,
    (void **)&tw_o_exc_IndexError_with_2.f_exc_key,
    (void **)&tw_o_exc_IndexError_with_3.f_exc_text,
    (void **)&tw_o_exc_IndexError_with_3.f_exc_key,
    (void **)&tw_o_exc_IndexError_with_4.f_exc_text,
    (void **)&tw_o_exc_IndexError_with_4.f_exc_key,
    (void **)&tw_o_exc_ValueError_with_2.f_exc_text,
    (void **)&tw_o_exc_ValueError_with_2.f_exc_key,
    (void **)&tw_o_exc_ValueError_with_3.f_exc_text,
    (void **)&tw_o_exc_ValueError_with_3.f_exc_key,
    (void **)&tw_o_exc_TypeError_with.f_exc_text,
    (void **)&tw_o_exc_TypeError_with.f_exc_key,
};
const Signed tw_static_roots_len = 55L;

const Signed tw_prebuilt_count = 131L;

const unsigned char *tw_exc_class_name(void *type, Signed *length) {
    struct tw_s_object_vtable *vt = type;
    if (vt->f_name == NULL) {
        *length = 1;
        return (const unsigned char *)"?";
    }
    *length = vt->f_name->length;
    return vt->f_name->items;
}

void *tw_gc_malloc_fixed(Signed tid) {
    return (void *)tw_f_malloc_fixed(tid, tw_gc_typeinfo(tid, 0));
}
void *tw_gc_malloc_varsize(Signed tid, Signed n) {
    return (void *)tw_f_malloc_varsize(tid, tw_gc_typeinfo(tid, 5), tw_gc_typeinfo(tid, 1), tw_gc_typeinfo(tid, 2), n);
}
void tw_gc_collect(void) {
    tw_f_collect();
}
Signed tw_gc_identity_hash(void *obj) {
    return tw_f_identity_hash((Address)obj);
}
Signed *const tw_gc_free = &tw_o_SemiSpace_inst.f_inst_free;
Signed *const tw_gc_limit = &tw_o_SemiSpace_inst.f_inst_limit;

static Signed tw_checked(void *p) {
    if (TW_UNLIKELY(p == NULL)) {
        tw_exc.type = (void *)&tw_o_MemoryError_vtable;
        tw_exc.value = (void *)&tw_o_exc_MemoryError;
    }
    return (Signed)p;
}
static Signed tw_jit_malloc_fixed(Signed tid, Signed size) {
    return tw_checked((void *)tw_f_malloc_fixed(tid, size));
}
static Signed tw_jit_malloc_varsize(Signed tid, Signed base_size, Signed item_size, Signed n) {
    return tw_checked((void *)tw_f_malloc_varsize(tid, base_size, item_size, tw_gc_typeinfo(tid, 2), n));
}
static Signed tw_jit_identity_hash(Signed obj) {
    return tw_gc_identity_hash((void *)obj);
}
extern char __executable_start[], end[];
const struct tw_jit_services tw_jit_services = {
    tw_jit_malloc_fixed, tw_jit_malloc_varsize, NULL, tw_jit_identity_hash,
    &tw_exc.type, &tw_exc.value, &tw_ss_top, &tw_extra_roots_base, &tw_extra_roots_end,
    &tw_before_extra_roots,
    __executable_start, end, {0, 8}, &tw_o_SemiSpace_inst.f_inst_free, &tw_o_SemiSpace_inst.f_inst_limit,
};

extern const uint64_t tw_jit_blob[];
extern uint64_t tw_jit_addresses[];
const uint64_t tw_jit_blob[550] = {
    0x1124UL, 0x390301314a5754UL, 0x2e7463656a626f0eUL, 0x872747065707974UL, 0x603000200020008UL, 0x20107463656a626fUL, 0x720a010000000100UL, 0x6e697274735f7970UL,
    0x8020011011867UL, 0x692e657061541200UL, 0x69736f705f74736eUL, 0x10008186e6f6974UL, 0x7061540403020500UL, 0x500030003d82065UL, 0x7061540f00000203UL, 0x635f74736e692e65UL,
    0x10810736c6c65UL, 0x73696c1200010500UL, 0x64656e6769535f74UL, 0x86874676e656c2eUL, 0xb03000800110008UL, 0x6769535f7473696cUL, 0x20003881864656eUL, 0x696c110000000806UL,
    0x656e6769535f7473UL, 0x10736d6574692e64UL, 0xc01010800000108UL, 0x69535f7961727261UL, 0x9081064656e67UL, 0x616d100400038001UL, 0x625f676e69686374UL, 0x10274656b636172UL,
    0x603000201080000UL, 0x2a5560805000908UL, 0xd65c02965a01bb58UL, 0xb602c67c02b47801UL, 0xf045d01ba018f01UL, 0x706f6f6c6e69616dUL, 0x46c6174726f705fUL, 0x706000301010100UL,
    0x7664610704000000UL, 0x3010165636e61UL, 0x806050305000502UL, 0x304090806030409UL, 0x30101636e69UL, 0x908060503050005UL, 0x163656403040901UL, 0x305000500000301UL,
    0x304090109080605UL, 0x108000101746567UL, 0x908060503050005UL, 0x6f5f74696a110400UL, 0x616d5f7761725f70UL, 0x8000001636f6c6cUL, 0x6a19040000000400UL, 0x6f635f706f5f7469UL,
    0x6e697274735f7970UL, 0x7761725f6f745f67UL, 0x30000000104UL, 0x7208010002010004UL, 0x72616843207761UL, 0x804000000000001UL, 0x65746972775f7774UL, 0x401080000000003UL,
    0x74696a0f04000000UL, 0x5f7761725f706f5fUL, 0x3000165657266UL, 0x6c0b040000000400UL, 0x6972775f736f5f6cUL, 0x308000100026574UL, 0x904020102010005UL, 0x7479625f64616572UL,
    0x100050308000065UL, 0x7465730304020102UL, 0x5000003000102UL, 0x409010806050304UL, 0x697465735f6c6c0fUL, 0x776f6c735f6d6574UL, 0x30000000104UL, 0x7407040901000005UL,
    0x3646165725f77UL, 0x40108000000UL, 0x6f5f74696a190400UL, 0x725f79706f635f70UL, 0x74735f6f745f7761UL, 0x10004676e6972UL, 0x100000400000300UL, 0x74735f77740b0402UL,
    0x1726f72726572UL, 0x300000004000800UL, 0x726f727245534f07UL, 0x212000091802b850UL, 0x1f282725242322UL, 0x7470656378450903UL, 0x60038386e6f69UL, 0x300202423222120UL,
    0x637845657361420dUL, 0x28386e6f69747065UL, 0x2423222120000600UL, 0x6573614216000002UL, 0x6f69747065637845UL, 0x696b5f6378652e6eUL, 0x200001000810646eUL, 0x4565736142160001UL,
    0x6e6f697470656378UL, 0x7865745f6378652eUL, 0x220000001081874UL, 0x7845657361421600UL, 0x2e6e6f6974706563UL, 0x64726f775f637865UL, 0x3200001000820UL, 0x6378456573614215UL,
    0x652e6e6f69747065UL, 0x82879656b5f6378UL, 0x4216000420000001UL, 0x7065637845657361UL, 0x6378652e6e6f6974UL, 0x830776f68735fUL, 0x534f120005200000UL, 0x6e692e726f727245UL,
    0x6f6e7272655f7473UL, 0x306270001000838UL, 0x726f727245534f07UL, 0x212000090002b850UL, 0x1f282725242322UL, 0x6f727245534f1500UL, 0x735f74736e692e72UL, 0x40726f7272657274UL,
    0x1500072700000108UL, 0x2e726f727245534fUL, 0x6c69665f74736e69UL, 0x10848656d616e65UL, 0x6c6c0a0408270000UL, 0x646165725f736f5fUL, 0x5020801000002UL, 0x5f77740804020100UL,
    0x800006f6e727265UL, 0x720d040000000401UL, 0x65736f5f65736961UL, 0x2000300726f7272UL, 0x7409040201000005UL, 0x6e656c7274735f77UL, 0x40108000001UL, 0x74735f6c6c0f0400UL,
    0x725f6d6f72665f72UL, 0x502080100017761UL, 0x2802120502010000UL, 0x1c141e0820062c04UL, 0x24282a22261a1a16UL, 0xd01001ce1440222aUL, 0xc01dc1201d80e01UL, 0x1e61801e40a01deUL,
    0x736f5f6c6c100416UL, 0x6c635f726f727265UL, 0x8000001737361UL, 0x6c6c0f0400000004UL, 0x6d6574697465675fUL, 0x103776f6c735fUL, 0x901000501080000UL, 0x6f5f74696a110400UL,
    0x695f79706f635f70UL, 0x10105736d6574UL, 0x101040000030000UL, 0x5f6c6c0a04090109UL, 0x3325f5f776f7267UL, 0x5020801000001UL, 0x75740c0009010901UL, 0x6574692e33656c70UL,
    0x350002010808306dUL, 0x656c707574060300UL, 0x3533030003e82033UL, 0x7075740c00000036UL, 0x6d6574692e33656cUL, 0x135000200011031UL, 0x33656c7075740c00UL, 0x818326d6574692eUL,
    0x6110010235000201UL, 0x7970725f79617272UL, 0x10676e697274735fUL, 0x40002f800010908UL, 0x7465675f74696a10UL, 0x6f697461636f6c5fUL, 0x20801010100036eUL, 0x3736353302050005UL,
    0x616d0f0f21200203UL, 0x705f706f6f6c6e69UL, 0x3902d56c6174726fUL, 0x39009e000000UL, 0x9f00000039009f00UL, 0x100a30000003901UL, 0x201000001000200UL, 0x739010002008300UL,
    0x3701004d0000UL, 0x7d045e00000f39UL, 0x73901000200UL, 0x20000000b0159UL, 0x7390100020083UL, 0x4200005c01004400UL, 0x4655d000000UL, 0x3901000201UL,
    0x8b03014700000739UL, 0x101000104690000UL, 0x123900000a00UL, 0x494200a400020000UL, 0x465000045420000UL, 0x39010002010000UL, 0x146000007390000UL, 0x104690000b703UL,
    0x123900000a000101UL, 0x4542000045420000UL, 0x6650000UL, 0x7680000003901UL, 0x390002010101UL, 0x4650000454200UL, 0x390100020100UL, 0x7390105010700UL,
    0x390000f606014d00UL, 0x50107055e00000fUL, 0x380030002029d01UL, 0x100056500020103UL, 0x390100030102UL, 0x3680000454200UL, 0x3900020100UL, 0x26800004542UL,
    0x4200000039000201UL, 0x100030274000045UL, 0x301027701020101UL, 0x1680000454200UL, 0x3900020100UL, 0x500040200004542UL, 0xfe00020100000200UL, 0x2010204800003UL,
    0x6176646107010d04UL, 0x300746265636eUL, 0x770002000000UL, 0x7400000500750003UL, 0x183901000600UL, 0x75000061000145UL, 0x90183010008UL, 0x5d00014900001e39UL,
    0xe66000201000000UL, 0x100010100010200UL, 0x801007800002539UL, 0x770002010000UL, 0x9030101800006UL, 0x2025d00004d425dUL, 0x2000200UL, 0x6a636e6903000e05UL,
    0x300740100050075UL, 0x7501000601740000UL, 0x1e3900000801UL, 0x3a00005d01004dUL, 0x1000102000d6502UL, 0x2a39010000UL, 0x300060174010401UL, 0x30390000080175UL,
    0x6800005603024d00UL, 0x1010003030008UL, 0x805d00000f3900UL, 0x2003a5d00090100UL, 0x2f4201000900007aUL, 0x200010002040000UL, 0x656403000f060000UL, 0x7401000500756a63UL,
    0x6017400000300UL, 0x1e39000008017501UL, 0x5d01004d0000UL, 0x102000d6502003aUL, 0x2a390100000100UL, 0x601740104010100UL, 0x3900000801750300UL, 0x5603024d000030UL,
    0x100030300086800UL, 0x5d00000f39000001UL, 0x3a5d000901000080UL, 0x1000900007a0200UL, 0x100020400002f42UL, 0x300100700000200UL, 0x5007536746567UL, 0x174000003007401UL,
    0x80175010006UL, 0x2e01004d00001839UL, 0x102000d650000UL, 0xf3900000001UL, 0x900007a005aUL, 0x202005aUL, 0x6f5f6c6c0b001108UL, 0x7265746972775f73UL,
    0x401000100020083UL, 0x1100000201056902UL, 0x3839000018390200UL, 0x6c0602470000UL, 0x20603076c03013aUL, 0x3f39001200000101UL, 0x13060102980000UL, 0x30200030869UL,
    0x6c00004639000014UL, 0x3900150000020109UL, 0x4400004a3900004aUL, 0xa6800006a0600UL, 0x6400000f39000000UL, 0xf39005a065aUL, 0x20006000104015eUL, 0xb010a0100000801UL,
    0x170e000a010c01UL, 0x79625f6461657209UL, 0x102000966366574UL, 0xf3900000002UL, 0x4e390000020083UL, 0x5a00001e01004600UL, 0x14d00004e3901UL, 0x5e00000f3900002eUL,
    0x5a00000201007d01UL, 0x200010100UL, 0x300180f00010102UL, 0x5007534746573UL, 0x174010003007401UL, 0x80175020006UL, 0x2d02014d00003839UL, 0x102030008680000UL,
    0xf3900000100UL, 0x5d0009000100805dUL, 0x1910000000000203UL, 0x7465735f6c6c0f00UL, 0x6f6c735f6d657469UL, 0x3839010001001b77UL, 0x1400014d0000UL, 0x80015e00000f39UL,
    0x1035d00090201UL, 0xa001a1200110100UL, 0x65725f736f5f6c6cUL, 0x533901d46461UL, 0x469000052030144UL, 0x3900001c00000501UL, 0x1000b6600000fUL, 0x9b00000f39000000UL,
    0x2006017701001dUL, 0x501770021000178UL, 0x501000c650022UL, 0x177000058390000UL, 0x27000178002505UL, 0x5339015e00005d39UL, 0x7010000ce3f0000UL, 0x1100000201086902UL,
    0x6139000053390200UL, 0xc80302470000UL, 0x10200030969UL, 0x390000463900001aUL, 0xa6030044000067UL, 0x15000002010a6c00UL, 0xa6800000f3900UL, 0x6400000f39000000UL,
    0x6c000002009d025bUL, 0x1000302030bUL, 0xa6c00006c39001bUL, 0x7139001500000201UL, 0xf39005b0000UL, 0x35e00000f39035eUL, 0x1601000009000203UL, 0x1020020a4002c00UL,
    0x215010c01140108UL, 0x720d002a19000a00UL, 0x65736f5f65736961UL, 0x26954726f7272UL, 0xf3900002a0000UL, 0x1c00000001036900UL, 0xb6600004a390100UL, 0x4a39000000010100UL,
    0x17701001d9b0000UL, 0x21000178002004UL, 0xc650022000177UL, 0x75390100000001UL, 0x178002500017700UL, 0x5e00005d39002700UL, 0x119010300020201UL, 0x2c1b000020a40016UL,
    0x7274735f6c6c0f00UL, 0x61725f6d6f72665fUL, 0x102692377UL, 0x9d00004a3901002cUL, 0x3036c00000201UL, 0x39001b0000010104UL, 0x102005b000071UL, 0x15011b0103UL,
    0x5f6c6c10002e1d00UL, 0x5f726f727265736fUL, 0x4a392e7373616c63UL, 0x15a002e00590000UL, 0x55a045a035a025aUL, 0x75a075a065a065aUL, 0xa5a095a085a075aUL, 0xd5a0d5a0c5a0b5aUL,
    0xf0000010f5a0e5aUL, 0x280129012a011701UL, 0x2401250126012701UL, 0x2001210122012301UL, 0x1d011e011f01UL, 0x675f6c6c0f00302cUL, 0x735f6d6574697465UL, 0x10001001c776f6cUL,
    0x1400014d00001839UL, 0x15e00000f390000UL, 0x5a00000901007aUL, 0x2e002d0100000102UL, 0x72675f6c6c0a0031UL, 0x183937325f5f776fUL, 0x300401440000UL, 0x305010b02053aUL,
    0x9d01020100010301UL, 0x703066c01000901UL, 0x31000100020007UL, 0x83a015b00005d39UL, 0x20400000d4202UL, 0x2e010600120005UL, 0x333000000c0000UL, 0x20100000003017bUL,
    0x201000100000302UL, 0x100000300000000UL, 0x200010000010202UL, 0x101010001000002UL, 0x200000102000100UL, 0x302010000010401UL, 0x2010000010300UL, 0x103020100000004UL,
    0x100000001020000UL, 0x200000001UL, 0x100010000020001UL, 0x201000000030100UL, 0x1010200000002UL, 0x201000001000002UL, 0x696a090101000000UL, 0x372657669726474UL,
    0x6f72700700637002UL, 0x72620b026d617267UL, 0x616d5f74656b6361UL, 0x6570617404010370UL, 0x39310d0416000301UL, 0x0UL, 0x6e495f6378651533UL, 0x726f727245786564UL,
    0x13322e687469775fUL, 0x756c61565f637865UL, 0x775f726f72724565UL, 0x6374616d10687469UL, 0x6172625f676e6968UL, 0x69616d0f74656b63UL, 0x6f705f706f6f6c6eUL, 0x766461076c617472UL,
    0x636e690365636e61UL, 0x7465670363656403UL, 0x5f706f5f74696a11UL, 0x6c6c616d5f776172UL, 0x4d5f6378650f636fUL, 0x72724579726f6d65UL, 0x6f5f74696a19726fUL, 0x735f79706f635f70UL,
    0x6f745f676e697274UL, 0x5f7774087761725fUL, 0x696a0f6574697277UL, 0x7761725f706f5f74UL, 0x6c6c0b656572665fUL, 0x746972775f736f5fUL, 0x625f646165720965UL, 0x1574657303657479UL,
    0x65646e495f637865UL, 0x775f726f72724578UL, 0x6c6c0f342e687469UL, 0x6d6574697465735fUL, 0x764f14776f6c735fUL, 0x7245776f6c667265UL, 0x626174765f726f72UL, 0x4f5f63786511656cUL,
    0x45776f6c66726576UL, 0x5f777407726f7272UL, 0x74696a1964616572UL, 0x79706f635f706f5fUL, 0x5f6f745f7761725fUL, 0x740b676e69727473UL, 0x7272657274735f77UL, 0x727245534f0e726fUL,
    0x6c626174765f726fUL, 0x5f736f5f6c6c0a65UL, 0x5f77740864616572UL, 0x61720d6f6e727265UL, 0x7265736f5f657369UL, 0x735f777409726f72UL, 0x6c6c0f6e656c7274UL, 0x6f72665f7274735fUL,
    0x6946187761725f6dUL, 0x756f46746f4e656cUL, 0x5f726f727245646eUL, 0x4616656c62617476UL, 0x7473697845656c69UL, 0x765f726f72724573UL, 0x655016656c626174UL, 0x6e6f697373696d72UL,
    0x74765f726f727245UL, 0x746f4e19656c6261UL, 0x6f74636572694441UL, 0x5f726f7272457972UL, 0x4918656c62617476UL, 0x7463657269444173UL, 0x726f72724579726fUL, 0x19656c626174765fUL,
    0x4c737365636f7250UL, 0x72724570756b6f6fUL, 0x6c626174765f726fUL, 0x727265746e491765UL, 0x7272456465747075UL, 0x6c626174765f726fUL, 0x50646c6968431865UL, 0x7245737365636f72UL,
    0x626174765f726f72UL, 0x6b636f6c4216656cUL, 0x7272454f49676e69UL, 0x6c626174765f726fUL, 0x6e656b6f72421665UL, 0x6f72724565706950UL, 0x656c626174765f72UL, 0x7463656e6e6f431dUL,
    0x74726f62416e6f69UL, 0x5f726f7272456465UL, 0x431b656c62617476UL, 0x6f697463656e6e6fUL, 0x724574657365526eUL, 0x626174765f726f72UL, 0x6f656d695413656cUL, 0x5f726f7272457475UL,
    0x431d656c62617476UL, 0x6f697463656e6e6fUL, 0x646573756665526eUL, 0x74765f726f727245UL, 0x5f6c6c10656c6261UL, 0x5f726f727265736fUL, 0x7865137373616c63UL, 0x457865646e495f63UL,
    0x7469775f726f7272UL, 0x7465675f6c6c0f68UL, 0x6f6c735f6d657469UL, 0x706f5f74696a1177UL, 0x74695f79706f635fUL, 0x675f6c6c0a736d65UL, 0x6a10325f5f776f72UL, 0x6c5f7465675f7469UL,
    0x186e6f697461636fUL, 0x636e616c61626e55UL, 0x656b636172426465UL, 0x656c626174765f74UL, 0x74765f657061540bUL, 0x656c6261UL,
};
const uint64_t tw_jit_blob_len = 550UL;

union tw_word { uint64_t n; const volatile void *p; } tw_jit_addresses_words[51] __asm__("tw_jit_addresses") = {
    {.p = (const volatile void *)(&tw_o_exc_IndexError_with)}, {.p = (const volatile void *)(&tw_o_exc_ValueError_with)}, {.p = (const volatile void *)(tw_f_matching_bracket)}, {.p = (const volatile void *)(tw_f_mainloop_portal)}, {.p = (const volatile void *)(tw_f_advance)}, {.p = (const volatile void *)(tw_f_inc)}, {.p = (const volatile void *)(tw_f_dec)}, {.p = (const volatile void *)(tw_f_get)},
    {.p = (const volatile void *)(tw_f_jit_op_raw_malloc)}, {.p = (const volatile void *)(&tw_o_exc_MemoryError)}, {.p = (const volatile void *)(tw_f_jit_op_copy_string_to_raw)}, {.p = (const volatile void *)(tw_write)}, {.p = (const volatile void *)(tw_f_jit_op_raw_free)}, {.p = (const volatile void *)(tw_f_ll_os_write)}, {.p = (const volatile void *)(tw_f_read_byte)}, {.p = (const volatile void *)(tw_f_set)},
    {.p = (const volatile void *)(&tw_o_exc_IndexError_with_2)}, {.p = (const volatile void *)(tw_f_ll_setitem_slow)}, {.p = (const volatile void *)(&tw_o_OverflowError_vtable)}, {.p = (const volatile void *)(&tw_o_exc_OverflowError)}, {.p = (const volatile void *)(tw_read)}, {.p = (const volatile void *)(tw_f_jit_op_copy_raw_to_string)}, {.p = (const volatile void *)(tw_strerror)}, {.p = (const volatile void *)(&tw_o_OSError_vtable)},
    {.p = (const volatile void *)(tw_f_ll_os_read)}, {.p = (const volatile void *)(tw_errno)}, {.p = (const volatile void *)(tw_f_raise_oserror)}, {.p = (const volatile void *)(tw_strlen)}, {.p = (const volatile void *)(tw_f_ll_str_from_raw)}, {.p = (const volatile void *)(&tw_o_FileNotFoundError_vtable)}, {.p = (const volatile void *)(&tw_o_FileExistsError_vtable)}, {.p = (const volatile void *)(&tw_o_PermissionError_vtable)},
    {.p = (const volatile void *)(&tw_o_NotADirectoryError_vtable)}, {.p = (const volatile void *)(&tw_o_IsADirectoryError_vtable)}, {.p = (const volatile void *)(&tw_o_ProcessLookupError_vtable)}, {.p = (const volatile void *)(&tw_o_InterruptedError_vtable)}, {.p = (const volatile void *)(&tw_o_ChildProcessError_vtable)}, {.p = (const volatile void *)(&tw_o_BlockingIOError_vtable)}, {.p = (const volatile void *)(&tw_o_BrokenPipeError_vtable)}, {.p = (const volatile void *)(&tw_o_ConnectionAbortedError_vtable)},
    {.p = (const volatile void *)(&tw_o_ConnectionResetError_vtable)}, {.p = (const volatile void *)(&tw_o_TimeoutError_vtable)}, {.p = (const volatile void *)(&tw_o_ConnectionRefusedError_vtable)}, {.p = (const volatile void *)(tw_f_ll_oserror_class)}, {.p = (const volatile void *)(&tw_o_exc_IndexError_with_3)}, {.p = (const volatile void *)(tw_f_ll_getitem_slow)}, {.p = (const volatile void *)(tw_f_jit_op_copy_items)}, {.p = (const volatile void *)(tw_f_ll_grow__2)},
    {.p = (const volatile void *)(tw_f_jit_get_location)}, {.p = (const volatile void *)(&tw_o_UnbalancedBracket_vtable)}, {.p = (const volatile void *)(&tw_o_Tape_vtable)},
};
const uint64_t tw_jit_addresses_len = 51UL;

extern int atexit(void (*f)(void));
extern void tw_jit_init(void);
extern void tw_jit_finish(void);
int main(int argc, char **argv) {
    Signed result;
    tw_startup();
    tw_gc_settings();
    atexit(tw_jit_finish);
    tw_jit_init();
    result = tw_f_tw_entry((Signed)argc, (Address)argv);
    if (tw_exc.type != NULL) {
        void *value = tw_exc.value;
        tw_exc.type = NULL;
        tw_exc.value = NULL;
        result = tw_f_ll_uncaught(value);
        if (tw_exc.type != NULL)
            result = tw_uncaught_exception();
    }
    return tw_end(result);
}

struct tw_s_BaseException tw_o_exc_BaseException = {
    0x3c6ef36200000028UL,
    ((struct tw_s_object_vtable *)&tw_o_BaseException_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_Exception tw_o_exc_Exception = {
    0x78dde6c400000038UL,
    ((struct tw_s_object_vtable *)&tw_o_Exception_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_StopIteration tw_o_exc_StopIteration = {
    0xb54cda2600000048UL,
    ((struct tw_s_object_vtable *)&tw_o_StopIteration_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_IndexError tw_o_exc_IndexError = {
    0xf1bbcd8800000068UL,
    ((struct tw_s_object_vtable *)&tw_o_IndexError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_KeyError tw_o_exc_KeyError = {
    0x2e2ac0ea00000078UL,
    ((struct tw_s_object_vtable *)&tw_o_KeyError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_ValueError tw_o_exc_ValueError = {
    0x6a99b44c00000088UL,
    ((struct tw_s_object_vtable *)&tw_o_ValueError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_TypeError tw_o_exc_TypeError = {
    0xa708a7ae00000098UL,
    ((struct tw_s_object_vtable *)&tw_o_TypeError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_AttributeError tw_o_exc_AttributeError = {
    0xe3779b10000000a8UL,
    ((struct tw_s_object_vtable *)&tw_o_AttributeError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_ZeroDivisionError tw_o_exc_ZeroDivisionError = {
    0x1fe68e72000000c8UL,
    ((struct tw_s_object_vtable *)&tw_o_ZeroDivisionError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_OverflowError tw_o_exc_OverflowError = {
    0x5c5581d4000000d8UL,
    ((struct tw_s_object_vtable *)&tw_o_OverflowError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_MemoryError tw_o_exc_MemoryError = {
    0x98c47536000000e8UL,
    ((struct tw_s_object_vtable *)&tw_o_MemoryError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_RuntimeError tw_o_exc_RuntimeError = {
    0xd5336898000000f8UL,
    ((struct tw_s_object_vtable *)&tw_o_RuntimeError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_RecursionError tw_o_exc_RecursionError = {
    0x11a25bfa00000108UL,
    ((struct tw_s_object_vtable *)&tw_o_RecursionError_vtable),
    1L,
    ((struct tw_s_rpy_string *)&tw_o_str_24),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_NotImplementedError tw_o_exc_NotImplementedError = {
    0x4e114f5c00000118UL,
    ((struct tw_s_object_vtable *)&tw_o_NotImplementedError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_AssertionError tw_o_exc_AssertionError = {
    0x8a8042be00000128UL,
    ((struct tw_s_object_vtable *)&tw_o_AssertionError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_OSError tw_o_exc_OSError = {
    0xc6ef362000000138UL,
    ((struct tw_s_object_vtable *)&tw_o_OSError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
    0L,
    ((struct tw_s_rpy_string *)0),
    ((struct tw_s_rpy_string *)0),
};
struct tw_s_UnicodeDecodeError tw_o_exc_UnicodeDecodeError = {
    0x35e298200000158UL,
    ((struct tw_s_object_vtable *)&tw_o_UnicodeDecodeError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_UnicodeEncodeError tw_o_exc_UnicodeEncodeError = {
    0x3fcd1ce400000168UL,
    ((struct tw_s_object_vtable *)&tw_o_UnicodeEncodeError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_IndexError tw_o_exc_IndexError_with = {
    0x850d3e4300000068UL,
    ((struct tw_s_object_vtable *)&tw_o_IndexError_vtable),
    1L,
    ((struct tw_s_rpy_string *)&tw_o_str_25),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_ValueError tw_o_exc_ValueError_with = {
    0x3a5a186900000088UL,
    ((struct tw_s_object_vtable *)&tw_o_ValueError_vtable),
    1L,
    ((struct tw_s_rpy_string *)&tw_o_str_26),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_IndexError tw_o_exc_IndexError_with_2 = {
    0xfdeb250700000068UL,
    ((struct tw_s_object_vtable *)&tw_o_IndexError_vtable),
    1L,
    ((struct tw_s_rpy_string *)&tw_o_str_27),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_OverflowError_vtable tw_o_OverflowError_vtable = {
    32L,
    33L,
    ((struct tw_s_rpy_string *)&tw_o_str_28),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_28),
};
struct tw_s_OSError_vtable tw_o_OSError_vtable = {
    6L,
    22L,
    ((struct tw_s_rpy_string *)&tw_o_str_29),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_29),
};
struct tw_s_FileNotFoundError_vtable tw_o_FileNotFoundError_vtable = {
    7L,
    8L,
    ((struct tw_s_rpy_string *)&tw_o_str_30),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_30),
};
struct tw_s_FileExistsError_vtable tw_o_FileExistsError_vtable = {
    8L,
    9L,
    ((struct tw_s_rpy_string *)&tw_o_str_31),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_31),
};
struct tw_s_PermissionError_vtable tw_o_PermissionError_vtable = {
    9L,
    10L,
    ((struct tw_s_rpy_string *)&tw_o_str_32),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_32),
};
struct tw_s_NotADirectoryError_vtable tw_o_NotADirectoryError_vtable = {
    11L,
    12L,
    ((struct tw_s_rpy_string *)&tw_o_str_33),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_33),
};
struct tw_s_IsADirectoryError_vtable tw_o_IsADirectoryError_vtable = {
    10L,
    11L,
    ((struct tw_s_rpy_string *)&tw_o_str_34),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_34),
};
struct tw_s_ProcessLookupError_vtable tw_o_ProcessLookupError_vtable = {
    16L,
    17L,
    ((struct tw_s_rpy_string *)&tw_o_str_35),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_35),
};
struct tw_s_InterruptedError_vtable tw_o_InterruptedError_vtable = {
    12L,
    13L,
    ((struct tw_s_rpy_string *)&tw_o_str_36),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_36),
};
struct tw_s_ChildProcessError_vtable tw_o_ChildProcessError_vtable = {
    15L,
    16L,
    ((struct tw_s_rpy_string *)&tw_o_str_37),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_37),
};
struct tw_s_BlockingIOError_vtable tw_o_BlockingIOError_vtable = {
    14L,
    15L,
    ((struct tw_s_rpy_string *)&tw_o_str_38),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_38),
};
struct tw_s_BrokenPipeError_vtable tw_o_BrokenPipeError_vtable = {
    18L,
    19L,
    ((struct tw_s_rpy_string *)&tw_o_str_39),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_39),
};
struct tw_s_ConnectionAbortedError_vtable tw_o_ConnectionAbortedError_vtable = {
    19L,
    20L,
    ((struct tw_s_rpy_string *)&tw_o_str_40),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_40),
};
struct tw_s_ConnectionResetError_vtable tw_o_ConnectionResetError_vtable = {
    21L,
    22L,
    ((struct tw_s_rpy_string *)&tw_o_str_41),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_41),
};
struct tw_s_TimeoutError_vtable tw_o_TimeoutError_vtable = {
    13L,
    14L,
    ((struct tw_s_rpy_string *)&tw_o_str_42),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_42),
};
struct tw_s_ConnectionRefusedError_vtable tw_o_ConnectionRefusedError_vtable = {
    20L,
    21L,
    ((struct tw_s_rpy_string *)&tw_o_str_43),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_43),
};
struct tw_s_IndexError tw_o_exc_IndexError_with_3 = {
    0x1a7389f700000068UL,
    ((struct tw_s_object_vtable *)&tw_o_IndexError_vtable),
    1L,
    ((struct tw_s_rpy_string *)&tw_o_str_44),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_UnbalancedBracket_vtable tw_o_UnbalancedBracket_vtable = {
    22L,
    23L,
    ((struct tw_s_rpy_string *)&tw_o_str_45),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_46),
};
struct tw_s_Tape_vtable tw_o_Tape_vtable = {
    38L,
    39L,
    ((struct tw_s_rpy_string *)&tw_o_str_47),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_48),
};
struct tw_s_rpy_string_n1 tw_o_str = {
    0xcfc0641d00000008UL,
    0L,
    1L,
    "\n",
};
struct tw_s_rpy_string_n2 tw_o_str_2 = {
    0xd891921a00000008UL,
    0L,
    2L,
    ": ",
};
struct tw_s_IndexError_vtable tw_o_IndexError_vtable = {
    4L,
    5L,
    ((struct tw_s_rpy_string *)&tw_o_str_49),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_49),
};
struct tw_s_ValueError_vtable tw_o_ValueError_vtable = {
    24L,
    28L,
    ((struct tw_s_rpy_string *)&tw_o_str_50),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_50),
};
struct tw_s_MemoryError_vtable tw_o_MemoryError_vtable = {
    33L,
    34L,
    ((struct tw_s_rpy_string *)&tw_o_str_51),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_51),
};
struct tw_s_SemiSpace tw_o_SemiSpace_inst = {
    0x1bbcd880000002f0UL,
    ((struct tw_s_object_vtable *)&tw_o_SemiSpace_vtable),
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
    0L,
};
struct tw_s_rpy_string_n0 tw_o_str_3 = {
    0xb8ab03a800000008UL,
    0L,
    0L,
    {0},
};
struct tw_s_rpy_string_n1 tw_o_str_4 = {
    0xf8d810100000008UL,
    0L,
    1L,
    "(",
};
struct tw_s_rpy_string_n1 tw_o_str_5 = {
    0xadc4fab200000008UL,
    0L,
    1L,
    ")",
};
struct tw_s_rpy_string_n1 tw_o_str_6 = {
    0x4bfc746300000008UL,
    0L,
    1L,
    ",",
};
struct tw_s_rpy_string_n4 tw_o_str_7 = {
    0x935170bb00000008UL,
    0L,
    4L,
    "None",
};
struct tw_s_rpy_string_n5 tw_o_str_8 = {
    0xd31e8d9f00000008UL,
    0L,
    5L,
    "False",
};
struct tw_s_rpy_string_n4 tw_o_str_9 = {
    0x7156075000000008UL,
    0L,
    4L,
    "True",
};
struct tw_s_rpy_string_n2 tw_o_str_10 = {
    0xea33ee1400000008UL,
    0L,
    2L,
    ", ",
};
struct tw_s_rpy_string_n7 tw_o_str_11 = {
    0x886b67c500000008UL,
    0L,
    7L,
    "[Errno ",
};
struct tw_s_rpy_string_n2 tw_o_str_12 = {
    0x26a2e17600000008UL,
    0L,
    2L,
    "] ",
};
struct tw_s_rpy_string_n1 tw_o_str_13 = {
    0x34e713ee00000008UL,
    0L,
    1L,
    "_",
};
struct tw_s_rpy_string_n12 tw_o_str_14 = {
    0x6df7ddce00000008UL,
    0L,
    12L,
    "cannot read ",
};
struct tw_s_TypeError_vtable tw_o_TypeError_vtable = {
    28L,
    29L,
    ((struct tw_s_rpy_string *)&tw_o_str_52),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_52),
};
struct tw_s_AttributeError_vtable tw_o_AttributeError_vtable = {
    29L,
    30L,
    ((struct tw_s_rpy_string *)&tw_o_str_53),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_53),
};
struct tw_s_KeyError_vtable tw_o_KeyError_vtable = {
    5L,
    6L,
    ((struct tw_s_rpy_string *)&tw_o_str_54),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_54),
};
struct tw_s_rpy_string_n8 tw_o_str_15 = {
    0x56e27d5900000008UL,
    0L,
    8L,
    "[]<>+-,.",
};
struct tw_s_rpy_string_n29 tw_o_str_16 = {
    0x3188ea6c00000008UL,
    0L,
    29L,
    ": unbalanced bracket at byte ",
};
struct tw_s_IndexError tw_o_exc_IndexError_with_4 = {
    0xc17c31a500000068UL,
    ((struct tw_s_object_vtable *)&tw_o_IndexError_vtable),
    1L,
    ((struct tw_s_rpy_string *)&tw_o_str_55),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_rpy_string_n1 tw_o_str_17 = {
    0xc4da5b2700000008UL,
    0L,
    1L,
    ":",
};
struct tw_s_rpy_string_n3 tw_o_str_18 = {
    0x6311d4d800000008UL,
    0L,
    3L,
    "50:",
};
struct tw_s_ValueError tw_o_exc_ValueError_with_2 = {
    0x1500857c00000088UL,
    ((struct tw_s_object_vtable *)&tw_o_ValueError_vtable),
    1L,
    ((struct tw_s_rpy_string *)&tw_o_str_56),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_rpy_string_n7 tw_o_str_19 = {
    0xc2f577f00000008UL,
    0L,
    7L,
    "usage: ",
};
struct tw_s_rpy_string_n11 tw_o_str_20 = {
    0xaa66d13000000008UL,
    0L,
    11L,
    " program.b\n",
};
struct tw_s_ValueError tw_o_exc_ValueError_with_3 = {
    0x9f80c83a00000088UL,
    ((struct tw_s_object_vtable *)&tw_o_ValueError_vtable),
    1L,
    ((struct tw_s_rpy_string *)&tw_o_str_57),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_AssertionError_vtable tw_o_AssertionError_vtable = {
    37L,
    38L,
    ((struct tw_s_rpy_string *)&tw_o_str_58),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_58),
};
struct tw_s_RecursionError_vtable tw_o_RecursionError_vtable = {
    35L,
    36L,
    ((struct tw_s_rpy_string *)&tw_o_str_59),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_59),
};
struct tw_s_rpy_string_n25 tw_o_str_21 = {
    0x489e4ae100000008UL,
    0L,
    25L,
    "join() result is too long",
};
struct tw_s_rpy_string_n14 tw_o_str_22 = {
    0x5a40a6db00000008UL,
    0L,
    14L,
    "sequence item ",
};
struct tw_s_rpy_string_n39 tw_o_str_23 = {
    0xf878208c00000008UL,
    0L,
    39L,
    ": expected str instance, NoneType found",
};
struct tw_s_TypeError tw_o_exc_TypeError_with = {
    0x96af9a3d00000098UL,
    ((struct tw_s_object_vtable *)&tw_o_TypeError_vtable),
    0L,
    ((struct tw_s_rpy_string *)0),
    0L,
    ((GcRef)0),
    ((tw_ft_49)0),
};
struct tw_s_BaseException_vtable tw_o_BaseException_vtable = {
    1L,
    38L,
    ((struct tw_s_rpy_string *)&tw_o_str_60),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_60),
};
struct tw_s_Exception_vtable tw_o_Exception_vtable = {
    2L,
    38L,
    ((struct tw_s_rpy_string *)&tw_o_str_61),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_61),
};
struct tw_s_StopIteration_vtable tw_o_StopIteration_vtable = {
    23L,
    24L,
    ((struct tw_s_rpy_string *)&tw_o_str_62),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_62),
};
struct tw_s_ZeroDivisionError_vtable tw_o_ZeroDivisionError_vtable = {
    31L,
    32L,
    ((struct tw_s_rpy_string *)&tw_o_str_63),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_63),
};
struct tw_s_RuntimeError_vtable tw_o_RuntimeError_vtable = {
    34L,
    37L,
    ((struct tw_s_rpy_string *)&tw_o_str_64),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_64),
};
struct tw_s_rpy_string_n32 tw_o_str_24 = {
    0x7d855ecf00000008UL,
    0L,
    32L,
    "maximum recursion depth exceeded",
};
struct tw_s_NotImplementedError_vtable tw_o_NotImplementedError_vtable = {
    36L,
    37L,
    ((struct tw_s_rpy_string *)&tw_o_str_65),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_65),
};
struct tw_s_UnicodeDecodeError_vtable tw_o_UnicodeDecodeError_vtable = {
    26L,
    27L,
    ((struct tw_s_rpy_string *)&tw_o_str_66),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_66),
};
struct tw_s_UnicodeEncodeError_vtable tw_o_UnicodeEncodeError_vtable = {
    27L,
    28L,
    ((struct tw_s_rpy_string *)&tw_o_str_67),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_67),
};
struct tw_s_rpy_string_n25 tw_o_str_25 = {
    0xe6d5c49200000008UL,
    0L,
    25L,
    "string index out of range",
};
struct tw_s_rpy_string_n27 tw_o_str_26 = {
    0x9c229eb800000008UL,
    0L,
    27L,
    "chr() arg not in range(256)",
};
struct tw_s_rpy_string_n34 tw_o_str_27 = {
    0x5fb3ab5600000008UL,
    0L,
    34L,
    "list assignment index out of range",
};
struct tw_s_rpy_string_n13 tw_o_str_28 = {
    0xcdab892400000008UL,
    0L,
    13L,
    "OverflowError",
};
struct tw_s_rpy_string_n7 tw_o_str_29 = {
    0x82f8634a00000008UL,
    0L,
    7L,
    "OSError",
};
struct tw_s_rpy_string_n17 tw_o_str_30 = {
    0xd67cb72100000008UL,
    0L,
    17L,
    "FileNotFoundError",
};
struct tw_s_rpy_string_n15 tw_o_str_31 = {
    0x74b430d200000008UL,
    0L,
    15L,
    "FileExistsError",
};
struct tw_s_rpy_string_n15 tw_o_str_32 = {
    0x12ebaa8300000008UL,
    0L,
    15L,
    "PermissionError",
};
struct tw_s_rpy_string_n18 tw_o_str_33 = {
    0xb123243400000008UL,
    0L,
    18L,
    "NotADirectoryError",
};
struct tw_s_rpy_string_n17 tw_o_str_34 = {
    0x4f5a9de500000008UL,
    0L,
    17L,
    "IsADirectoryError",
};
struct tw_s_rpy_string_n18 tw_o_str_35 = {
    0xed92179600000008UL,
    0L,
    18L,
    "ProcessLookupError",
};
struct tw_s_rpy_string_n16 tw_o_str_36 = {
    0x8bc9914700000008UL,
    0L,
    16L,
    "InterruptedError",
};
struct tw_s_rpy_string_n17 tw_o_str_37 = {
    0x2a010af800000008UL,
    0L,
    17L,
    "ChildProcessError",
};
struct tw_s_rpy_string_n15 tw_o_str_38 = {
    0xc83884a900000008UL,
    0L,
    15L,
    "BlockingIOError",
};
struct tw_s_rpy_string_n15 tw_o_str_39 = {
    0x666ffe5a00000008UL,
    0L,
    15L,
    "BrokenPipeError",
};
struct tw_s_rpy_string_n22 tw_o_str_40 = {
    0x4a7780b00000008UL,
    0L,
    22L,
    "ConnectionAbortedError",
};
struct tw_s_rpy_string_n20 tw_o_str_41 = {
    0xa2def1bc00000008UL,
    0L,
    20L,
    "ConnectionResetError",
};
struct tw_s_rpy_string_n12 tw_o_str_42 = {
    0x41166b6d00000008UL,
    0L,
    12L,
    "TimeoutError",
};
struct tw_s_rpy_string_n22 tw_o_str_43 = {
    0xdf4de51e00000008UL,
    0L,
    22L,
    "ConnectionRefusedError",
};
struct tw_s_rpy_string_n23 tw_o_str_44 = {
    0x7c3c104600000008UL,
    0L,
    23L,
    "list index out of range",
};
struct tw_s_rpy_string_n17 tw_o_str_45 = {
    0x5d9ed05d00000008UL,
    0L,
    17L,
    "UnbalancedBracket",
};
struct tw_s_rpy_string_n20 tw_o_str_46 = {
    0xfbd64a0e00000008UL,
    0L,
    20L,
    "bf.UnbalancedBracket",
};
struct tw_s_rpy_string_n4 tw_o_str_47 = {
    0x9a0dc3bf00000008UL,
    0L,
    4L,
    "Tape",
};
struct tw_s_rpy_string_n7 tw_o_str_48 = {
    0x38453d7000000008UL,
    0L,
    7L,
    "bf.Tape",
};
struct tw_s_rpy_string_n10 tw_o_str_49 = {
    0x185eaefe00000008UL,
    0L,
    10L,
    "IndexError",
};
struct tw_s_rpy_string_n10 tw_o_str_50 = {
    0x54cda26000000008UL,
    0L,
    10L,
    "ValueError",
};
struct tw_s_rpy_string_n11 tw_o_str_51 = {
    0x6be302d500000008UL,
    0L,
    11L,
    "MemoryError",
};
struct tw_s_SemiSpace_vtable tw_o_SemiSpace_vtable = {
    39L,
    40L,
    ((struct tw_s_rpy_string *)&tw_o_str_68),
    ((tw_ft_50)0),
    ((struct tw_s_rpy_string *)&tw_o_str_69),
};
struct tw_s_rpy_string_n9 tw_o_str_52 = {
    0xf3051c1100000008UL,
    0L,
    9L,
    "TypeError",
};
struct tw_s_rpy_string_n14 tw_o_str_53 = {
    0x913c95c200000008UL,
    0L,
    14L,
    "AttributeError",
};
struct tw_s_rpy_string_n8 tw_o_str_54 = {
    0xb69628af00000008UL,
    0L,
    8L,
    "KeyError",
};
struct tw_s_rpy_string_n19 tw_o_str_55 = {
    0x2344b7f400000008UL,
    0L,
    19L,
    "pop from empty list",
};
struct tw_s_rpy_string_n18 tw_o_str_56 = {
    0x76c90bcb00000008UL,
    0L,
    18L,
    "embedded null byte",
};
struct tw_s_rpy_string_n20 tw_o_str_57 = {
    0x1494e8900000008UL,
    0L,
    20L,
    "negative shift count",
};
struct tw_s_rpy_string_n14 tw_o_str_58 = {
    0xe4c0e99900000008UL,
    0L,
    14L,
    "AssertionError",
};
struct tw_s_rpy_string_n14 tw_o_str_59 = {
    0xa851f63700000008UL,
    0L,
    14L,
    "RecursionError",
};
struct tw_s_rpy_string_n13 tw_o_str_60 = {
    0x3db841eb00000008UL,
    0L,
    13L,
    "BaseException",
};
struct tw_s_rpy_string_n9 tw_o_str_61 = {
    0xdbefbb9c00000008UL,
    0L,
    9L,
    "Exception",
};
struct tw_s_rpy_string_n13 tw_o_str_62 = {
    0x7a27354d00000008UL,
    0L,
    13L,
    "StopIteration",
};
struct tw_s_rpy_string_n17 tw_o_str_63 = {
    0x2f740f7300000008UL,
    0L,
    17L,
    "ZeroDivisionError",
};
struct tw_s_rpy_string_n12 tw_o_str_64 = {
    0xa1a7c8600000008UL,
    0L,
    12L,
    "RuntimeError",
};
struct tw_s_rpy_string_n19 tw_o_str_65 = {
    0x46896fe800000008UL,
    0L,
    19L,
    "NotImplementedError",
};
struct tw_s_rpy_string_n18 tw_o_str_66 = {
    0x212fdcfb00000008UL,
    0L,
    18L,
    "UnicodeDecodeError",
};
struct tw_s_rpy_string_n18 tw_o_str_67 = {
    0xbf6756ac00000008UL,
    0L,
    18L,
    "UnicodeEncodeError",
};
struct tw_s_rpy_string_n9 tw_o_str_68 = {
    0x582bcbe200000008UL,
    0L,
    9L,
    "SemiSpace",
};
struct tw_s_rpy_string_n33 tw_o_str_69 = {
    0xf663459300000008UL,
    0L,
    33L,
    "rpython_ll.gc_semispace.SemiSpace",
};
