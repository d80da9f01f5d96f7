// Replaced by this room's first file.
