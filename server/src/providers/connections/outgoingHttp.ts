import type { Trouble } from '@krapao/contract/connections';
import { request as send } from 'undici';
import { clock } from '../../clock.ts';
import { readJson } from '../../outsideJson.ts';
import { callingAgent } from '../callingAgent.ts';
import {
  type AllowedHosts,
  guardedLookup,
  hostAndPort,
  isOwnNetwork,
  OwnNetworkError,
} from './ownNetwork.ts';

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string | URL;
  headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, text and bytes as they are. */
  body?: object | string | Uint8Array;
  /** Milliseconds until the call counts as unknown; else the server's KRAPAO_PROVIDER_TIMEOUT_MS. */
  timeoutMs?: number;
  /** The moment, in milliseconds since 1970, until which the call may run. */
  until?: number | undefined;
}

/** In less time no maker answers. */
const CALL_MS_MIN = 500;

export type OutgoingAnswer =
  | {
      status: 'answered';
      httpStatus: number;
      text: string;
      /** Undefined where the text is no JSON. */
      json: unknown;
    }
  /** `isSent` false: the counterpart cannot have received it. */
  | { status: 'trouble'; trouble: Trouble; isSent: boolean };

/** Calls of connections to the world outside. Never throws, and follows no redirect. */
export interface OutgoingHttp {
  call(request: OutgoingRequest): Promise<OutgoingAnswer>;
}

const ANSWER_BYTES_MAX = 1024 * 1024;

/**
 * @param allowed own addresses that connections may still call (`host:port`)
 * @param timeoutMs until a call counts as unknown
 */
export function outgoingHttp(allowed: AllowedHosts, timeoutMs: number): OutgoingHttp {
  const agent = callingAgent({
    connect: { lookup: guardedLookup },
    maxResponseSize: ANSWER_BYTES_MAX,
  });
  const free = callingAgent({ maxResponseSize: ANSWER_BYTES_MAX });
  return {
    async call({ method, url, headers = {}, body, timeoutMs: ownMs = timeoutMs, until = Infinity }) {
      const target = URL.parse(String(url));
      if (target === null || !['http:', 'https:'].includes(target.protocol)) return notSent('OWN_NETWORK');
      const isAllowed = allowed.has(hostAndPort(target));
      if (!isAllowed && isOwnNetwork(target.hostname)) return notSent('OWN_NETWORK');
      const lastsMs = Math.min(ownMs, until - clock.now());
      if (lastsMs < Math.min(ownMs, CALL_MS_MIN)) return notSent('TIMEOUT');
      const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
      try {
        const response = await send(target, {
          method,
          dispatcher: isAllowed ? free : agent,
          headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
          ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string | Uint8Array) }),
          signal: clock.deadline(lastsMs),
        });
        const text = await response.body.text();
        // A redirect may lead into our own network, and takes the key along.
        if (response.statusCode >= 300 && response.statusCode < 400) return sent('BAD_ANSWER');
        return { status: 'answered', httpStatus: response.statusCode, text, json: readJson(text) };
      } catch (error) {
        return troubleOf(error);
      }
    },
  };
}

const notSent = (trouble: Trouble): OutgoingAnswer => ({ status: 'trouble', trouble, isSent: false });
const sent = (trouble: Trouble): OutgoingAnswer => ({ status: 'trouble', trouble, isSent: true });

/** Errors of a name, a line, a certificate or a header: the request has not left this machine. */
const NEVER_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UND_ERR_INVALID_ARG',
]);

function troubleOf(error: unknown): OutgoingAnswer {
  if (error instanceof OwnNetworkError) return notSent('OWN_NETWORK');
  const { name, code = '' } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || code.endsWith('_TIMEOUT'))
    return code === 'UND_ERR_CONNECT_TIMEOUT' ? notSent('TIMEOUT') : sent('TIMEOUT');
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return sent('BAD_ANSWER');
  return NEVER_REACHED.has(code) ? notSent('CONNECTION') : sent('CONNECTION');
}
