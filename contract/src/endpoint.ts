import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { ApiScope } from './apiScopes.ts';
import type { AnyErrorCode, ConsoleErrorCode } from './consoleErrors.ts';
import type { ErrorCode } from './errors.ts';
import type { Needed } from './permissions.ts';

/** One call of the contract as data. Its key in the contract is `METHOD /path`, with `:name` path parameters. */
export interface Endpoint {
  summary: string;
  /** `member` needs a bearer token, `operator` the cookie of an operator's session, `key` an API key with the scope. */
  auth: 'none' | 'member' | 'operator' | 'key';
  /** What an API key must be allowed to read. */
  scope?: ApiScope;
  /** A member's call that an excluded member may use: to withdraw, read and chat (protection.md 12). */
  openToExcluded?: true;
  /** The required permission, or several of which one suffices; without one any operator may call. */
  permission?: Needed;
  /**
   * Moves money or changes permissions: the operator must enter the second factor again if the last code is more than
   * 10 minutes old. Operators without a second factor, as in the sandbox, are not asked.
   */
  asksCodeAgain?: true;
  params?: TObject;
  /** The query parameters of a GET. */
  query?: TObject;
  body?: TSchema;
  /** The body is multipart with these file fields instead of JSON. */
  files?: readonly string[];
  response: TSchema;
  /** Catalogue codes besides those that every call can answer (COMMON_ERRORS). */
  errors?: readonly AnyErrorCode[];
  /** A GET that changes state: answered with no-store, never retried or prefetched by a client. */
  mutates?: true;
  /** Accepts an Idempotency-Key header: same key and body, same answer; another body, 422. Operators must send one. */
  idempotent?: true;
}

/** Any call may answer these. */
export const COMMON_ERRORS = [
  'KEY_MISSING',
  'KEY_INVALID',
  'INVALID_IP',
  'INVALID_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'REQUEST_LIMIT_1MIN',
  'SITE_TERMINATED',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
] as const satisfies readonly ErrorCode[];

/** Any call that needs a token may also answer these. */
export const MEMBER_ERRORS = [
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
] as const satisfies readonly ErrorCode[];

/** Any call that needs an operator may also answer these. */
export const OPERATOR_ERRORS = [
  'OPERATOR_UNAUTHORIZED',
  'OPERATOR_FORBIDDEN',
  'OPERATOR_SETUP_REQUIRED',
  'OPERATOR_NETWORK',
] as const satisfies readonly ConsoleErrorCode[];

/** Any call that needs an API key may also answer these. */
export const KEY_ERRORS = [
  'UNAUTHORIZED',
  'SCOPE_MISSING',
  'REQUEST_LIMIT',
] as const satisfies readonly AnyErrorCode[];

/** Calls that ask for the second factor again may also answer this. */
export const CODE_ERRORS = ['OPERATOR_CODE_AGAIN'] as const satisfies readonly ConsoleErrorCode[];

export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** Declares a group of calls and keeps its literal types for the server's binding and the client. */
export function family<const F extends Record<EndpointKey, Endpoint>>(calls: F): F {
  return calls;
}

/** Parameters and answer of a call, as plain types. */
export type ParamsOf<E extends Endpoint> = E['params'] extends TSchema ? Static<E['params']> : undefined;
export type QueryOf<E extends Endpoint> = E['query'] extends TSchema ? Static<E['query']> : undefined;
export type BodyOf<E extends Endpoint> = E['body'] extends TSchema ? Static<E['body']> : undefined;
export type ResponseOf<E extends Endpoint> = Static<E['response']>;

/** The method and path of a key: `['GET', '/api/wallet']`. */
export function splitKey(key: EndpointKey): [method: string, path: string] {
  const space = key.indexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}

export { Type };
