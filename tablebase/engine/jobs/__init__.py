"""Large jobs: pieces of work, threads and clusters that do them, the memory they may take."""
