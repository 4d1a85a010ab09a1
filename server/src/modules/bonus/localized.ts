import type { Language } from '@krapao/contract/limits';

/** A text of a row in three languages. */
export type Localized = Readonly<Record<Language, string>>;
