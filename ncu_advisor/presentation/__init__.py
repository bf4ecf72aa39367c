"""What several outputs say of a Report, worked out once and in words: groups, ranked changes, issues, lines and points of the roofline."""
