import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';

/** The switches as JSON; the page is at /fault-switches. */
export async function faultRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.get('/faults', async () => world.switches.all());
  app.put('/faults', async (request) => {
    world.switches.set(request.body);
    return world.switches.all();
  });
}
