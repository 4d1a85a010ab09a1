import type { Rejected, Unknown } from '../../outcome.ts';

/** What an answer says of one call: done, not done, or nothing certain. */
export type Hub88Meaning = { status: 'done' } | Rejected | Unknown;

const refused = (reason: string): Rejected => ({ status: 'rejected', reason });
const unsure = (reason: Unknown['reason']): Unknown => ({ status: 'unknown', reason });

/**
 * Hub88's answers by `status`, or by the HTTP status where it answers with `error`. A refusal that bears the name of a
 * trouble is one of the call: it says nothing of an earlier call with the same uuid. RS_ERROR_UNKNOWN may have been applied.
 */
export const HUB88_ANSWERS: Readonly<Record<string, Hub88Meaning>> = {
  RS_OK: { status: 'done' },
  RS_ERROR_UNKNOWN: unsure('SERVER_ERROR'),
  RS_ERROR_INVALID_PARTNER: refused('KEY_REFUSED'),
  RS_ERROR_INVALID_SIGNATURE: refused('KEY_REFUSED'),
  RS_ERROR_INVALID_TOKEN: refused('REFUSED'),
  RS_ERROR_TOKEN_EXPIRED: refused('REFUSED'),
  RS_ERROR_INVALID_GAME: refused('INVALID_GAME'),
  RS_ERROR_WRONG_CURRENCY: refused('WRONG_CURRENCY'),
  RS_ERROR_NOT_ENOUGH_MONEY: refused('INSUFFICIENT_BALANCE'),
  RS_ERROR_USER_DISABLED: refused('USER_DISABLED'),
  RS_ERROR_LIMIT_REACHED: refused('LIMIT_REACHED'),
  RS_ERROR_WRONG_SYNTAX: refused('REFUSED'),
  RS_ERROR_WRONG_TYPES: refused('REFUSED'),
  // The uuid is known with another content: a person looks.
  RS_ERROR_DUPLICATE_TRANSACTION: refused('DUPLICATE_ID'),
  400: refused('INVALID_PARAMETERS'),
  401: refused('KEY_REFUSED'),
  403: refused('NOT_ENABLED'),
  404: refused('NOT_FOUND'),
  429: refused('BUSY'),
  500: unsure('SERVER_ERROR'),
};
