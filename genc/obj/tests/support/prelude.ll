struct #vtable { subclassrange_min: Signed immutable, subclassrange_max: Signed immutable, name: *#cname immutable }
struct #cname { } items Char
struct #object gc { typeptr: *#vtable immutable }
object $n_Exception: #cname {} "Exception"
object $n_OverflowError: #cname {} "OverflowError"
object $n_MemoryError: #cname {} "MemoryError"
object $n_ValueError: #cname {} "ValueError"
object $n_KeyError: #cname {} "KeyError"
object $Exception: #vtable { 1, 10, $n_Exception }
object $OverflowError: #vtable { 2, 3, $n_OverflowError }
object $MemoryError: #vtable { 3, 4, $n_MemoryError }
object $ValueError: #vtable { 4, 6, $n_ValueError }
object $KeyError: #vtable { 6, 7, $n_KeyError }
object $i_OverflowError: #object { $OverflowError }
object $i_MemoryError: #object { $MemoryError }
object $i_ValueError: #object { $ValueError }
object $i_KeyError: #object { $KeyError }
exc object #object
exc vtable #vtable
exc class "Exception" = $Exception
exc class "OverflowError" = $OverflowError
exc class "MemoryError" = $MemoryError
exc class "ValueError" = $ValueError
exc class "KeyError" = $KeyError
exc instance "OverflowError" = $i_OverflowError
exc instance "MemoryError" = $i_MemoryError
object $n_RuntimeError: #cname {} "RuntimeError"
object $RuntimeError: #vtable { 7, 8, $n_RuntimeError }
object $i_RuntimeError: #object { $RuntimeError }
exc class "RuntimeError" = $RuntimeError
