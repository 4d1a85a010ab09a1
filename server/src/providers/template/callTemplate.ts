import { randomUUID } from 'node:crypto';
import type { Trouble } from '@krapao/contract/connections';
import { bahtText, type Satang } from '@krapao/contract/money';
import { type Static, Type } from 'typebox';
import { clock } from '../../clock.ts';
import type { OutgoingHttp } from '../connections/outgoingHttp.ts';
import { judge, PointerShape, ruleShape, valueAt } from './answerRules.ts';
import { bodyForm, fillTemplate, placesOf } from './fillTemplate.ts';
import { SignatureShape, sign } from './signature.ts';

/**
 * One call as an operator describes it. Places such as {amount} are filled in path, headers and body; {signature} with
 * what `sign` makes of the finished body ({body}, where the signature does not stand in it) and the other values.
 */
export function callShape<const Outcome extends string>(outcomes: readonly Outcome[]) {
  return Type.Object(
    {
      method: Type.Enum(['GET', 'POST', 'PUT']),
      path: Type.String({ pattern: '^/[^\\s]*$', maxLength: 1_000 }),
      headers: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 1_000 }))),
      body: Type.Optional(Type.String({ maxLength: 4_000 })),
      sign: Type.Optional(SignatureShape),
      answers: Type.Array(ruleShape(outcomes), { minItems: 1, maxItems: 60 }),
      fields: Type.Optional(Type.Record(Type.String({ maxLength: 40 }), PointerShape)),
    },
    { additionalProperties: false },
  );
}
export type CallTemplate<Outcome extends string> = Static<ReturnType<typeof callShape<Outcome>>>;

export type TemplateValues = Readonly<Record<string, string>>;

/** How a call as a template ended: what its table of answers gives, with the fields that it names. */
export type TemplateAnswer<Outcome extends string> =
  | { status: 'answered'; gives: Outcome; field: (name: string) => unknown }
  /** `isSent` false: the counterpart cannot have received it. */
  | { status: 'trouble'; trouble: Trouble; isSent: boolean };

/**
 * Makes one call as a template describes it. Never throws.
 * @param outcomes what the table of answers may give besides troubles
 * @param secrets filled in as the values are, and signed with
 */
export async function callTemplate<Outcome extends string>(
  http: OutgoingHttp,
  {
    baseUrl,
    call,
    outcomes,
    values,
    secrets,
    until,
  }: {
    baseUrl: string;
    call: CallTemplate<Outcome>;
    outcomes: readonly Outcome[];
    values: TemplateValues;
    secrets: TemplateValues;
    /** As `OutgoingRequest`. */
    until?: number | undefined;
  },
): Promise<TemplateAnswer<Outcome>> {
  // Part of the money would be left out.
  if (usesPlace(call, 'amountWhole') && values.amount !== undefined && values.amountWhole === undefined)
    return { status: 'trouble', trouble: 'REFUSED', isSent: false };
  const filled = fillCall(call, { ...momentValues(), ...values, ...secrets, ...basicOf(secrets) }, secrets);
  if (filled === undefined) return { status: 'trouble', trouble: 'KEY_REFUSED', isSent: false };
  const { path, headers, body } = filled;
  const answer = await http.call({
    method: call.method,
    url: `${baseUrl.replace(/\/+$/, '')}${path}`,
    headers,
    ...(body !== undefined && { body }),
    until,
  });
  if (answer.status === 'trouble') return answer;
  const gives = judge(call.answers, answer);
  if (!isOutcome(outcomes, gives)) return { status: 'trouble', trouble: gives as Trouble, isSent: true };
  const { fields = {} } = call;
  return {
    status: 'answered',
    gives,
    field: (name) => (Object.hasOwn(fields, name) ? valueAt(answer.json, fields[name] ?? '') : undefined),
  };
}

const isOutcome = <Outcome extends string>(outcomes: readonly Outcome[], gives: string): gives is Outcome =>
  (outcomes as readonly string[]).includes(gives);

const usesPlace = ({ path, headers = {}, body = '', sign: signature }: CallTemplate<string>, place: string) =>
  [path, body, signature?.over ?? '', ...Object.values(headers)].flatMap(placesOf).includes(place);

/** The finished call; undefined if the key does not fit the signature's algorithm. */
function fillCall(
  {
    path,
    headers = {},
    body,
    sign: signature,
  }: Pick<CallTemplate<string>, 'path' | 'headers' | 'body' | 'sign'>,
  values: TemplateValues,
  secrets: TemplateValues,
): { path: string; headers: Record<string, string>; body: string | undefined } | undefined {
  const form = bodyForm(headers);
  const isSignedInside = placesOf(body ?? '').includes('signature');
  const unsigned = body === undefined || isSignedInside ? undefined : fillTemplate(body, values, form);
  let signed = values;
  if (signature !== undefined) {
    const over = fillTemplate(signature.over, { ...values, body: unsigned ?? '' }, 'text');
    try {
      signed = { ...values, signature: sign(signature, secrets[signature.key ?? 'secretKey'] ?? '', over) };
    } catch {
      return undefined;
    }
  }
  return {
    path: fillTemplate(path, signed, 'url'),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, fillTemplate(value, signed, 'text')]),
    ),
    body: isSignedInside ? fillTemplate(body ?? '', signed, form) : unsigned,
  };
}

function momentValues(now = clock.date()): TemplateValues {
  return {
    timestamp: String(Math.floor(now.getTime() / 1_000)),
    timestampMs: String(now.getTime()),
    time: now.toISOString(),
    nonce: randomUUID(),
  };
}

/** {basic}: Base64 of `clientId:clientSecret`. */
const basicOf = ({ clientId, clientSecret }: TemplateValues): TemplateValues =>
  clientId === undefined
    ? {}
    : { basic: Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64') };

/**
 * An amount for templates: {amount} as `120.50`, {amountMinor} as `12050`, {amountWhole} as `120`. A call with
 * {amountWhole} is not sent for an amount that is not whole.
 */
export function amountValues(amount: Satang): TemplateValues {
  return {
    amount: bahtText(amount),
    amountMinor: String(amount),
    ...(amount % 100n === 0n && { amountWhole: String(amount / 100n) }),
  };
}
