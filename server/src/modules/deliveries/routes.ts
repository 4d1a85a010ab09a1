import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { rawRequest, takeRawBodies } from '../../http/rawRequest.ts';
import type { LiveConnection } from '../../providers/connections/connections.ts';
import { answerTo, type Delivery } from '../../providers/connections/delivery.ts';
import { keepDelivery } from './storedDelivery.ts';
import { type Taken, takeDelivery, takerOf } from './takeDelivery.ts';

/** Where a connection's maker delivers. */
export const deliveryPath = (connectionId: string) => `/webhooks/${connectionId}`;

/**
 * `POST /webhooks/<connection id>`: what the makers tell by themselves, in whatever format they write. The driver says
 * whether it is proved, the capability what follows.
 */
export function deliveryRoutes(app: FastifyInstance, context: AppContext): void {
  app.register(async (own) => {
    takeRawBodies(own);
    own.post<{ Params: { id: string } }>(
      deliveryPath(':id'),
      { schema: { hide: true } },
      async (request, reply) => {
        const { id } = request.params;
        // A stranger's guesses cost no look-up in the database.
        const connection = context.connections.find(id) && (await context.connections.current(id));
        const taker = connection && takerOf(connection);
        if (taker === undefined || connection === undefined)
          throw new AppError('NOT_FOUND', 'no such receiver');
        const came = { delivery: rawRequest(request), address: request.ip };
        const taken = await takeDelivery(context, connection, taker, came).catch(async (error: unknown) => {
          context.metrics.countNotice(connection, FAILED.outcome);
          await keepDelivery(context, connection.id, came, FAILED);
          throw error;
        });
        context.metrics.countNotice(connection, taken.outcome);
        if (taken.outcome !== 'NOTHING')
          await keepDelivery(context, connection.id, storable(connection, came, taken), taken);
        refuse(taken, connection.capability);
        const answer = answerTo(came.delivery, taker.receiver);
        return reply.type(answer.type).send(answer.body);
      },
    );
  });
}

/** A phone whose key was revoked goes on to forward codes and private messages: their words are not kept. */
function storable<Came extends { delivery: Delivery }>(
  { capability }: Pick<LiveConnection, 'capability'>,
  came: Came,
  { outcome }: Taken,
): Came & { isCut?: boolean } {
  if (capability !== 'bankFeed' || outcome !== 'BAD_SIGNATURE') return came;
  return { ...came, isCut: true, delivery: { ...came.delivery, query: {}, body: Buffer.alloc(0) } };
}

/** A defect or a database that was away: the maker repeats it. */
const FAILED: Taken = { reading: 'refused', outcome: 'FAILED', reference: null };

/** @throws AppError for what is not taken: UNAUTHORIZED, INVALID_REQUEST, and NOT_FOUND so that the maker repeats it */
function refuse({ reading, outcome }: Taken, capability: LiveConnection['capability']): void {
  if (outcome === 'BAD_SIGNATURE' || outcome === 'BAD_ADDRESS') throw new AppError('UNAUTHORIZED', outcome);
  if (outcome === 'BAD_BODY') throw new AppError('INVALID_REQUEST', outcome);
  if (reading === 'proved' && outcome === 'FOREIGN')
    throw new AppError('NOT_FOUND', capability === 'bankFeed' ? 'no account of this site' : 'no such order');
}
