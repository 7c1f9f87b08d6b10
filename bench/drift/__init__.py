"""The drift benchmark: real source files → edits whose quote has drifted, with the right result known → a table."""
