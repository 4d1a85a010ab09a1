import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

const LOOKUPS = '/api/lookup/';

/**
 * Answers of lookups may be kept and must be asked for again each time: 304 while they are the same, so that a change
 * shows at once and costs a phone nothing until then. Those of members are for their own browser alone.
 */
export const revalidateLookups: onSendHookHandler = (request, reply, payload, done) => {
  done(null, revalidated(request, reply, payload));
};

function revalidated(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (!request.url.startsWith(LOOKUPS) || reply.statusCode !== 200 || typeof payload !== 'string')
    return payload;
  const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
  reply.header('ETag', etag);
  reply.header('Cache-Control', request.session ? 'private, no-cache' : 'no-cache');
  const vary = reply.getHeader('Vary');
  reply.header('Vary', vary ? `${vary}, Accept-Language` : 'Accept-Language');
  if (!knownTags(request.headers['if-none-match']).includes(etag)) return payload;
  reply.code(304).removeHeader('Content-Type');
  return '';
}

/** Compression on the way may have made a tag weak, which changes nothing here. */
function knownTags(header = ''): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
