import { LANGUAGES, type Language } from './limits.ts';

/** The two builds of the product: Thailand (default) and Laos (VAR-01). */
export type Variant = 'thailand' | 'laos';

/** Default language of a variant (specification section 9). */
export function defaultLanguage(variant: Variant): Language {
  return variant === 'laos' ? 'la' : 'th';
}

/** The BCP 47 tag of a language key: the key `la` is Lao, whose tag is `lo`. */
export function languageTag(language: Language): 'th' | 'lo' | 'en' {
  return language === 'la' ? 'lo' : language;
}

/** The first language that the product speaks among BCP 47 tags, as browsers name them; undefined if it speaks none. */
export function spokenLanguage(tags: readonly string[]): Language | undefined {
  const primary = tags.map((tag) => tag.trim().toLowerCase().split('-')[0]);
  const known = primary.find((tag) => LANGUAGES.some((language) => languageTag(language) === tag));
  return LANGUAGES.find((language) => languageTag(language) === known);
}
