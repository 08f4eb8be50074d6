"""The inference rules of players: what each says, and which implies which."""
