"""The service desk: what clerks do for customers who call."""
