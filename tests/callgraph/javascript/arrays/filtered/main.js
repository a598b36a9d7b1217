class Plugin {
  start() {}
}

function usable(plugin) {
  return plugin.start;
}

const plugins = [new Plugin()];
plugins.filter(usable).forEach((plugin) => plugin.start());
