"""Coverage-guided fuzzing of the readers: whatever the bytes, they are read or refused with the readers' own error, soon and in little memory."""
