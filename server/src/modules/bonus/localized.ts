import type { Language } from '@krapao/contract/limits';

/** A text of a row, in the three languages. */
export type Localized = Readonly<Record<Language, string>>;
