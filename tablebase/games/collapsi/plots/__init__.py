"""Pictures of Collapsi's studies: a file for each subject."""
