import { type AnyErrorCode, statusOf } from '@krapao/contract/consoleErrors';
import {
  CODE_ERRORS,
  COMMON_ERRORS,
  type Endpoint,
  KEY_ERRORS,
  MEMBER_ERRORS,
  OPERATOR_ERRORS,
  Type,
} from '@krapao/contract/endpoint';
import type { FastifySchema } from 'fastify';

/** How the OpenAPI page names what a call needs. */
const SECURITY = { member: { bearer: [] }, operator: { operator: [] }, key: { key: [] } };

/** The Fastify schema of an endpoint: validation, serialisation and the OpenAPI page in one. */
export function routeSchema(key: string, endpoint: Endpoint): FastifySchema {
  const codes = [
    ...COMMON_ERRORS,
    ...(endpoint.auth === 'member' ? MEMBER_ERRORS : []),
    ...(endpoint.auth === 'operator' ? OPERATOR_ERRORS : []),
    ...(endpoint.auth === 'key' ? KEY_ERRORS : []),
    ...(endpoint.asksCodeAgain ? CODE_ERRORS : []),
    ...(endpoint.errors ?? []),
  ];
  return {
    summary: endpoint.summary,
    tags: [key.split('/')[2] ?? ''],
    ...(endpoint.auth === 'none' ? {} : { security: [SECURITY[endpoint.auth]] }),
    ...(endpoint.permission
      ? { description: `Permission: ${[endpoint.permission].flat().join(' or ')}` }
      : {}),
    ...(endpoint.scope ? { description: `Scope: ${endpoint.scope}` } : {}),
    ...(endpoint.files ? { consumes: ['multipart/form-data'] } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: { 200: endpoint.response, ...errorResponses(codes) },
  };
}

function errorResponses(codes: readonly AnyErrorCode[]): Record<number, unknown> {
  const byStatus = Map.groupBy(codes, (code) => statusOf(code));
  byStatus.delete(200);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, errorSchema(group)]));
}

function errorSchema(codes: readonly AnyErrorCode[]) {
  return Type.Object({
    code: Type.String({ description: [...new Set(codes)].join(', ') }),
    message: Type.String(),
    limit: Type.Optional(Type.Number()),
  });
}
