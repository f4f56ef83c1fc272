"""Initiative: two dice and the best Commander, rolled again until decided; the winner says who is
first. All of it is in `procedure`."""
