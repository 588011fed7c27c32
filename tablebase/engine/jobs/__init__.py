"""Large jobs: pieces of work, the threads or clusters that do them, and their memory."""
