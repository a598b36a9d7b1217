class Lamp { light(): void {} }
export function use(lamp: Lamp | null) { lamp!.light(); }
