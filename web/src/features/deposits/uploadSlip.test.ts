import { expect, test } from 'vitest';
import { slipFileProblem } from './uploadSlip.ts';

test('DEP-05 png, jpeg and webp up to 10 MB may be sent', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp'])
    expect(slipFileProblem({ type, size: 10 * 1024 * 1024 })).toBeNull();
  expect(slipFileProblem({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toBe('size');
});

test('DEP-05 other files and empty ones are refused before they are sent', () => {
  for (const type of ['application/pdf', 'image/svg+xml', 'image/gif', ''])
    expect(slipFileProblem({ type, size: 100 })).toBe('type');
  expect(slipFileProblem({ type: 'image/png', size: 0 })).toBe('type');
});
