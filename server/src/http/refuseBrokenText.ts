import { AppError } from '../appError.ts';

/**
 * Refuses input with a text that PostgreSQL cannot store as it is, which no person types: U+0000, and half of a surrogate
 * pair.
 * @throws AppError INVALID_REQUEST
 */
export function refuseBrokenText(...inputs: unknown[]): void {
  const rest = [...inputs];
  // A stack of its own: hostile input nests deeper than calls may.
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed())
        throw new AppError('INVALID_REQUEST', 'A text holds a character that is none.');
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) rest.push(name, part);
    }
  }
}
