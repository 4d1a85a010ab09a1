import type { CallKey, Contract } from './api/index.ts';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from './endpoint.ts';
import type { ErrorCode, ErrorDetail } from './errors.ts';
import { REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from './limits.ts';

/** Value of the X-Requested-With header that every call carries (API-01). */
export const REQUESTED_WITH = 'wallet-user';

/**
 * Carries the browser's device where the app is served apart from the server, whose cookies it then does not get. The
 * server's answers to OTP, registration and log-in bring it.
 */
export const DEVICE_HEADER = 'X-Device-Token';

/** On a call that a console made by itself with nobody at it: it does not put off the end of the operator's session. */
export const UNATTENDED_HEADER = 'X-Unattended';

/** A refusal of the server, or a call that did not reach it (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /**
   * The catalogue code as the server says it; undefined when nothing answered or the answer carried none. A newer
   * server may say one that this client has no word for: then `message` is shown raw (API-03).
   */
  readonly code: ErrorCode | undefined;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  readonly reason: 'refused' | 'offline' | 'timeout' | 'aborted';
  /** Which of the code's causes it was, with its amounts. */
  readonly detail: ErrorDetail | undefined;

  constructor(
    reason: ApiError['reason'],
    status: number,
    message: string,
    code?: ErrorCode,
    detail?: ErrorDetail,
  ) {
    super(message);
    this.reason = reason;
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** What a call takes: only the parts that its endpoint declares. */
export type CallInput<K extends CallKey> = (ParamsOf<Contract[K]> extends undefined
  ? { params?: undefined }
  : { params: ParamsOf<Contract[K]> }) &
  (QueryOf<Contract[K]> extends undefined ? { query?: undefined } : { query: QueryOf<Contract[K]> }) &
  (BodyOf<Contract[K]> extends undefined ? { body?: undefined } : { body: BodyOf<Contract[K]> }) & {
    form?: FormData;
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

type CallArguments<K extends CallKey> =
  Record<string, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];

/** Calls an endpoint by its key and answers its body. Throws ApiError. */
export type Client = <K extends CallKey>(
  key: K,
  ...[input]: CallArguments<K>
) => Promise<ResponseOf<Contract[K]>>;

export interface ClientOptions {
  /** Backend base address, empty for the same origin. */
  baseUrl: string;
  getToken: () => string | null;
  /** BCP 47 tag of the language of texts in answers: `th`, `lo` or `en`. */
  getLanguageTag: () => string;
  /** Keeps the device that the server gave, where a cookie cannot. */
  device?: { get(): string | null; keep(token: string): void };
  /** Whether nobody is at the screen, so that its calls keep no session alive. */
  isUnattended?: () => boolean;
}

/** The headers of every call (API-01). */
export function callHeaders(token: string | null, languageTag: string): Record<string, string> {
  return {
    'X-Requested-With': REQUESTED_WITH,
    'Accept-Language': languageTag,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}

/** The address of a call with its path parameters filled in. */
export function callUrl(baseUrl: string, key: string, params: object = {}): string {
  const path = key.slice(key.indexOf(' ') + 1);
  const values = params as Record<string, string>;
  return baseUrl + path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** Reads the error envelope of a refusal; a body that is none keeps its raw text. */
export function apiErrorOf(status: number, body: unknown): ApiError {
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  // Not looked up in the catalogue, which would put all of it into the first load of the app.
  const code = typeof envelope.code === 'string' ? (envelope.code as ErrorCode) : undefined;
  const message = typeof envelope.message === 'string' ? envelope.message : `HTTP ${status}`;
  return new ApiError('refused', status, message, code, detailOf(envelope.detail));
}

function detailOf(detail: unknown): ErrorDetail | undefined {
  const { reason, amounts } = (
    typeof detail === 'object' && detail !== null ? detail : {}
  ) as Partial<ErrorDetail>;
  return typeof reason === 'string' && typeof amounts === 'object' ? { reason, amounts } : undefined;
}

/** Makes the typed client. It knows no session policy and shows nothing (API-01, API-02). */
export function createClient({
  baseUrl,
  getToken,
  getLanguageTag,
  device,
  isUnattended,
}: ClientOptions): Client {
  return async (key, ...[input]) => {
    const timeout = AbortSignal.timeout(input?.form ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS);
    const headers = callHeaders(getToken(), getLanguageTag());
    const kept = device?.get();
    if (kept) headers[DEVICE_HEADER] = kept;
    if (isUnattended?.()) headers[UNATTENDED_HEADER] = '1';
    if (input?.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey;
    if (input?.body !== undefined) headers['Content-Type'] = 'application/json';
    const body = input?.form ?? (input?.body === undefined ? null : JSON.stringify(input.body));
    let response: Response;
    let answer: unknown;
    try {
      const search = input?.query === undefined ? '' : `?${new URLSearchParams(input.query)}`;
      response = await fetch(callUrl(baseUrl, key, input?.params) + search, {
        method: key.slice(0, key.indexOf(' ')),
        headers,
        body,
        signal: input?.signal ? AbortSignal.any([timeout, input.signal]) : timeout,
      });
      answer = await response.json().catch((error: unknown) => {
        if (error instanceof SyntaxError && !response.ok) return null;
        throw error;
      });
    } catch (error) {
      // Also where something between answered for the server, as the log-in page of a train's network does.
      throw new ApiError(failureReason(timeout, input?.signal), 0, String(error));
    }
    const given = response.headers.get(DEVICE_HEADER);
    if (given) device?.keep(given);
    if (!response.ok) throw apiErrorOf(response.status, answer);
    return answer as never;
  };
}

function failureReason(timeout: AbortSignal, abort: AbortSignal | undefined): ApiError['reason'] {
  if (abort?.aborted) return 'aborted';
  return timeout.aborted ? 'timeout' : 'offline';
}
