import { AppError } from '../appError.ts';

/**
 * Refuses U+0000 in any text of the input: PostgreSQL stores no such text, and no person types one.
 * @throws AppError INVALID_REQUEST
 */
export function refuseNullCharacters(...inputs: unknown[]): void {
  const rest = [...inputs];
  // A stack of its own: hostile input nests deeper than calls may.
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') {
      if (value.includes('\0')) throw new AppError('INVALID_REQUEST', 'A text holds the null character.');
    } else if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value)) rest.push(part);
    }
  }
}
