where = 'sibling'
