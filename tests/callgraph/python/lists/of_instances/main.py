class Plugin:
    def load(self):
        pass


class Host:
    def __init__(self):
        self.plugins = []

    def add(self, plugin):
        self.plugins.append(plugin)

    def start(self):
        for plugin in self.plugins:
            plugin.load()


host = Host()
host.add(Plugin())
host.start()
