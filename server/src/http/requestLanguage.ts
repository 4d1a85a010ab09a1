import type { Language } from '@krapao/contract/limits';
import { defaultLanguage, type Variant } from '@krapao/contract/variant';
import type { FastifyRequest } from 'fastify';

const TAGS: Readonly<Record<string, Language>> = { th: 'th', lo: 'la', en: 'en' };

/** The language of texts in the answer: the first known one of Accept-Language, otherwise the variant's default. */
export function requestLanguage(request: FastifyRequest, variant: Variant): Language {
  const header = request.headers['accept-language'] ?? '';
  for (const part of header.split(',')) {
    const tag = (part.split(';')[0] ?? '').trim().toLowerCase().split('-')[0] ?? '';
    const language = TAGS[tag];
    if (language !== undefined) return language;
  }
  return defaultLanguage(variant);
}
