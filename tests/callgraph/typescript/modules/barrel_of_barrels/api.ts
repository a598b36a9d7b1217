export const ping = () => pong();

function pong() {}
