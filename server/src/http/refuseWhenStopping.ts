import type { FastifyInstance } from 'fastify';
import { AppError } from '../appError.ts';

/**
 * While the server stops, calls that are running end, on lines that are closed after their answer; new ones on lines
 * that were open before are refused with SERVICE_UNAVAILABLE, so that the client asks another node.
 */
export function refuseWhenStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', async () => {
    if (isStopping) throw new AppError('SERVICE_UNAVAILABLE', 'The server is stopping.');
  });
  app.addHook('onSend', async (_request, reply) => {
    // Without this the line would stay open, and the stop would wait for it.
    if (isStopping) reply.header('Connection', 'close');
  });
}
