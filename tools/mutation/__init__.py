"""What `make mutate` is made of: changes, mutants, and the children that try them."""
