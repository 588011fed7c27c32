"""What is computed over many deals: each published figure has its study here."""
