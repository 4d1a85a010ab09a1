import type { CallKey, Contract } from './api/index.ts';
import type { AnyErrorCode } from './consoleErrors.ts';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from './endpoint.ts';
import type { ErrorDetail } from './errors.ts';
import type { FirstPayout } from './firstPayout.ts';
import { REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from './limits.ts';
import { STEP_UP_HEADER, type StepUpAsk } from './stepUp.ts';

/** Value of the X-Requested-With header that every call carries (API-01). */
export const REQUESTED_WITH = 'wallet-user';

/**
 * Carries the browser's device if the app is served from another host and therefore gets no cookies from the server.
 * The server's answers to OTP, registration and log-in contain it.
 */
export const DEVICE_HEADER = 'X-Device-Token';

/**
 * The answers to a session that only withdraws, reads and chats say `limited` here (protection.md 12), so that an app
 * that was loaded again knows it with the first one.
 */
export const ACCESS_HEADER = 'X-Access';

/**
 * Every answer of a server says so here that knows the calls and fields beyond the specification. The member's app speaks
 * the specification alone to a server that does not (docs/decisions/331-the-specification-alone.md).
 */
export const BEYOND_HEADER = 'X-Beyond-Specification';

/** Marks an automatic call of an unattended console: it does not extend the operator's session. */
export const UNATTENDED_HEADER = 'X-Unattended';

/**
 * A refusal by the server, or a call that did not reach it (`status` 0). `untold`: its answer was lost, and the server
 * cannot be asked what became of it.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /**
   * The catalogue code from the server; undefined if there was no answer or no code in it. A newer server may send a
   * code that this client does not know; the client then shows `message` (API-03).
   */
  readonly code: AnyErrorCode | undefined;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  readonly reason: 'refused' | 'offline' | 'timeout' | 'aborted' | 'untold';
  /** Which cause of the code applies, with its amounts. */
  readonly detail: ErrorDetail | undefined;
  /** What has to be proved before the call is repeated; with STEP_UP_REQUIRED. */
  readonly stepUp: StepUpAsk | undefined;
  /** What the reference proves already; with PAYOUT_REFERENCE_USED. */
  readonly firstPayout: FirstPayout | undefined;

  constructor(
    reason: ApiError['reason'],
    status: number,
    message: string,
    code?: AnyErrorCode,
    detail?: ErrorDetail,
    stepUp?: StepUpAsk,
    firstPayout?: FirstPayout,
  ) {
    super(message);
    this.reason = reason;
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.stepUp = stepUp;
    this.firstPayout = firstPayout;
  }
}

/** The parameters of a call: only the parts that its endpoint declares. */
export type CallInput<K extends CallKey> = (ParamsOf<Contract[K]> extends undefined
  ? { params?: undefined }
  : { params: ParamsOf<Contract[K]> }) &
  (QueryOf<Contract[K]> extends undefined ? { query?: undefined } : { query: QueryOf<Contract[K]> }) &
  (BodyOf<Contract[K]> extends undefined ? { body?: undefined } : { body: BodyOf<Contract[K]> }) & {
    form?: FormData;
    idempotencyKey?: string;
    /** The proof for a call that answered STEP_UP_REQUIRED. */
    proof?: string;
    signal?: AbortSignal;
    /** Makes the request in place of the browser's fetch. */
    fetch?: (address: string, init: RequestInit) => Promise<Response>;
    /**
     * Called when the answer tells what the server knows: whether it says that this is more than the specification. A
     * refusal without a word of it may come from something in between and tells nothing.
     */
    onAnswer?: (isBeyond: boolean) => void;
  };

type CallArguments<K extends CallKey> =
  Record<string, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];

/** Calls an endpoint by its key and returns its body. Throws ApiError. */
export type Client = <K extends CallKey>(
  key: K,
  ...[input]: CallArguments<K>
) => Promise<ResponseOf<Contract[K]>>;

