import { type Static, Type } from 'typebox';
import { ProofShape } from '../../template/proof.ts';

const Pointer = Type.String({ pattern: '^(/[^/]{1,60}){1,6}$|^$', maxLength: 200 });
const Pointers = Type.Array(Pointer, { maxItems: 10 });
const Optional = Type.Optional(Pointer);

/** How a delivery is read; a JSON document of the operator. */
export const FeedTemplate = Type.Object(
  {
    /** How the feed itself proves to have sent it; phones prove it by keys of their own. */
    proof: Type.Optional(ProofShape),
    /** Where a forwarded notice or SMS has its text, its sender and its time. */
    text: Type.Optional(Pointers),
    from: Type.Optional(Pointers),
    at: Type.Optional(Pointers),
    /** Texts of banks besides the known ones, in the form of bankTexts.ts. */
    texts: Type.Optional(
      Type.Array(
        Type.Object(
          {
            bank: Type.String({ pattern: '^[A-Z0-9]{2,20}$' }),
            currency: Type.Union([Type.Literal('THB'), Type.Literal('LAK')]),
            from: Type.Array(Type.String({ minLength: 2, maxLength: 80 }), { minItems: 1, maxItems: 10 }),
            text: Type.String({ minLength: 5, maxLength: 300 }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 50 },
      ),
    ),
    /** Transfers as JSON, where the sender of the delivery writes them so. */
    events: Type.Optional(
      Type.Object(
        {
          /** The list; the body itself if it is left out. */
          list: Optional,
          amount: Pointer,
          unit: Type.Union([Type.Literal('major'), Type.Literal('minor')]),
          at: Pointer,
          /** Names an event; two with the same are one. */
          id: Pointer,
          reference: Optional,
          senderName: Optional,
          senderAccount: Optional,
          senderBank: Optional,
          balance: Optional,
          /** Events whose value here is another are left alone. */
          only: Type.Optional(Type.Object({ at: Pointer, is: Type.String({ maxLength: 80 }) })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type FeedTemplate = Static<typeof FeedTemplate>;

/** Where common forwarding apps write what; docs/connections/generic-bank-feed.md. */
export const USUAL = {
  text: ['/text', '/message', '/body', '/content', '/msg', '/payload/message'],
  from: ['/from', '/package', '/packageName', '/app', '/sender', '/phoneNumber', '/payload/phoneNumber'],
  at: ['/at', '/time', '/postedAt', '/receivedStamp', '/receivedAt', '/timestamp', '/payload/receivedAt'],
};

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
