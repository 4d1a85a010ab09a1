import type { FastifyRequest } from 'fastify';
import type { World } from '../world.ts';

/** The sandbox's address as a browser reaches it, without a slash at the end. */
export function publicUrl(world: World, request: FastifyRequest): string {
  return world.config.publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`;
}
