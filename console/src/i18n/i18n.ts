import { LANGUAGES, type Language } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { useSyncExternalStore } from 'react';
import { catalogues, type MessageId } from './messages.ts';

const KEY = 'krapao.console.language';
const i18n = setupI18n();
i18n.setMessagesCompiler(compileMessage);

/** The text of a message in the current language. */
export function t(id: MessageId, values?: Record<string, string | number>): string {
  return i18n._(id, values);
}

/** `t` for components: renders them again when the language changes. */
export function useT(): typeof t {
  useLanguage();
  return t;
}

/** True when there is such a message. */
export function hasMessage(id: string): id is MessageId {
  return id in catalogues.en;
}

/** The current language. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => i18n.on('change', listener),
    () => i18n.locale as Language,
  );
}

/** The operator's language: the stored one, otherwise Thai. */
export function initialLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  return LANGUAGES.find((language) => language === stored) ?? 'th';
}

/** Switches the language. */
export function activateLanguage(language: Language): void {
  document.documentElement.lang = languageTag(language);
  i18n.loadAndActivate({
    locale: language,
    locales: languageTag(language),
    messages: catalogues[language],
  });
}

/** Switches the language by the operator's choice and remembers it. */
export function chooseLanguage(language: Language): void {
  activateLanguage(language);
  localStorage.setItem(KEY, language);
}
