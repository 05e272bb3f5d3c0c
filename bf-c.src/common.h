/* Types and declarations of the whole program. */
#ifndef TW_COMMON_H
#define TW_COMMON_H

#include "tw_support.h"
#include "tw_jit.h"

struct tw_s_rpy_string;
struct tw_s_OSError;
struct tw_s_array_Signed;
struct tw_s_tuple3;
struct tw_s_array_rpy_string;
struct tw_s_array_Char;
struct tw_s_list_Signed;
struct tw_s_UnbalancedBracket;
struct tw_s_Tape;
struct tw_s_tuple2_3;
struct tw_s_TypeError;
struct tw_s_AttributeError;
struct tw_s_KeyError;
struct tw_s_OverflowError;
struct tw_s_BaseException;
struct tw_s_Exception;
struct tw_s_StopIteration;
struct tw_s_IndexError;
struct tw_s_ValueError;
struct tw_s_ZeroDivisionError;
struct tw_s_MemoryError;
struct tw_s_RuntimeError;
struct tw_s_RecursionError;
struct tw_s_NotImplementedError;
struct tw_s_AssertionError;
struct tw_s_UnicodeDecodeError;
struct tw_s_UnicodeEncodeError;
struct tw_s_OverflowError_vtable;
struct tw_s_OSError_vtable;
struct tw_s_FileNotFoundError_vtable;
struct tw_s_FileExistsError_vtable;
struct tw_s_PermissionError_vtable;
struct tw_s_NotADirectoryError_vtable;
struct tw_s_IsADirectoryError_vtable;
struct tw_s_ProcessLookupError_vtable;
struct tw_s_InterruptedError_vtable;
struct tw_s_ChildProcessError_vtable;
struct tw_s_BlockingIOError_vtable;
struct tw_s_BrokenPipeError_vtable;
struct tw_s_ConnectionAbortedError_vtable;
struct tw_s_ConnectionResetError_vtable;
struct tw_s_TimeoutError_vtable;
struct tw_s_ConnectionRefusedError_vtable;
struct tw_s_UnbalancedBracket_vtable;
struct tw_s_Tape_vtable;
struct tw_s_IndexError_vtable;
struct tw_s_ValueError_vtable;
struct tw_s_MemoryError_vtable;
struct tw_s_SemiSpace;
struct tw_s_TypeError_vtable;
struct tw_s_AttributeError_vtable;
struct tw_s_KeyError_vtable;
struct tw_s_AssertionError_vtable;
struct tw_s_RecursionError_vtable;
struct tw_s_BaseException_vtable;
struct tw_s_Exception_vtable;
struct tw_s_StopIteration_vtable;
struct tw_s_ZeroDivisionError_vtable;
struct tw_s_RuntimeError_vtable;
struct tw_s_NotImplementedError_vtable;
struct tw_s_UnicodeDecodeError_vtable;
struct tw_s_UnicodeEncodeError_vtable;
struct tw_s_SemiSpace_vtable;
struct tw_s_object_vtable;
struct tw_s_object;

