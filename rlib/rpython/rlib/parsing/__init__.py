"""Regular expressions, lexers, grammars and parse trees.

    regex, regexparse   regular expressions as objects, and from text
    deterministic       the automata that they become
    lexer               tokens from text
    parsing             parse trees from tokens, by rules (packrat parsing)
    ebnfparse           rules, lexer and tree transformer from a grammar in one text
    tree                parse trees and their visitors
    makepackrat         parsers as classes, with the grammar in the docstring; `pypackrat` has the same names

Automata, rules and transformers are made at import time; lexing, parsing and transforming are RPython. Rules and parsers can
also be made at run time.
"""
