"""Payments: the only place where money moves."""
