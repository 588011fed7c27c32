"""Tables: solving a game, storing its codes, looking positions up."""
