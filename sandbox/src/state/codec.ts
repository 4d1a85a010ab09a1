/** JSON that distinguishes bigint from numbers: 12n is written {"$":"12"}. */
export function encode(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? { $: part.toString() } : part,
  );
}

/** Reads what `encode` wrote. Throws SyntaxError on anything that is not JSON. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_key, part: unknown) => (isBoxed(part) ? BigInt(part.$) : part));
}

function isBoxed(part: unknown): part is { $: string } {
  if (typeof part !== 'object' || part === null || !('$' in part)) return false;
  return Object.keys(part).length === 1 && typeof part.$ === 'string' && /^-?\d+$/.test(part.$);
}
