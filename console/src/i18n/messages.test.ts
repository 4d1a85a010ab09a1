import { CONSOLE_ERROR_STATUS } from '@krapao/contract/consoleErrors';
import { problemsOf } from '@krapao/ui/catalogues.ts';
import { expect, test } from 'vitest';
import { catalogues, type MessageId } from './messages.ts';

const ids = Object.keys(catalogues.en) as MessageId[];

test('every message has the same placeholders in three languages, and is not empty', () => {
  expect(problemsOf(catalogues)).toEqual([]);
});

test('Thai and Lao do not carry each other’s letters', () => {
  for (const id of ids) {
    expect(catalogues.th[id], id).not.toMatch(/[\u0e80-\u0eff]/);
    expect(catalogues.la[id], id).not.toMatch(/[\u0e00-\u0e7f]/);
    expect(catalogues.en[id], id).not.toMatch(/[\u0e00-\u0eff]/);
  }
});

test('every code that an operator can be refused with has its words', () => {
  for (const code of Object.keys(CONSOLE_ERROR_STATUS)) expect(ids).toContain(`error.${code}`);
});
