"""A small object language in the tradition of Smalltalk: everything is an object, blocks are closures with non-local
return, methods are compiled to bytecodes with inline caches."""
