from tool.core import work

work()
