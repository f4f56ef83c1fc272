"""What phases do by themselves: effects that end, markers that turn. All of it is in
`procedure`."""
