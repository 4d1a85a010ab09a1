import { ERROR_STATUS, type ErrorCode } from './errors.ts';

/**
 * Refusals of operators' calls, with their HTTP statuses. Members never get these, so their app has no texts for them.
 * The console translates each; a test fails if one is missing.
 */
export const CONSOLE_ERROR_STATUS = {
  OPERATOR_UNAUTHORIZED: 401,
  OPERATOR_CREDENTIAL: 401,
  OPERATOR_CODE_REQUIRED: 401,
  OPERATOR_CODE_INVALID: 401,
  OPERATOR_CODE_AGAIN: 403,
  OPERATOR_LOCKED: 429,
  OPERATOR_PASSWORD_WEAK: 400,
  OPERATOR_SETUP_REQUIRED: 403,
  OPERATOR_FORBIDDEN: 403,
  OPERATOR_EXISTS: 409,
  OPERATOR_LAST_ADMINISTRATOR: 409,
  QUEUE_TAKEN: 409,
  QUEUE_NOT_TAKEN: 409,
  FOUR_EYES: 403,
  SECOND_PERSON_UNFIT: 403,
  APPROVAL_WAITING: 409,
  PAYOUT_OWN_DEPOSIT: 403,
  CHANGED_MEANWHILE: 409,
  MERGE_BLOCKED: 409,
  MERGE_STRANGERS: 403,
  PAYOUT_IN_BATCH: 409,
  PAYOUT_FILE_ANSWERED: 409,
  PAYOUT_FORMAT: 400,
  RESULT_COLUMNS: 400,
  RESULT_OTHER_BATCH: 409,
  HOUSE_MONEY: 409,
  CASH_CURRENCY: 400,
  CASH_PERIOD: 409,
  CASH_OPENED: 409,
  CONNECTION_INVALID: 400,
  DOCUMENT_FACTS: 400,
  BREACH_TIME: 400,
  CSV_INVALID: 400,
  CSV_TOO_LONG: 400,
} as const;

export type ConsoleErrorCode = keyof typeof CONSOLE_ERROR_STATUS;

/** A code of either catalogue. */
export type AnyErrorCode = ErrorCode | ConsoleErrorCode;

/** The HTTP status of a code. */
export function statusOf(code: AnyErrorCode): number {
  return code in CONSOLE_ERROR_STATUS
    ? CONSOLE_ERROR_STATUS[code as ConsoleErrorCode]
    : ERROR_STATUS[code as ErrorCode];
}
