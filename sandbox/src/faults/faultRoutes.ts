import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';

/** The switches as JSON; the page is at /fault-switches. */
export async function faultRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.get('/faults', async (request) => {
    const { for: address } = request.query as { for?: string | string[] };
    return world.switches.all(typeof address === 'string' ? address : undefined);
  });
  app.put('/faults', async (request) => {
    world.switches.set(request.body);
    return world.switches.all();
  });
}
