"""The states of a collection in pieces, as `rgc.collect_step` tells them."""

STATE_SCANNING = 0
STATE_MARKING = 1
STATE_SWEEPING = 2
STATE_FINALIZING = 3
GC_STATES = ['SCANNING', 'MARKING', 'SWEEPING', 'FINALIZING']
