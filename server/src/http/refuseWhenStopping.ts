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
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isStopping ? new AppError('SERVICE_UNAVAILABLE', 'The server is stopping.') : undefined);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Without this the line would stay open, and the stop would wait for it.
    if (isStopping) reply.header('Connection', 'close');
    done(null, payload);
  });
}
