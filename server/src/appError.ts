import { type AnyErrorCode, statusOf } from '@krapao/contract/consoleErrors';

/** A refusal with a catalogue code. Thrown inside a transaction, so that rollback is automatic. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AnyErrorCode;
  readonly status: number;
  /** Where the refusal names a limit, its value in baht. */
  readonly limit: number | undefined;

  constructor(code: AnyErrorCode, detail?: string, limit?: number) {
    super(detail ?? code);
    this.code = code;
    this.status = statusOf(code);
    this.limit = limit;
  }
}
