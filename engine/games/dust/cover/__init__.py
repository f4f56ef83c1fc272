"""Cover, and the line of sight; both are questions, and `questions` opens them.

Read in this order: `situation` (what is told), `sight` (what blocks a line), `values` (cover from
its sources to none, soft or hard).
"""
