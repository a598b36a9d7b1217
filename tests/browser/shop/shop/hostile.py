"""<script>window.pwned = "module"</script> <img src=x onerror="window.pwned='image'">"""


def render_markup(text: str = "</pre><script>window.pwned='default'</script>") -> str:
    """Returns <b onmouseover="window.pwned='summary'">bold</b> & {{ braces }} | pipes."""
    return f"<mark>{text}</mark>"
