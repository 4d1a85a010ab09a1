import type { FastifyReply, FastifyRequest } from 'fastify';

/** Names the member by id in every line that a call logs from here on; never by name or number. */
export async function logMember(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.session === undefined) return;
  request.log = request.log.child({ memberId: String(request.session.memberId) });
  reply.log = request.log;
}
