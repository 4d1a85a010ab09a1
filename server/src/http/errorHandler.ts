import type { AnyErrorCode } from '@krapao/contract/consoleErrors';
import { type ErrorCode, type ErrorEnvelope, IDENTITY_CODES } from '@krapao/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import { isOfErasedMember } from '../database/erasedMember.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { callNames } from './callLog.ts';

const BY_FASTIFY_CODE: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
};

const HIDDEN_CODES: readonly AnyErrorCode[] = IDENTITY_CODES;
const TOKEN_CODES: readonly AnyErrorCode[] = ['UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN'];

/** Turns every error of a call into the error envelope. Only server faults are logged with their stack. */
export function errorHandler(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = error instanceof AppError ? error : asRefusal(error, request);
  if (refusal.status >= 500) request.log.error({ ...callNames(request), err: error }, 'call failed');
  else
    request.log.info({ ...callNames(request), code: refusal.code, detail: refusal.message }, 'call refused');
  void reply
    .status(refusal.status)
    .header('Cache-Control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(envelopeOf(refusal)));
}

function asRefusal(error: FastifyError, request: FastifyRequest): AppError {
  const code = BY_FASTIFY_CODE[error.code];
  if (code) return new AppError(code);
  // Not a failure: the requested change may be done. The same request with the same key gives the result.
  if (isDatabaseUnavailable(error)) return new AppError('SERVICE_UNAVAILABLE');
  // As the next call is answered: the member's session is over; to an operator there is no such member any more.
  if (isOfErasedMember(error)) return new AppError(request.operator ? 'NO_USER' : 'UNAUTHORIZED', 'erased');
  if (
    error.validation ||
    (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
  ) {
    return new AppError(error.statusCode === 404 ? 'NOT_FOUND' : 'INVALID_REQUEST', error.message);
  }
  return new AppError('INTERNAL_SERVER_ERROR');
}

function envelopeOf(refusal: AppError): ErrorEnvelope {
  const { code, detail, stepUp, firstPayout } = refusal;
  return {
    code,
    message: wireMessage(refusal),
    ...(detail && { detail }),
    ...(stepUp && { stepUp }),
    ...(firstPayout && { firstPayout }),
  };
}

/**
 * Section 7: a switched-off site answers `gone`, a bad token `invalid token`. Answers to server faults contain no
 * details.
 */
function wireMessage({ code, message, status }: AppError): string {
  if (code === 'SITE_TERMINATED') return 'gone';
  if (TOKEN_CODES.includes(code)) return 'invalid token';
  if (HIDDEN_CODES.includes(code) || status >= 500) return code;
  return message;
}
