"""Choices of the annotator; programs name the class, and change nothing."""


class AnnotatorPolicy(object):
    """The annotator's usual behaviour."""
