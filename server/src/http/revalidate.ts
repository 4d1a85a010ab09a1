import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

const LOOKUPS = '/api/lookup/';

/**
 * Answers of look-ups may be cached but must be revalidated each time: 304 while they are unchanged. A change therefore
 * shows at once, and until then a phone downloads nothing. Answers for members are cached only in their own browser.
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

/** Compression in transit may have made the tag weak, which does not matter here. */
function knownTags(header = ''): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
