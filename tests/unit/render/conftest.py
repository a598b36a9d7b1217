"""Property tests judge what is made, not how long a busy machine takes for it."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
