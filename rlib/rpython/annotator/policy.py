"""Choices of the annotator; programs name the class and derive from it. What a derived class says of how functions are specialised is
not asked: a function whose `_annspecialcase_` names such a rule is annotated once, as the rules themselves do where nothing is known."""


class AnnotatorPolicy(object):
    """The annotator's usual behaviour."""
