/** The figure in a bonus's name, which its picture shows large: `100%` or `฿300`; null for a name without one. */
export function figureOf(name: string): string | null {
  return /\d[\d.,]*\s?%|฿\s?\d[\d.,]*\d|฿\s?\d/.exec(name)?.[0] ?? null;
}
