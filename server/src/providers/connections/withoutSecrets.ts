import type { SecretValues } from './connectionRow.ts';
import { byReading, formsOf, hideTexts, newBudget } from './hideTexts.ts';
import type { OutgoingHttp, OutgoingRequest } from './outgoingHttp.ts';

/**
 * Calls whose answers name none of the secrets, and not the token that the call carries: what a maker echoes of a request is
 * stored and shown as its words. Hidden in the text and in each text of the document that it is. The name of a client is no
 * secret.
 */
export function withoutSecrets(http: OutgoingHttp, { clientId, ...secrets }: SecretValues): OutgoingHttp {
  const basic = `${clientId ?? ''}:${secrets.clientSecret ?? ''}`;
  const known = [...Object.values(secrets), ...(secrets.clientSecret === undefined ? [] : [basic])].flatMap(
    formsOf,
  );
  return {
    async call(request) {
      const answer = await http.call(request);
      if (answer.status === 'trouble') return answer;
      const forms = byReading([...known, ...formsOf(tokenIn(request))]);
      if (forms.size === 0) return answer;
      const budget = newBudget();
      return {
        ...answer,
        text: hideTexts(answer.text, forms, newBudget()),
        json: within(answer.json, (text) => hideTexts(text, forms, budget)),
      };
    },
  };
}

/** Of a header `Authorization: Bearer x`; empty without one. */
function tokenIn({ headers = {} }: OutgoingRequest): string {
  const [, given = ''] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return given.replace(/^\S+\s+/, '');
}

/** A document with each of its texts and names changed. */
function within(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part) => within(part, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [change(name), within(part, change)]),
  );
}