export interface ClientOptions {
  /** Backend base address, empty for the same origin. */
  baseUrl: string;
  getToken: () => string | null;
  /** BCP 47 tag of the language for texts in answers: `th`, `lo` or `en`. */
  getLanguageTag: () => string;
  /** Stores the device from the server if cookies are not available. */
  device?: { get(): string | null; keep(token: string): void };
  /** Called with the server's clock at each answer, in milliseconds since 1970. */
  onTime?: (time: number) => void;
  /** Called when an answer says that the session is limited, before the answer itself is given. */
  onLimited?: () => void;
  /**
   * Whether the server may speak the specification alone, which leaves the shape of many answers open: then an answer
   * without a body, or with bare words, is one too.
   */
  isPlain?: () => boolean;
  /** Whether nobody is using the screen, so that its calls do not extend the session. */
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

/** Reads the error envelope of a refusal; any other body becomes the raw text. */
export function apiErrorOf(status: number, body: unknown): ApiError {
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  // Not checked against the catalogue, because that would add the whole catalogue to the app's first load.
  const code = typeof envelope.code === 'string' ? (envelope.code as AnyErrorCode) : undefined;
  const message = typeof envelope.message === 'string' ? envelope.message : `HTTP ${status}`;
  const stepUp = code === 'STEP_UP_REQUIRED' ? (envelope.stepUp as StepUpAsk | undefined) : undefined;
  const firstPayout =
    code === 'PAYOUT_REFERENCE_USED' ? (envelope.firstPayout as FirstPayout | undefined) : undefined;
  return new ApiError('refused', status, message, code, detailOf(envelope.detail), stepUp, firstPayout);
}

function detailOf(detail: unknown): ErrorDetail | undefined {
  const { reason, amounts } = (
    typeof detail === 'object' && detail !== null ? detail : {}
  ) as Partial<ErrorDetail>;
  return typeof reason === 'string' && typeof amounts === 'object' ? { reason, amounts } : undefined;
}

/** Creates the typed client. It contains no session logic and shows nothing (API-01, API-02). */
export function createClient({
  baseUrl,
  getToken,
  getLanguageTag,
  device,
  onTime,
  onLimited,
  isPlain,
  isUnattended,
}: ClientOptions): Client {
  return async (key, ...[input]) => {
    const timeout = AbortSignal.timeout(input?.form ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS);
    const token = getToken();
    const headers = callHeaders(token, getLanguageTag());
    const kept = device?.get();
    if (kept) headers[DEVICE_HEADER] = kept;
    if (isUnattended?.()) headers[UNATTENDED_HEADER] = '1';
    if (input?.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey;
    if (input?.proof) headers[STEP_UP_HEADER] = input.proof;
    if (input?.body !== undefined) headers['Content-Type'] = 'application/json';
    const body = input?.form ?? (input?.body === undefined ? null : JSON.stringify(input.body));
    let response: Response;
    let isBeyond: boolean;
    let answer: unknown;
    try {
      const search = input?.query === undefined ? '' : `?${new URLSearchParams(input.query)}`;
      response = await (input?.fetch ?? fetch)(callUrl(baseUrl, key, input?.params) + search, {
        method: key.slice(0, key.indexOf(' ')),
        headers,
        body,
        signal: input?.signal ? AbortSignal.any([timeout, input.signal]) : timeout,
      });
      isBeyond = response.headers.has(BEYOND_HEADER);
      answer = readAnswer(await response.text(), response.ok, !isBeyond && isPlain?.() === true);
    } catch (error) {
      // Also if an intermediary answered instead of the server, such as the log-in page of a train's network.
      throw new ApiError(failureReason(timeout, input?.signal), 0, String(error));
    }
    if (isBeyond || response.ok) input?.onAnswer?.(isBeyond);
    const time = Date.parse(response.headers.get('Date') ?? '');
    if (time) onTime?.(time);
    const given = response.headers.get(DEVICE_HEADER);
    if (given) device?.keep(given);
    // The answer may belong to a session that has ended meanwhile.
    if (response.headers.get(ACCESS_HEADER) === 'limited' && getToken() === token) onLimited?.();
    if (!response.ok) throw apiErrorOf(response.status, answer);
    return answer as never;
  };
}

/** Null for a refusal in other words than JSON. Throws SyntaxError for a success that is none of the server's answers. */
function readAnswer(text: string, isOk: boolean, isPlain: boolean): unknown {
  try {
    return JSON.parse(text) ?? (isPlain ? {} : null);
  } catch (error) {
    if (!isOk) return null;
    // A page of something in between begins with a tag, half an answer with a bracket or a quote.
    if (isPlain && !/^\s*[<{["]/.test(text)) return {};
    throw error;
  }
}

function failureReason(timeout: AbortSignal, abort: AbortSignal | undefined): ApiError['reason'] {
  if (abort?.aborted) return 'aborted';
  return timeout.aborted ? 'timeout' : 'offline';
}
