export default function start() {}

function stop() {}

export { stop };

export const other = () => stop();
