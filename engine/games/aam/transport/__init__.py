"""Transports: Soldiers get aboard and get off, each as a whole move.

Read in this order: `situation` (what is told), `values` (how many a transport carries), `refusals`
(what forbids it), `procedure`.
"""