typedef Signed (*tw_ft_1)(Signed, Address);
typedef void (*tw_ft_2)(void);
typedef struct tw_s_rpy_string *(*tw_ft_3)(struct tw_s_BaseException *, bool_t);
typedef struct tw_s_rpy_string *(*tw_ft_4)(struct tw_s_rpy_string *, struct tw_s_rpy_string *);
typedef void (*tw_ft_5)(Signed, struct tw_s_rpy_string *);
typedef void (*tw_ft_6)(Signed);
typedef Signed (*tw_ft_7)(Signed);
typedef struct tw_s_array_Signed *(*tw_ft_8)(struct tw_s_array_Signed *, Signed, Signed);
typedef void (*tw_ft_9)(struct tw_s_Tape *);
typedef Signed (*tw_ft_10)(Signed, Signed, Signed, Signed, Signed);
typedef Signed (*tw_ft_11)(Signed, Address, Signed);
typedef Signed (*tw_ft_12)(struct tw_s_array_Signed *, Signed, Signed);
typedef struct tw_s_rpy_string *(*tw_ft_13)(Signed, Signed);
typedef void (*tw_ft_14)(struct tw_s_array_Signed *, Signed, Signed, Signed);
typedef void (*tw_ft_15)(Signed, Signed);
typedef void (*tw_ft_16)(Signed, GcRef);
typedef GcRef (*tw_ft_17)(Signed);
typedef Address (*tw_ft_18)(Signed);
typedef struct tw_s_rpy_string *(*tw_ft_19)(Address);
typedef struct tw_s_object_vtable *(*tw_ft_20)(Signed);
typedef Signed (*tw_ft_21)(Signed, Signed);
typedef Signed (*tw_ft_22)(void);
typedef Signed (*tw_ft_23)(Address);
typedef struct tw_s_rpy_string *(*tw_ft_24)(struct tw_s_rpy_string *, Signed, Signed);
typedef struct tw_s_rpy_string *(*tw_ft_25)(struct tw_s_rpy_string *, Signed);
typedef struct tw_s_rpy_string *(*tw_ft_26)(struct tw_s_tuple3 *);
typedef bool_t (*tw_ft_27)(Signed);
typedef Signed (*tw_ft_28)(struct tw_s_array_rpy_string *);
typedef struct tw_s_rpy_string *(*tw_ft_29)(struct tw_s_rpy_string *);
typedef struct tw_s_rpy_string *(*tw_ft_30)(Unsigned, Signed, Signed);
typedef struct tw_s_tuple2_3 *(*tw_ft_31)(struct tw_s_rpy_string *, Signed);
typedef struct tw_s_rpy_string *(*tw_ft_32)(double, Signed, Signed);
typedef struct tw_s_rpy_string *(*tw_ft_33)(Signed);
typedef Address (*tw_ft_34)(struct tw_s_rpy_string *);
typedef struct tw_s_rpy_string *(*tw_ft_35)(struct tw_s_rpy_string *, struct tw_s_array_rpy_string *, Signed);
typedef Signed (*tw_ft_36)(Address, Signed, Signed);
typedef struct tw_s_array_rpy_string *(*tw_ft_37)(struct tw_s_array_rpy_string *, Signed, Signed);
typedef Signed (*tw_ft_38)(Signed, struct tw_s_rpy_string *);
typedef struct tw_s_BaseException *(*tw_ft_39)(struct tw_s_BaseException *, struct tw_s_TypeError *);
typedef struct tw_s_BaseException *(*tw_ft_40)(struct tw_s_BaseException *, struct tw_s_AttributeError *);
typedef struct tw_s_BaseException *(*tw_ft_41)(struct tw_s_BaseException *, struct tw_s_KeyError *);
typedef struct tw_s_array_Char *(*tw_ft_42)(struct tw_s_array_Char *, Signed, Signed);
typedef void (*tw_ft_43)(Signed, struct tw_s_rpy_string *, struct tw_s_list_Signed *, struct tw_s_Tape *);
typedef struct tw_s_rpy_string *(*tw_ft_44)(struct tw_s_rpy_string *, Char, struct tw_s_rpy_string *);
typedef Char (*tw_ft_45)(struct tw_s_rpy_string *, Signed);
typedef Signed (*tw_ft_46)(Address, Signed, double, Signed, Signed);
typedef void (*tw_ft_47)(struct tw_s_rpy_string *);
typedef void (*tw_ft_48)(Signed, Signed, Signed);
typedef struct tw_s_rpy_string *(*tw_ft_49)(GcRef);
typedef struct tw_s_object *(*tw_ft_50)(void);

