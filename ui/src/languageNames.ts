import type { Language } from '@krapao/contract/limits';

/** Each language by its own name, so that a reader of one finds it in any other. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { th: 'ไทย', la: 'ລາວ', en: 'English' };
