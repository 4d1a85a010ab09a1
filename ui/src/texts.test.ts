import { expect, test } from 'vitest';
import { createTexts, languageOf } from './texts.ts';

test('I18-01 the stored language is taken where there is such a one', () => {
  expect([languageOf('la', 'th'), languageOf('fr', 'th'), languageOf(null, 'en')]).toEqual([
    'la',
    'th',
    'en',
  ]);
});

test('words are those of the language shown, or others where it has none', () => {
  const texts = createTexts<'greet'>();
  const heard: string[] = [];
  const stop = texts.subscribeLanguage(() => heard.push(texts.getLanguage()));
  texts.showCatalogue('en', { greet: ['Hello ', ['name']] });
  texts.showCatalogue('th', { greet: ['สวัสดี ', ['name']] });
  stop();
  texts.showCatalogue('en', { greet: ['Hello ', ['name']] });
  expect(heard).toEqual(['en', 'th']);
  expect(texts.t('greet', { name: 'A' })).toBe('Hello A');
  expect([texts.hasMessage('greet'), texts.hasMessage('part')]).toEqual([true, false]);
  expect([texts.wordsOr('greet', ''), texts.wordsOr('part', 'PART')]).toEqual(['Hello ', 'PART']);
});

test('messages that no build has compiled are read by the compiler that was given', () => {
  const texts = createTexts<'greet'>((message) => [`${message}!`]);
  texts.showCatalogue('en', { greet: 'Hello' });
  expect(texts.t('greet')).toBe('Hello!');
});
