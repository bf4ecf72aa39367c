"""How fast and in how little memory exports are read and judged."""
