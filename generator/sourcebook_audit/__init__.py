"""The independent auditor of built sites; imports nothing of sourcebook."""
