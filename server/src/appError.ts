import { type AnyErrorCode, statusOf } from '@krapao/contract/consoleErrors';
import type { ErrorDetail } from '@krapao/contract/errors';
import type { FirstPayout } from '@krapao/contract/firstPayout';
import type { StepUpAsk } from '@krapao/contract/stepUp';

/** A refusal with a catalogue code. Thrown inside a transaction, so that rollback is automatic. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AnyErrorCode;
  readonly status: number;
  /** Which cause of the code applies, for the client to put into words. */
  readonly detail: ErrorDetail | undefined;
  /** What has to be proved first; with STEP_UP_REQUIRED alone. */
  readonly stepUp: StepUpAsk | undefined;
  /** What the reference proves already; with PAYOUT_REFERENCE_USED alone. */
  readonly firstPayout: FirstPayout | undefined;

  constructor(
    code: AnyErrorCode,
    message?: string,
    detail?: ErrorDetail,
    stepUp?: StepUpAsk,
    firstPayout?: FirstPayout,
  ) {
    super(message ?? code);
    this.code = code;
    this.status = statusOf(code);
    this.detail = detail;
    this.stepUp = stepUp;
    this.firstPayout = firstPayout;
  }
}
