/**
 * Which way a value is stricter. `less` and `more`: the smaller or larger number (null means no bound), in an object each
 * of its numbers. `choices`: a list from which members choose, more is stricter. `intervals`: a list of which the largest
 * counts, less is stricter. `on`: a switch. `unclear`: more is stricter to some members and looser to others, so only the
 * same number is as strict; packs are merged to the larger one.
 */
export type Direction = 'less' | 'more' | 'choices' | 'intervals' | 'on' | 'unclear';

/** The stricter one of two values. */
export function stricterOf(one: unknown, other: unknown, direction: Direction): unknown {
  if (direction === 'choices') {
    return [...new Set([...(one as number[]), ...(other as number[])])].sort((a, b) => a - b);
  }
  if (direction === 'intervals') {
    const most = Math.min(Math.max(...(one as number[])), Math.max(...(other as number[])));
    const both = new Set([...(one as number[]), ...(other as number[])]);
    return [...both].filter((choice) => choice <= most).sort((a, b) => a - b);
  }
  if (direction === 'unclear') return Math.max(Number(one), Number(other));
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
  if (direction === 'intervals') return Math.max(...(one as number[])) <= Math.max(...(other as number[]));
  if (direction === 'unclear') return one === other;
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
