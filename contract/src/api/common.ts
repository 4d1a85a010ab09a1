import { Type } from '../endpoint.ts';
import { AMOUNT_CEILING_BAHT, PAGE_LIMIT_MAX } from '../limits.ts';

/** An amount of money on the wire: baht, at most two decimals (checked exactly by money.ts). */
export const Baht = Type.Number({ description: 'baht, at most two decimals' });

/** An amount that a member requests. These bounds are technical; business limits answer their own codes. */
export const RequestedBaht = Type.Number({
  minimum: -AMOUNT_CEILING_BAHT,
  maximum: AMOUNT_CEILING_BAHT,
  description: 'baht, at most two decimals',
});

/** The schema or null. @param description of the value or of its absence */
export const orNull = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** ISO 8601 UTC. Neither a year that the calendar lacks nor a leap second, which no clock of ours can hold. */
export const Time = Type.String({
  format: 'date-time',
  pattern: '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}.[0-9]{2}:[0-9]{2}:[0-5]',
});

/** YYYY-MM-DD in Bangkok. */
export const Day = Type.String({
  format: 'date',
  pattern: '^[1-9]',
  description: 'YYYY-MM-DD in Bangkok, included',
});

export const Html = Type.String({ description: 'HTML, sanitised by the client before it is shown' });

/** An answer that only says that the call succeeded. */
export const Done = Type.Object({ code: Type.Union([Type.Literal('OK'), Type.Literal('SUCCESS')]) });

/** A page of a list: `page` counts from 1. */
export const PageRequest = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
});

/** A page of a list that may grow between two reads. */
export const GrowingPageRequest = Type.Object({
  ...PageRequest.properties,
  upTo: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      description:
        'for pages after the first: the _id of the newest entry of the first page. Later entries are not counted',
    }),
  ),
});
export type PageAsked = Type.Static<typeof GrowingPageRequest>;

/** SUCCESS, FAILED; any other value is shown as in progress (STM-03). */
export const Status = Type.Union([Type.Literal('SUCCESS'), Type.Literal('FAILED'), Type.Literal('PENDING')]);

/** A short text that a person types. */
export const Text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });

/** A code of a bank, a source, a bonus or a game account. */
export const Code = Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9_-]+$' });

/** A browser, described by its user agent. */
export const Device = Type.Object({
  kind: Type.Union([Type.Literal('mobile'), Type.Literal('desktop'), Type.Literal('other')]),
  browser: Type.String({ description: 'empty when unknown' }),
  system: Type.String({ description: 'empty when unknown' }),
});

/** A banner's image with its HTML. */
export const Banner = Type.Object({ image: Type.String(), html: Html });

/** What a call that takes a code by SMS may answer about it. */
export const OTP_CODE_ERRORS = [
  'OTP_TOKEN_INVALID',
  'OTP_NOT_EXIST',
  'OTP_EXPIRED',
  'OTP_CODE_INVALID',
  'OTP_BLOCK',
  'OTP_VERIFY_FAIL',
] as const;

/**
 * In a log-in: the client takes a session that only withdraws, reads and chats, as an excluded member gets it. In its
 * answer: the session is one. A client that does not ask gets INVALID_USER_3. Beyond the specification.
 */
export const LimitedAccess = Type.Optional(Type.Literal('limited'));
