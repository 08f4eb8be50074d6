"""All boards with some symbols: how many have one solution, and which are the hardest."""
