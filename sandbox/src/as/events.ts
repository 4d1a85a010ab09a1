import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../http/fields.ts';
import { badRequest, notFound, Problem } from '../http/problem.ts';
import type { World } from '../world.ts';
import { EVENT_FAULT_MODES, EVENT_RECEIVERS, type EventReceiver } from './eventFaults.ts';

type To = { Params: { receiver: string } };

/**
 * Systems that take the site's events, each at `/as/events/<name>`: `crm`, `affiliates`, `warehouse`. `PUT …/secrets
 * {secrets}` tells one the secrets that it verifies with; `GET …/received` is what came. The switches are
 * `webhook:<name>`.
 */
export async function eventRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.put<To>('/:receiver/secrets', async (request) => {
    const receiver = receiverOf(request.params.receiver);
    const { secrets } = fieldsOf(request.body) as { secrets?: unknown };
    if (!Array.isArray(secrets)) throw badRequest('secrets must be a list.');
    world.events.setSecrets(receiver, secrets.map(String));
    return { secrets: secrets.length };
  });
  app.get<To>('/:receiver/received', async (request) =>
    world.events.received(receiverOf(request.params.receiver)),
  );

  await app.register(async (raw) => {
    // Signatures cover the raw bytes.
    raw.removeContentTypeParser('application/json');
    raw.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    raw.post<To>('/:receiver', async (request, reply) => {
      const receiver = receiverOf(request.params.receiver);
      return world.calls.run<object>(reply, {
        target: `webhook:${receiver}`,
        applies: true,
        special: EVENT_FAULT_MODES,
        apply: (fault) => {
          if (fault?.mode === 'gone') throw new Problem(410, 'GONE', 'Nobody reads this any more.');
          if (!world.events.take(receiver, request.headers, request.body as Buffer))
            throw new Problem(401, 'BAD_SIGNATURE', 'The signature is wrong.');
          if (fault?.mode === 'error500AfterApply')
            throw new Problem(500, 'INTERNAL', 'It broke afterwards.');
          if (fault?.mode === 'lostAnswer') {
            reply.hijack();
            reply.raw.destroy();
          }
          return { taken: true };
        },
      });
    });
  });
}

/** @throws Problem 404 */
function receiverOf(name: string): EventReceiver {
  const receiver = EVENT_RECEIVERS.find((known) => known === name);
  if (receiver === undefined) throw notFound('There is no such receiver.');
  return receiver;
}
