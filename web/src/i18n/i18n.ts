import { LANGUAGES, type Language } from '@krapao/contract/limits';
import { defaultLanguage, languageTag } from '@krapao/contract/variant';
import { setupI18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import en from '../../generated/en.json?url';
import la from '../../generated/la.json?url';
import th from '../../generated/th.json?url';
import { readStorage, writeStorage } from '../lib/storage.ts';
import { variant } from '../lib/variant.ts';
import type { MessageId } from './messageId.ts';

const catalogueUrls: Record<Language, string> = { th, la, en };
const i18n = setupI18n();

/** The text of a message in the current language. */
export function t(id: MessageId, values?: Record<string, string | number>): string {
  return i18n._(id, values);
}

/** True when the current catalogue has the message. */
export function hasMessage(id: string): id is MessageId {
  return id in i18n.messages;
}

/** The text of a message that the server named, or of `fallback` where this app has no words for it. */
export function textOrElse(id: string, fallback: MessageId): string {
  return t(hasMessage(id) ? id : fallback);
}

/** `t` for components: renders them again when the language changes. */
export function useT(): typeof t {
  useLanguage();
  return t;
}

/** The current language. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribeLanguage, getLanguage, getLanguage);
}

/** Calls back whenever the language has changed. */
export function subscribeLanguage(listener: () => void): () => void {
  return i18n.on('change', listener);
}

export function getLanguage(): Language {
  return i18n.locale as Language;
}

/** The language to start with: the stored one, otherwise the variant's (I18-01). */
export function initialLanguage(): Language {
  const stored = readStorage('locale');
  return LANGUAGES.find((language) => language === stored) ?? defaultLanguage(variant);
}

let choices = 0;

/**
 * Loads a language's catalogue and switches to it, unless another language was chosen since. Throws when it cannot be loaded.
 * @returns whether it is shown now
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

/** Switches to a language whose compiled catalogue is at hand. */
export function showCatalogue(language: Language, messages: Record<string, unknown>): void {
  i18n.loadAndActivate({
    locale: language,
    locales: languageTag(language),
    messages: messages as Parameters<typeof i18n.loadAndActivate>[0]['messages'],
  });
}

/** Switches the language by the member's choice and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await activateLanguage(language)) writeStorage('locale', language);
}
