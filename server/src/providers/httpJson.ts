import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { request as send } from 'undici';
import { clock } from '../clock.ts';
import { readJson } from '../outsideJson.ts';
import { callingAgent } from './callingAgent.ts';
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

const agent = callingAgent();

const Problem = Type.Object({ code: Type.String({ minLength: 1 }) });

/**
 * One JSON call. 2xx is `answered`. A 4xx with a code, or a 503 with MAINTENANCE, is `rejected`. Everything else is
 * `unknown`. Never throws.
 */
export async function callJson(counterpart: HttpCounterpart, request: HttpRequest): Promise<HttpOutcome> {
  let status: number;
  let text: string;
  try {
    const response = await send(new URL(request.path, counterpart.baseUrl), {
      method: request.method,
      dispatcher: agent,
      headers: {
        'x-api-key': counterpart.apiKey,
        ...(request.body && { 'content-type': 'application/json' }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      signal: clock.deadline(counterpart.timeoutMs),
    });
    status = response.statusCode;
    text = await response.body.text();
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    return { status: 'unknown', reason: timedOut ? 'TIMEOUT' : 'CONNECTION' };
  }
  // A redirect is not followed: it may take the key along.
  if (status >= 300 && status < 400) return badAnswer();
  const body = readJson(text);
  if (status < 300) return body === undefined ? badAnswer() : { status: 'answered', body };
  const code = Value.Check(Problem, body) ? body.code : null;
  const definite = status < 500 || (status === 503 && code === 'MAINTENANCE');
  if (code !== null && definite) return { status: 'rejected', reason: code };
  return { status: 'unknown', reason: status >= 500 ? 'SERVER_ERROR' : 'BAD_ANSWER' };
}

/** The result of a success answer in an unexpected shape: it may have been applied. */
export function badAnswer(): Unknown {
  return { status: 'unknown', reason: 'BAD_ANSWER' };
}
