//! Fields and items that never change while there is code of the JIT.

use crate::infer::facts::Facts;
use crate::quasi;
use flowmodel::analysis::Place;
use flowmodel::analysis::places::declaring;
use flowmodel::lltype::TOKEN_FIELD;
use flowmodel::{Items, Mutability, Program, StructId, Type};
use rustc_hash::FxHashSet;

/// Says so of them. Traces take them for constants where the object is one, and read them once where it is not. As prebuilt
/// objects may get their values before that, nothing is said to the passes that know no JIT.
pub fn mark(p: &mut Program, facts: &Facts) {
    // Those live in traces in another way.
    let virtualizable = in_traces(p, facts);
    let mut fields = vec![];
    let mut items = vec![];
    for (s, st) in p.types.structs.iter() {
        if !st.gc || st.foreign {
            continue;
        }
        for (i, f) in st.fields.iter().enumerate() {
            let owner = declaring(p, s, i as u32);
            let place = Place::Field(owner, i as u32);
            // The collector clears weak references.
            let plain = !matches!(f.ty, Type::Void | Type::Address);
            // The run time writes these: the program does not say so.
            let plain = plain && !quasi::is_mutate(p, owner, i as u32) && *f.name != *TOKEN_FIELD;
            if plain
                && f.mutability == Mutability::Mutable
                && !virtualizable.contains(&(owner, i as u32))
                && (is_lazy(p, s)
                    || facts.changing.is_stable(place) && !facts.lazy.contains(&place))
            {
                fields.push((s, i));
            }
        }
        if matches!(st.items, Some(Items::Plain(_)))
            && !st.immutable_items
            && !facts.lazy.contains(&Place::Items(s))
            && facts.changing.is_stable(Place::Items(s))
        {
            items.push(s);
        }
    }
    for (s, st) in p.types.structs.iter_mut() {
        let Some(Items::Inline(fields)) = st.items.as_mut().filter(|_| st.gc && !st.foreign) else {
            continue;
        };
        for (k, f) in fields.iter_mut().enumerate() {
            let place = Place::ItemField(s, k as u32);
            let stable = facts.changing.is_stable(place) && !facts.lazy.contains(&place);
            if f.mutability == Mutability::Mutable && stable {
                f.mutability = Mutability::LateImmutable;
            }
        }
    }
    for (s, i) in fields {
        p.types.structs[s].fields[i].mutability = Mutability::LateImmutable;
    }
    for s in items {
        p.types.structs[s].late_immutable_items = true;
    }
}

/// Says whether the fields of a container remember what was computed: the hashes of strings. Who finds 0 computes it
/// again, and finds the same.
pub fn is_lazy(p: &Program, s: StructId) -> bool {
    let st = &p.types.structs[s];
    st.immutable_items && st.field_index("hash") == Some(0)
}

/// The fields of virtualizables.
fn in_traces(p: &Program, facts: &Facts) -> FxHashSet<(StructId, u32)> {
    let mut found = FxHashSet::default();
    for m in &facts.merge_points {
        for (s, fields) in m.virtualizables(p) {
            for declared in fields {
                let field = declared.strip_suffix("[*]").unwrap_or(declared);
                if let Some(i) = p.types.structs[s].field_index(field) {
                    found.insert((declaring(p, s, i), i));
                }
            }
        }
    }
    found
}
