import { LANGUAGES, type Language } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { setupI18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';

type Compile = Parameters<ReturnType<typeof setupI18n>['setMessagesCompiler']>[0];

/**
 * The texts of an app by id, in one language at a time.
 * @param compile compiles messages that the build has not compiled
 */
export function createTexts<Id extends string>(compile?: Compile) {
  const i18n = setupI18n();
  if (compile) i18n.setMessagesCompiler(compile);

  /** The text of a message in the current language. */
  function t(id: Id, values?: Record<string, string | number>): string {
    return i18n._(id, values);
  }

  /** True when the current catalogue has the message. */
  function hasMessage(id: string): id is Id {
    return id in i18n.messages;
  }

  /** The message for an id that the server sent, or `others` when this version of the app does not know the id. */
  function wordsOr(id: string, others: string): string {
    return hasMessage(id) ? t(id) : others;
  }

  function getLanguage(): Language {
    return i18n.locale as Language;
  }

  /** Calls back after each change of language. */
  function subscribeLanguage(listener: () => void): () => void {
    return i18n.on('change', listener);
  }

  /** The current language; a component that uses it re-renders when the language changes. */
  // biome-ignore lint/correctness/noComponentHookFactories: an app makes its hooks once, where its module is loaded
  function useLanguage(): Language {
    return useSyncExternalStore(subscribeLanguage, getLanguage, getLanguage);
  }

  /** `t` for components, which re-render when the language changes. */
  // biome-ignore lint/correctness/noComponentHookFactories: as above
  function useT(): typeof t {
    useLanguage();
    return t;
  }

  /** Switches to a language whose catalogue is loaded. */
  function showCatalogue(language: Language, messages: Record<string, unknown>): void {
    i18n.loadAndActivate({
      locale: language,
      locales: languageTag(language),
      messages: messages as Parameters<typeof i18n.loadAndActivate>[0]['messages'],
    });
  }

  return { t, hasMessage, wordsOr, getLanguage, subscribeLanguage, useLanguage, useT, showCatalogue };
}

/** The stored language choice, or a default. */
export function languageOf(stored: string | null, otherwise: Language): Language {
  return LANGUAGES.find((language) => language === stored) ?? otherwise;
}
