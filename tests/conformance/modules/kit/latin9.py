# vim: set fileencoding=iso-8859-15 :
# A module in Latin-9.

PRICE = u"5 €"
