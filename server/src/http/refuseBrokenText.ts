import { AppError } from '../appError.ts';

/**
 * Refuses input with text that PostgreSQL cannot store and nobody types: U+0000, and half of a surrogate pair.
 * @throws AppError INVALID_REQUEST
 */
export function refuseBrokenText(...inputs: unknown[]): void {
  if (hasText(inputs, isBroken))
    throw new AppError('INVALID_REQUEST', 'A text holds a character that is none.');
}

/** Whether a counterpart told a broken text, or one that is longer than what any of its fields means. */
export const isBadlyTold = (told: unknown, longest: number): boolean =>
  hasText([told], (text) => text.length > longest || isBroken(text));

const isBroken = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/** Whether one of the texts and names within the values is like this. */
function hasText(values: readonly unknown[], isLike: (text: string) => boolean): boolean {
  const rest = [...values];
  // An explicit stack: hostile input nests deeper than the call stack.
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') {
      if (isLike(value)) return true;
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) rest.push(name, part);
    }
  }
  return false;
}
