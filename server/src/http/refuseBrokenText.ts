import { AppError } from '../appError.ts';

/**
 * Refuses input with text that PostgreSQL cannot store and nobody types: U+0000, and half of a surrogate pair.
 * @throws AppError INVALID_REQUEST
 */
export function refuseBrokenText(...inputs: unknown[]): void {
  const rest = [...inputs];
  // An explicit stack: hostile input nests deeper than the call stack.
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
