from .deep import work
