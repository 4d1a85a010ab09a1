import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { rawRequest, takeRawBodies } from '../../http/rawRequest.ts';
import type { LiveConnection } from '../../providers/connections/connections.ts';
import type { SeamlessDialect } from '../../providers/seamlessWallet.ts';
import { takeSeamlessCall } from './takeCall.ts';

/** Where a connection's maker asks for bets and wins. */
export const seamlessPath = (connectionId: string) => `/seamless/${connectionId}`;

/**
 * `/seamless/<connection id>/…`: games that bet from the wallet itself. The driver reads the call and writes the answer in
 * its maker's words, also for what is refused.
 */
export function seamlessRoutes(app: FastifyInstance, context: AppContext): void {
  app.register(async (own) => {
    takeRawBodies(own);
    for (const path of [seamlessPath(':id'), `${seamlessPath(':id')}/*`])
      own.post<{ Params: { id: string; '*'?: string } }>(
        path,
        { schema: { hide: true } },
        async (request, reply) => {
          const { id, '*': rest = '' } = request.params;
          const connection = context.connections.find(id);
          const dialect = dialectOf(connection);
          if (connection === undefined || dialect === undefined)
            throw new AppError('NOT_FOUND', 'no such wallet');
          const door = {
            connectionId: id,
            dialect,
            address: request.ip,
            count: (outcome: string) => context.metrics.countNotice(connection, outcome),
          };
          const answer = await takeSeamlessCall(context, door, {
            ...rawRequest(request),
            path: withoutOuterSlashes(rest),
          });
          return reply.code(answer.httpStatus).type(answer.type).send(answer.body);
        },
      );
  });
}

/** In one pass: an expression would look at a long row of slashes anew from each of them. */
export function withoutOuterSlashes(path: string): string {
  let [start, end] = [0, path.length];
  while (path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end);
}

const dialectOf = (connection: LiveConnection | undefined): SeamlessDialect | undefined =>
  connection?.capability === 'game' ? (connection as LiveConnection<'game'>).port.seamless : undefined;
