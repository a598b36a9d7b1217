export default function () {}
export function other() {}
