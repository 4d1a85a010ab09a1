import type { SecretValues } from './connectionRow.ts';
import type { OutgoingHttp } from './outgoingHttp.ts';

/** Shorter texts stand in answers by chance. */
const SECRET_MIN = 8;
const HIDDEN = '•••';

/**
 * Calls whose answers name none of the secrets: what a maker echoes of a request is stored and shown as its words. The name of
 * a client is no secret.
 */
export function withoutSecrets(http: OutgoingHttp, { clientId, ...secrets }: SecretValues): OutgoingHttp {
  const basic = `${clientId ?? ''}:${secrets.clientSecret ?? ''}`;
  const hidden = [...Object.values(secrets), ...(secrets.clientSecret === undefined ? [] : [basic])]
    .filter((secret) => secret.length >= SECRET_MIN)
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
    ]);
  if (hidden.length === 0) return http;
  return {
    async call(request) {
      const answer = await http.call(request);
      if (answer.status === 'trouble' || !hidden.some((secret) => answer.text.includes(secret)))
        return answer;
      const text = hidden.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), answer.text);
      return { ...answer, text, json: parsed(text) };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
