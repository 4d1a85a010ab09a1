import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Rejected, Unknown } from './outcome.ts';

/** A counterpart's address and this server's credentials. */
export interface HttpCounterpart {
  baseUrl: string;
  apiKey: string;
  /** Milliseconds until a call counts as unknown. */
  timeoutMs: number;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
}

export type HttpOutcome = { status: 'answered'; body: unknown } | Rejected | Unknown;

const Problem = Type.Object({ code: Type.String({ minLength: 1 }) });

/**
 * One JSON call. 2xx is `answered`. A 4xx with a code, or a 503 with MAINTENANCE, is `rejected`. Everything else is
 * `unknown`. Never throws.
 */
export async function callJson(counterpart: HttpCounterpart, request: HttpRequest): Promise<HttpOutcome> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(request.path, counterpart.baseUrl), {
      method: request.method,
      headers: {
        'x-api-key': counterpart.apiKey,
        ...(request.body && { 'content-type': 'application/json' }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(counterpart.timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    return { status: 'unknown', reason: timedOut ? 'TIMEOUT' : 'CONNECTION' };
  }
  const body = parsed(text);
  if (response.ok) return body === undefined ? badAnswer() : { status: 'answered', body };
  const code = Value.Check(Problem, body) ? body.code : null;
  const definite = response.status < 500 || (response.status === 503 && code === 'MAINTENANCE');
  if (code !== null && definite) return { status: 'rejected', reason: code };
  return { status: 'unknown', reason: response.status >= 500 ? 'SERVER_ERROR' : 'BAD_ANSWER' };
}

/** The result of a success answer in an unexpected shape: it may have been applied. */
export function badAnswer(): Unknown {
  return { status: 'unknown', reason: 'BAD_ANSWER' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
