import { CONSOLE_ERROR_STATUS } from '@krapao/contract/consoleErrors';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { catalogues, type MessageId } from './messages.ts';

const ids = Object.keys(catalogues.en) as MessageId[];

/** The names that a compiled message takes, however deep. */
function namesIn(message: unknown): string[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((token) => {
    if (!Array.isArray(token)) return [];
    const [name, , cases] = token as [string, string?, unknown?];
    return [name, ...Object.values(cases ?? {}).flatMap(namesIn)];
  });
}

test('every message has the same placeholders in three languages, and is not empty', () => {
  for (const id of ids) {
    const expected = new Set(namesIn(compileMessage(catalogues.en[id])));
    for (const language of ['th', 'la', 'en'] as const) {
      const text = catalogues[language][id];
      expect(text.trim(), `${language} ${id}`).not.toBe('');
      expect(new Set(namesIn(compileMessage(text))), `${language} ${id}`).toEqual(expected);
    }
  }
});

test('no message is there in one language alone', () => {
  for (const language of ['th', 'la'] as const) {
    expect(Object.keys(catalogues[language]).sort()).toEqual([...ids].sort());
  }
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
