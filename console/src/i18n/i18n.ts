import type { Language } from '@krapao/contract/limits';
import { languageTag, spokenLanguage } from '@krapao/contract/variant';
import { createTexts, languageOf } from '@krapao/ui/texts.ts';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { catalogues, type MessageId } from './messages.ts';

const KEY = 'krapao.console.language';
const { showCatalogue, ...texts } = createTexts<MessageId>(compileMessage);

export const { t, hasMessage, wordsOr, useT, useLanguage } = texts;

/** The operator's language: the stored one, otherwise the first of the browser's that the console speaks, otherwise Thai. */
export function initialLanguage(): Language {
  return languageOf(localStorage.getItem(KEY), spokenLanguage(navigator.languages) ?? 'th');
}

/** Switches the language. */
export function activateLanguage(language: Language): void {
  document.documentElement.lang = languageTag(language);
  showCatalogue(language, catalogues[language]);
}

/** Switches the language by the operator's choice and remembers it. */
export function chooseLanguage(language: Language): void {
  activateLanguage(language);
  localStorage.setItem(KEY, language);
}
