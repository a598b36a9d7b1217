"""Stage 5: summaries, from the leaves of the call graph to the system as a whole.

Without a model every sentence is extracted: from the definition's own documentation, else
composed from facts that linking found. Each statement is a claim with the lines that show
it, and each claim is checked against the text before it leaves this stage.
"""

from sourcebook.analyze.summarize.chunks import summarize_chunks
from sourcebook.analyze.summarize.levels import summarize_levels

__all__ = ["summarize_chunks", "summarize_levels"]
