import { ERROR_STATUS, type ErrorCode } from '@krapao/contract/errors';

/** A refusal with a catalogue code. Thrown inside a transaction, so that rollback is automatic. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Where the refusal names a limit, its value in baht. */
  readonly limit: number | undefined;

  constructor(code: ErrorCode, detail?: string, limit?: number) {
    super(detail ?? code);
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.limit = limit;
  }
}
