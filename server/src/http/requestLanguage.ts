import type { Language } from '@krapao/contract/limits';
import { defaultLanguage, spokenLanguage, type Variant } from '@krapao/contract/variant';
import type { FastifyRequest } from 'fastify';

/** The language of texts in the answer: the first known one of Accept-Language, otherwise the variant's default. */
export function requestLanguage(request: FastifyRequest, variant: Variant): Language {
  const header = request.headers['accept-language'] ?? '';
  const tags = header.split(',').map((part) => part.split(';')[0] ?? '');
  return spokenLanguage(tags) ?? defaultLanguage(variant);
}
