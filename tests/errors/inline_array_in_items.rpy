from rpython.rtyper.lltypesystem import lltype

ROW = lltype.Struct("row", ("n", lltype.Signed), ("cells", lltype.FixedSizeArray(lltype.Signed, 4)))
TABLE = lltype.GcStruct("table", ("rows", lltype.Array(ROW)))


def entry_point(argv):
    t = lltype.malloc(TABLE, 3)
    return t.rows[0].n


def target(driver, args):
    return entry_point, None
