"""What the advisor says of a framework's kernels, beside what better ways of the same work were measured to save."""