struct tw_s_rpy_string { /* rpy_string */
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[];
};
struct tw_s_OSError { /* OSError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
    Signed f_inst_errno;
    struct tw_s_rpy_string *f_inst_strerror;
    struct tw_s_rpy_string *f_inst_filename;
};
struct tw_s_array_Signed { /* array_Signed */
    Unsigned tw_header;
    Signed length;
    Signed items[];
};
struct tw_s_tuple3 { /* tuple3 */
    Unsigned tw_header;
    struct tw_s_rpy_string *f_item0;
    Char f_item1;
    struct tw_s_rpy_string *f_item2;
};
struct tw_s_array_rpy_string { /* array_rpy_string */
    Unsigned tw_header;
    Signed length;
    struct tw_s_rpy_string *items[];
};
struct tw_s_array_Char { /* array_Char */
    Unsigned tw_header;
    Signed length;
    Char items[];
};
struct tw_s_list_Signed { /* list_Signed */
    Unsigned tw_header;
    Signed f_length;
    struct tw_s_array_Signed *f_items;
};
struct tw_s_UnbalancedBracket { /* UnbalancedBracket */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
    Signed f_inst_position;
};
struct tw_s_Tape { /* Tape */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    struct tw_s_list_Signed *f_inst_cells;
    Signed f_inst_position;
};
struct tw_s_tuple2_3 { /* tuple2.3 */
    Unsigned tw_header;
    Signed f_item0;
    struct tw_s_rpy_string *f_item1;
};
struct tw_s_TypeError { /* TypeError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_AttributeError { /* AttributeError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_KeyError { /* KeyError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_OverflowError { /* OverflowError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_BaseException { /* BaseException */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_Exception { /* Exception */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_StopIteration { /* StopIteration */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_IndexError { /* IndexError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_ValueError { /* ValueError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_ZeroDivisionError { /* ZeroDivisionError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_MemoryError { /* MemoryError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_RuntimeError { /* RuntimeError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_RecursionError { /* RecursionError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_NotImplementedError { /* NotImplementedError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_AssertionError { /* AssertionError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_UnicodeDecodeError { /* UnicodeDecodeError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_UnicodeEncodeError { /* UnicodeEncodeError */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_exc_kind;
    struct tw_s_rpy_string *f_exc_text;
    Signed f_exc_word;
    GcRef f_exc_key;
    tw_ft_49 f_exc_show;
};
struct tw_s_OverflowError_vtable { /* OverflowError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_OSError_vtable { /* OSError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_FileNotFoundError_vtable { /* FileNotFoundError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_FileExistsError_vtable { /* FileExistsError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_PermissionError_vtable { /* PermissionError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_NotADirectoryError_vtable { /* NotADirectoryError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_IsADirectoryError_vtable { /* IsADirectoryError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_ProcessLookupError_vtable { /* ProcessLookupError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_InterruptedError_vtable { /* InterruptedError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_ChildProcessError_vtable { /* ChildProcessError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_BlockingIOError_vtable { /* BlockingIOError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_BrokenPipeError_vtable { /* BrokenPipeError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_ConnectionAbortedError_vtable { /* ConnectionAbortedError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_ConnectionResetError_vtable { /* ConnectionResetError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_TimeoutError_vtable { /* TimeoutError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_ConnectionRefusedError_vtable { /* ConnectionRefusedError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_UnbalancedBracket_vtable { /* UnbalancedBracket_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_Tape_vtable { /* Tape_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_IndexError_vtable { /* IndexError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_ValueError_vtable { /* ValueError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_MemoryError_vtable { /* MemoryError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_SemiSpace { /* SemiSpace */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
    Signed f_inst_free;
    Signed f_inst_limit;
    Signed f_inst_space;
    Signed f_inst_next_hash;
    Signed f_inst_next_size;
    Signed f_inst_max_size;
    bool_t f_inst_stress;
    Signed f_inst_weakrefs;
    Signed f_inst_n_weakrefs;
    Signed f_inst_max_weakrefs;
    Signed f_inst_watched;
    Signed f_inst_n_watched;
    Signed f_inst_max_watched;
    Signed f_inst_dead;
    Signed f_inst_n_taken;
    Signed f_inst_n_dead;
    Signed f_inst_max_dead;
    Signed f_inst_taken;
    Signed f_inst_spare;
    Signed f_inst_space_size;
    Signed f_inst_from_start;
    Signed f_inst_from_end;
    Signed f_inst_cleared;
    Signed f_inst_top;
    Signed f_inst_collections;
    Signed f_inst_spare_size;
};
struct tw_s_TypeError_vtable { /* TypeError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_AttributeError_vtable { /* AttributeError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_KeyError_vtable { /* KeyError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_AssertionError_vtable { /* AssertionError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_RecursionError_vtable { /* RecursionError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_BaseException_vtable { /* BaseException_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_Exception_vtable { /* Exception_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_StopIteration_vtable { /* StopIteration_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_ZeroDivisionError_vtable { /* ZeroDivisionError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_RuntimeError_vtable { /* RuntimeError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_NotImplementedError_vtable { /* NotImplementedError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_UnicodeDecodeError_vtable { /* UnicodeDecodeError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_UnicodeEncodeError_vtable { /* UnicodeEncodeError_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_SemiSpace_vtable { /* SemiSpace_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_object_vtable { /* object_vtable */
    Signed f_subclassrange_min;
    Signed f_subclassrange_max;
    struct tw_s_rpy_string *f_name;
    tw_ft_50 f_instantiate;
    struct tw_s_rpy_string *f_fullname;
};
struct tw_s_object { /* object */
    Unsigned tw_header;
    struct tw_s_object_vtable *f_typeptr;
};

/* prebuilt objects */
extern struct tw_s_BaseException tw_o_exc_BaseException;
extern struct tw_s_Exception tw_o_exc_Exception;
extern struct tw_s_StopIteration tw_o_exc_StopIteration;
extern struct tw_s_IndexError tw_o_exc_IndexError;
extern struct tw_s_KeyError tw_o_exc_KeyError;
extern struct tw_s_ValueError tw_o_exc_ValueError;
extern struct tw_s_TypeError tw_o_exc_TypeError;
extern struct tw_s_AttributeError tw_o_exc_AttributeError;
extern struct tw_s_ZeroDivisionError tw_o_exc_ZeroDivisionError;
extern struct tw_s_OverflowError tw_o_exc_OverflowError;
extern struct tw_s_MemoryError tw_o_exc_MemoryError;
extern struct tw_s_RuntimeError tw_o_exc_RuntimeError;
extern struct tw_s_RecursionError tw_o_exc_RecursionError;
extern struct tw_s_NotImplementedError tw_o_exc_NotImplementedError;
extern struct tw_s_AssertionError tw_o_exc_AssertionError;
extern struct tw_s_OSError tw_o_exc_OSError;
extern struct tw_s_UnicodeDecodeError tw_o_exc_UnicodeDecodeError;
extern struct tw_s_UnicodeEncodeError tw_o_exc_UnicodeEncodeError;
extern struct tw_s_IndexError tw_o_exc_IndexError_with;
extern struct tw_s_ValueError tw_o_exc_ValueError_with;
extern struct tw_s_IndexError tw_o_exc_IndexError_with_2;
extern struct tw_s_OverflowError_vtable tw_o_OverflowError_vtable;
extern struct tw_s_OSError_vtable tw_o_OSError_vtable;
extern struct tw_s_FileNotFoundError_vtable tw_o_FileNotFoundError_vtable;
extern struct tw_s_FileExistsError_vtable tw_o_FileExistsError_vtable;
extern struct tw_s_PermissionError_vtable tw_o_PermissionError_vtable;
extern struct tw_s_NotADirectoryError_vtable tw_o_NotADirectoryError_vtable;
extern struct tw_s_IsADirectoryError_vtable tw_o_IsADirectoryError_vtable;
extern struct tw_s_ProcessLookupError_vtable tw_o_ProcessLookupError_vtable;
extern struct tw_s_InterruptedError_vtable tw_o_InterruptedError_vtable;
extern struct tw_s_ChildProcessError_vtable tw_o_ChildProcessError_vtable;
extern struct tw_s_BlockingIOError_vtable tw_o_BlockingIOError_vtable;
extern struct tw_s_BrokenPipeError_vtable tw_o_BrokenPipeError_vtable;
extern struct tw_s_ConnectionAbortedError_vtable tw_o_ConnectionAbortedError_vtable;
extern struct tw_s_ConnectionResetError_vtable tw_o_ConnectionResetError_vtable;
extern struct tw_s_TimeoutError_vtable tw_o_TimeoutError_vtable;
extern struct tw_s_ConnectionRefusedError_vtable tw_o_ConnectionRefusedError_vtable;
extern struct tw_s_IndexError tw_o_exc_IndexError_with_3;
extern struct tw_s_UnbalancedBracket_vtable tw_o_UnbalancedBracket_vtable;
extern struct tw_s_Tape_vtable tw_o_Tape_vtable;
struct tw_s_rpy_string_n1 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[1];
};
extern struct tw_s_rpy_string_n1 tw_o_str;
struct tw_s_rpy_string_n2 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[2];
};
extern struct tw_s_rpy_string_n2 tw_o_str_2;
extern struct tw_s_IndexError_vtable tw_o_IndexError_vtable;
extern struct tw_s_ValueError_vtable tw_o_ValueError_vtable;
extern struct tw_s_MemoryError_vtable tw_o_MemoryError_vtable;
extern struct tw_s_SemiSpace tw_o_SemiSpace_inst;
struct tw_s_rpy_string_n0 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[1];
};
extern struct tw_s_rpy_string_n0 tw_o_str_3;
extern struct tw_s_rpy_string_n1 tw_o_str_4;
extern struct tw_s_rpy_string_n1 tw_o_str_5;
extern struct tw_s_rpy_string_n1 tw_o_str_6;
struct tw_s_rpy_string_n4 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[4];
};
extern struct tw_s_rpy_string_n4 tw_o_str_7;
struct tw_s_rpy_string_n5 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[5];
};
extern struct tw_s_rpy_string_n5 tw_o_str_8;
extern struct tw_s_rpy_string_n4 tw_o_str_9;
extern struct tw_s_rpy_string_n2 tw_o_str_10;
struct tw_s_rpy_string_n7 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[7];
};
extern struct tw_s_rpy_string_n7 tw_o_str_11;
extern struct tw_s_rpy_string_n2 tw_o_str_12;
extern struct tw_s_rpy_string_n1 tw_o_str_13;
struct tw_s_rpy_string_n12 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[12];
};
extern struct tw_s_rpy_string_n12 tw_o_str_14;
extern struct tw_s_TypeError_vtable tw_o_TypeError_vtable;
extern struct tw_s_AttributeError_vtable tw_o_AttributeError_vtable;
extern struct tw_s_KeyError_vtable tw_o_KeyError_vtable;
struct tw_s_rpy_string_n8 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[8];
};
extern struct tw_s_rpy_string_n8 tw_o_str_15;
struct tw_s_rpy_string_n29 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[29];
};
extern struct tw_s_rpy_string_n29 tw_o_str_16;
extern struct tw_s_IndexError tw_o_exc_IndexError_with_4;
extern struct tw_s_rpy_string_n1 tw_o_str_17;
struct tw_s_rpy_string_n3 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[3];
};
extern struct tw_s_rpy_string_n3 tw_o_str_18;
extern struct tw_s_ValueError tw_o_exc_ValueError_with_2;
extern struct tw_s_rpy_string_n7 tw_o_str_19;
struct tw_s_rpy_string_n11 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[11];
};
extern struct tw_s_rpy_string_n11 tw_o_str_20;
extern struct tw_s_ValueError tw_o_exc_ValueError_with_3;
extern struct tw_s_AssertionError_vtable tw_o_AssertionError_vtable;
extern struct tw_s_RecursionError_vtable tw_o_RecursionError_vtable;
struct tw_s_rpy_string_n25 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[25];
};
extern struct tw_s_rpy_string_n25 tw_o_str_21;
struct tw_s_rpy_string_n14 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[14];
};
extern struct tw_s_rpy_string_n14 tw_o_str_22;
struct tw_s_rpy_string_n39 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[39];
};
extern struct tw_s_rpy_string_n39 tw_o_str_23;
extern struct tw_s_TypeError tw_o_exc_TypeError_with;
extern struct tw_s_BaseException_vtable tw_o_BaseException_vtable;
extern struct tw_s_Exception_vtable tw_o_Exception_vtable;
extern struct tw_s_StopIteration_vtable tw_o_StopIteration_vtable;
extern struct tw_s_ZeroDivisionError_vtable tw_o_ZeroDivisionError_vtable;
extern struct tw_s_RuntimeError_vtable tw_o_RuntimeError_vtable;
struct tw_s_rpy_string_n32 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[32];
};
extern struct tw_s_rpy_string_n32 tw_o_str_24;
extern struct tw_s_NotImplementedError_vtable tw_o_NotImplementedError_vtable;
extern struct tw_s_UnicodeDecodeError_vtable tw_o_UnicodeDecodeError_vtable;
extern struct tw_s_UnicodeEncodeError_vtable tw_o_UnicodeEncodeError_vtable;
extern struct tw_s_rpy_string_n25 tw_o_str_25;
struct tw_s_rpy_string_n27 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[27];
};
extern struct tw_s_rpy_string_n27 tw_o_str_26;
struct tw_s_rpy_string_n34 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[34];
};
extern struct tw_s_rpy_string_n34 tw_o_str_27;
struct tw_s_rpy_string_n13 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[13];
};
extern struct tw_s_rpy_string_n13 tw_o_str_28;
extern struct tw_s_rpy_string_n7 tw_o_str_29;
struct tw_s_rpy_string_n17 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[17];
};
extern struct tw_s_rpy_string_n17 tw_o_str_30;
struct tw_s_rpy_string_n15 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[15];
};
extern struct tw_s_rpy_string_n15 tw_o_str_31;
extern struct tw_s_rpy_string_n15 tw_o_str_32;
struct tw_s_rpy_string_n18 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[18];
};
extern struct tw_s_rpy_string_n18 tw_o_str_33;
extern struct tw_s_rpy_string_n17 tw_o_str_34;
extern struct tw_s_rpy_string_n18 tw_o_str_35;
struct tw_s_rpy_string_n16 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[16];
};
extern struct tw_s_rpy_string_n16 tw_o_str_36;
extern struct tw_s_rpy_string_n17 tw_o_str_37;
extern struct tw_s_rpy_string_n15 tw_o_str_38;
extern struct tw_s_rpy_string_n15 tw_o_str_39;
struct tw_s_rpy_string_n22 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[22];
};
extern struct tw_s_rpy_string_n22 tw_o_str_40;
struct tw_s_rpy_string_n20 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[20];
};
extern struct tw_s_rpy_string_n20 tw_o_str_41;
extern struct tw_s_rpy_string_n12 tw_o_str_42;
extern struct tw_s_rpy_string_n22 tw_o_str_43;
struct tw_s_rpy_string_n23 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[23];
};
extern struct tw_s_rpy_string_n23 tw_o_str_44;
extern struct tw_s_rpy_string_n17 tw_o_str_45;
extern struct tw_s_rpy_string_n20 tw_o_str_46;
extern struct tw_s_rpy_string_n4 tw_o_str_47;
extern struct tw_s_rpy_string_n7 tw_o_str_48;
struct tw_s_rpy_string_n10 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[10];
};
extern struct tw_s_rpy_string_n10 tw_o_str_49;
extern struct tw_s_rpy_string_n10 tw_o_str_50;
extern struct tw_s_rpy_string_n11 tw_o_str_51;
extern struct tw_s_SemiSpace_vtable tw_o_SemiSpace_vtable;
struct tw_s_rpy_string_n9 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[9];
};
extern struct tw_s_rpy_string_n9 tw_o_str_52;
extern struct tw_s_rpy_string_n14 tw_o_str_53;
extern struct tw_s_rpy_string_n8 tw_o_str_54;
struct tw_s_rpy_string_n19 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[19];
};
extern struct tw_s_rpy_string_n19 tw_o_str_55;
extern struct tw_s_rpy_string_n18 tw_o_str_56;
extern struct tw_s_rpy_string_n20 tw_o_str_57;
extern struct tw_s_rpy_string_n14 tw_o_str_58;
extern struct tw_s_rpy_string_n14 tw_o_str_59;
extern struct tw_s_rpy_string_n13 tw_o_str_60;
extern struct tw_s_rpy_string_n9 tw_o_str_61;
extern struct tw_s_rpy_string_n13 tw_o_str_62;
extern struct tw_s_rpy_string_n17 tw_o_str_63;
extern struct tw_s_rpy_string_n12 tw_o_str_64;
extern struct tw_s_rpy_string_n19 tw_o_str_65;
extern struct tw_s_rpy_string_n18 tw_o_str_66;
extern struct tw_s_rpy_string_n18 tw_o_str_67;
extern struct tw_s_rpy_string_n9 tw_o_str_68;
struct tw_s_rpy_string_n33 {
    Unsigned tw_header;
    Signed f_hash;
    Signed length;
    Char items[33];
};
extern struct tw_s_rpy_string_n33 tw_o_str_69;

#endif
