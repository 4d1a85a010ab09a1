import { type CallKey, type Contract, contract } from '@krapao/contract/api/index';
import { ACCESS_HEADER } from '@krapao/contract/client';
import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  splitKey,
} from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';
import { refuseBrokenText } from '../http/refuseBrokenText.ts';
import { requestLanguage } from '../http/requestLanguage.ts';
import { authenticate, type ReadSession, type Session } from './authenticate.ts';
import { type ApiKey, authenticateKey } from './authenticateKey.ts';
import { authenticateOperator, type Operator } from './authenticateOperator.ts';
import { readIdempotencyKey } from './idempotencyKey.ts';
import { refuseUnderKey } from './refuseUnderKey.ts';
import { type RequestKey, requestKeyOf } from './requestKey.ts';
import { routeSchema } from './routeSchema.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** What a handler receives: validated input and the caller. */
export interface Call<K extends CallKey> {
  params: ParamsOf<Contract[K]>;
  query: QueryOf<Contract[K]>;
  body: BodyOf<Contract[K]>;
  /** The member behind the token; only calls with `auth: 'member'` have one. */
  session: Contract[K]['auth'] extends 'member' ? Session : undefined;
  /** The operator behind the cookie; only calls with `auth: 'operator'` have one. */
  operator: Contract[K]['auth'] extends 'operator' ? Operator : undefined;
  /** The key; only calls with `auth: 'key'` have one. */
  apiKey: Contract[K]['auth'] extends 'key' ? ApiKey : undefined;
  /** The Idempotency-Key header if the endpoint takes one; an operator's call always has it. */
  idempotencyKey: Contract[K] extends { auth: 'operator'; idempotent: true } ? string : string | undefined;
  /** What the call's key stands for: the first part names the call, the others what it asks for. */
  keyFor: (...parts: [string, ...unknown[]]) => RequestKey | undefined;
  language: Language;
  ip: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for calls of members before any other step. */
    session: Session | undefined;
    /** Set for calls of operators before any other step. */
    operator: Operator | undefined;
    /** Set for calls with an API key before any other step. */
    apiKey: ApiKey | undefined;
  }
}

function isOptional(body: Endpoint['body']): boolean {
  return body !== undefined && ((body as { required?: string[] }).required ?? []).length === 0;
}

/** The call's answer, or its reply if the handler has sent it. */
type Answer<K extends CallKey> = ResponseOf<Contract[K]> | FastifyReply;

export type Handler<K extends CallKey> = (call: Call<K>) => Promise<Answer<K>>;

/**
 * Registers the handler of one call of the contract, with its validation, authentication and serialisation.
 * @param readSession for a call that reads more data together with the session
 */
export function bind<const K extends CallKey>(
  app: FastifyInstance,
  context: AppContext,
  key: K,
  handler: Handler<K>,
  readSession?: ReadSession,
): void {
  const endpoint: Endpoint = contract[key];
  const [method, url] = splitKey(key);
  app.route({
    method: method as HTTPMethods,
    url,
    // Some GETs of the specification change state, and a HEAD changes nothing.
    exposeHeadRoute: false,
    schema: routeSchema(key, endpoint),
    config: { takesFile: endpoint.files !== undefined },
    // Before the body is read, so that strangers learn nothing about the call's parameters.
    onRequest: async (request) => {
      if (endpoint.auth === 'member')
        request.session = await authenticate(context.db, request, {
          isOpen: endpoint.openToExcluded === true,
          read: readSession,
        });
      if (endpoint.auth === 'key') request.apiKey = await authenticateKey(context.db, request, endpoint);
      if (endpoint.auth === 'operator') {
        request.operator = await authenticateOperator(context.db, request, {
          endpoint,
          config: context.config,
        });
      }
    },
    // A call whose body has no required fields may come without a body.
    preValidation: async (request) => {
      if (request.body === undefined && isOptional(endpoint.body)) request.body = {};
    },
    handler: async (request, reply) => {
      refuseBrokenText(request.params, request.query, request.body);
      const { session, operator, apiKey } = request;
      if (endpoint.mutates || method !== 'GET' || session || operator || apiKey)
        reply.header('Cache-Control', 'no-store');
      if (session?.row.is_limited) reply.header(ACCESS_HEADER, 'limited');
      const idempotencyKey = endpoint.idempotent ? readIdempotencyKey(request) : undefined;
      // Members' apps of the specification send none; the console always repeats a lost call under its key.
      if (endpoint.idempotent && endpoint.auth === 'operator' && idempotencyKey === undefined)
        throw new AppError('INVALID_REQUEST', 'Send an Idempotency-Key.');
      let requestKey: RequestKey | undefined;
      const handled = handler({
        params: request.params,
        query: request.query,
        body: request.body,
        session,
        operator,
        apiKey,
        idempotencyKey,
        keyFor: (...parts) => {
          requestKey = requestKeyOf(idempotencyKey, ...parts);
          return requestKey;
        },
        language: requestLanguage(request, context.config.variant),
        ip: request.ip,
        request,
        reply,
      } as Call<K>);
      const answer =
        session === undefined || idempotencyKey === undefined
          ? await handled
          : await handled.catch(async (error: unknown) => {
              if (!(error instanceof AppError)) throw error;
              const { memberId } = session;
              const { fingerprint } = requestKey ?? {};
              throw await refuseUnderKey(context, { memberId, key: idempotencyKey, fingerprint }, error);
            });
      if (typeof answer !== 'string') return answer;
      // A plain string would be sent as it is, which is not JSON.
      reply.type(JSON_TYPE);
      return JSON.stringify(answer);
    },
  });
}
