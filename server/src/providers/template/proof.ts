import { type Static, Type } from 'typebox';
import type { Delivery } from '../connections/delivery.ts';
import { isSameText } from '../webhookSignature.ts';
import type { TemplateValues } from './callTemplate.ts';
import { fillTemplate, placesOf } from './fillTemplate.ts';
import { isKeyFor, isPlainHash, isSigned, SignatureShape } from './signature.ts';

const HeaderName = Type.String({ pattern: '^[A-Za-z0-9-]{1,60}$' });

/**
 * How a maker proves that it sent a delivery: a signature over `{body}` and `{timestamp}`, a bearer or a basic
 * log-in. `none`: it proves nothing.
 */
export const ProofShape = Type.Union([
  Type.Object({ by: Type.Literal('none') }, { additionalProperties: false }),
  Type.Object({ by: Type.Literal('bearer') }, { additionalProperties: false }),
  Type.Object({ by: Type.Literal('basic') }, { additionalProperties: false }),
  Type.Object(
    {
      by: Type.Literal('signature'),
      header: HeaderName,
      /** Before the signature in its header, such as `sha256=`. */
      prefix: Type.Optional(Type.String({ maxLength: 20 })),
      timestampHeader: Type.Optional(HeaderName),
      toleranceSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400, default: 300 })),
      signature: SignatureShape,
    },
    { additionalProperties: false },
  ),
]);
export type Proof = Static<typeof ProofShape>;

const TOLERANCE_SECONDS = 300;
const USUAL_KEY = 'webhookSecret';

/**
 * Why anybody could write a proof, or nobody, in English; empty if only the maker can.
 * @param secrets as typed
 */
export function proofProblems(
  proof: Proof | undefined,
  secrets: Readonly<Record<string, string | undefined>>,
): string[] {
  if (proof?.by !== 'signature') return [];
  const { timestampHeader, signature } = proof;
  const name = signature.key ?? USUAL_KEY;
  const places = placesOf(signature.over);
  const typed = Object.keys(secrets).filter((secret) => secrets[secret]);
  const known = ['body', ...(timestampHeader === undefined ? [] : ['timestamp']), ...typed];
  const problems = places
    .filter((place) => !known.includes(place))
    .map(
      (place) => `proof: over has {${place}}, which is neither a key that was typed nor told by the maker`,
    );
  if (!places.includes('body')) problems.push('proof: over must have {body}');
  if (isPlainHash(signature) && !places.includes(name))
    problems.push(`proof: ${signature.algorithm} signs nothing unless over has {${name}}`);
  if (!isKeyFor(signature, secrets[name] ?? ''))
    problems.push(`proof: ${name} is no ${signature.algorithm} key, or has fewer than 8 bytes`);
  return problems;
}

/**
 * Whether the maker proved to have sent it. Constant-time in the secret.
 * @param secrets `webhookSecret`, or `clientId` and `clientSecret` for a basic log-in; others where the signature names them
 */
export function isProved(
  proof: Proof,
  { headers, body, receivedAt }: Delivery,
  secrets: TemplateValues,
): boolean {
  const header = (name: string) => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? value : '';
  };
  switch (proof.by) {
    case 'none':
      return false;
    case 'bearer':
      return isSame(header('authorization'), secrets.webhookSecret, (secret) => `Bearer ${secret}`);
    case 'basic': {
      const { clientId, clientSecret } = secrets;
      if (!clientId) return false;
      return isSame(
        header('authorization'),
        clientSecret,
        (secret) => `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      );
    }
    case 'signature': {
      const { prefix = '', timestampHeader, toleranceSeconds = TOLERANCE_SECONDS, signature } = proof;
      const given = header(proof.header);
      const timestamp = timestampHeader === undefined ? '' : header(timestampHeader);
      if (timestampHeader !== undefined && !isNear(timestamp, receivedAt, toleranceSeconds)) return false;
      const key = secrets[signature.key ?? USUAL_KEY];
      if (!key || !given.startsWith(prefix)) return false;
      return isSigned(
        signature,
        key,
        signedBytes(signature.over, { ...secrets, timestamp }, body),
        given.slice(prefix.length),
      );
    }
  }
}

/** The body's own bytes in their place: a text of them may differ. */
function signedBytes(over: string, values: TemplateValues, body: Buffer): Buffer {
  const [before = '', ...after] = over.split('{body}');
  const parts = [before, ...after].map((text) => Buffer.from(fillTemplate(text, values, 'text')));
  return Buffer.concat(parts.flatMap((part, nth) => (nth === 0 ? [part] : [body, part])));
}

function isNear(timestamp: string, now: Date, seconds: number): boolean {
  if (!/^[0-9]{1,13}$/.test(timestamp)) return false;
  const moment = Number(timestamp) * (timestamp.length > 10 ? 1 : 1_000);
  return Math.abs(now.getTime() - moment) <= seconds * 1_000;
}

function isSame(given: string, secret: string | undefined, write: (secret: string) => string): boolean {
  return Boolean(secret) && isSameText(given, write(secret ?? ''));
}
