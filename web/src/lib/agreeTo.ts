import { type ConsentKind, type ConsentPlace, shownText } from '@krapao/contract/consents';
import type { Language } from '@krapao/contract/limits';
import { client } from './api.ts';
import { sha256Of } from './sha256.ts';

/** A text of the site as the member had it before them. */
export interface ShownText {
  parts: readonly string[];
  language: Language;
}

/**
 * Tells the server that the member accepted a text, with what was shown and where; without `shown`, that the text was not
 * opened.
 */
export async function agreeTo(
  kind: Exclude<ConsentKind, 'marketing'>,
  place: ConsentPlace,
  shown: ShownText | undefined,
): Promise<void> {
  const hash = shown && (await sha256Of(shownText(shown.parts)));
  await client('PUT /api/account/consents/:kind', {
    params: { kind },
    body: {
      isGiven: true,
      ...(shown && hash !== undefined && { shown: { place, language: shown.language, hash } }),
    },
  });
}
