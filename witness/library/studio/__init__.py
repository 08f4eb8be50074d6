"""What a designer asks of a panel at the desk."""
