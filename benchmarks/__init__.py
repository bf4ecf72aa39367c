"""What the documentation claims in figures, measured again: speed, accuracy of advice, accuracy of tiles."""
