/**
 * Which way a value is stricter. `less` and `more`: the smaller or larger number (null means no bound), in an object each
 * of its numbers. `choices`: a list from which members choose, more is stricter. `on`: a switch.
 */
export type Direction = 'less' | 'more' | 'choices' | 'on';

/** The stricter one of two values. */
export function stricterOf(one: unknown, other: unknown, direction: Direction): unknown {
  if (direction === 'choices') {
    return [...new Set([...(one as number[]), ...(other as number[])])].sort((a, b) => a - b);
  }
  if (direction === 'on') return one === true || other === true;
  if (isObject(one) && isObject(other)) {
    return Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name, stricterOf(value, other[name], direction)]),
    );
  }
  return isAsStrict(one, other, direction) ? one : other;
}

/** Whether a value is at least as strict as another one. */
export function isAsStrict(one: unknown, other: unknown, direction: Direction): boolean {
  if (direction === 'choices')
    return (other as number[]).every((choice) => (one as number[]).includes(choice));
  if (direction === 'on') return one === true || other !== true;
  if (isObject(one) && isObject(other)) {
    return Object.entries(one).every(([name, value]) => isAsStrict(value, other[name], direction));
  }
  if (other === null) return true;
  if (one === null) return false;
  return direction === 'less' ? Number(one) <= Number(other) : Number(one) >= Number(other);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
