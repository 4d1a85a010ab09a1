import { expect, test } from 'vitest';
import { phoneText } from './phoneText.ts';

test('phone numbers are grouped for reading while they are typed', () => {
  expect(['0', '0890', '08900012', '0890001234', '02055123456'].map(phoneText)).toEqual([
    '0',
    '089 0',
    '089 000 12',
    '089 000 1234',
    '020 5512 3456',
  ]);
});
