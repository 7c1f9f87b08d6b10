"""A sheet → the same sheet with one kind of drift on the model's side, or on the file's."""
