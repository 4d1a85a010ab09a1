import type { Language } from '@krapao/contract/limits';
import { defaultLanguage, languageTag } from '@krapao/contract/variant';
import { createTexts, languageOf } from '@krapao/ui/texts.ts';
import en from '../../generated/en.json?url';
import la from '../../generated/la.json?url';
import th from '../../generated/th.json?url';
import { readStorage, writeStorage } from '../lib/storage.ts';
import { variant } from '../lib/variant.ts';
import type { MessageId } from './messageId.ts';

const catalogueUrls: Record<Language, string> = { th, la, en };

export const { t, hasMessage, wordsOr, useT, getLanguage, subscribeLanguage, useLanguage, showCatalogue } =
  createTexts<MessageId>();

/** The initial language: the stored one, otherwise that of the variant (I18-01). */
export function initialLanguage(): Language {
  return languageOf(readStorage('locale'), defaultLanguage(variant));
}

let choices = 0;

/**
 * Loads a language's catalogue and switches to it, unless another language was chosen in the meantime. Throws when it
 * cannot be loaded.
 * @returns whether the language is shown now
 */
export async function activateLanguage(language: Language): Promise<boolean> {
  choices += 1;
  const choice = choices;
  const response = await fetch(catalogueUrls[language]);
  if (!response.ok) throw new Error(`catalogue ${language}: HTTP ${response.status}`);
  const messages = await response.json();
  if (choice !== choices) return false;
  document.documentElement.lang = languageTag(language);
  showCatalogue(language, messages);
  return true;
}

/** Switches to the member's choice of language and stores it. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await activateLanguage(language)) writeStorage('locale', language);
}
