import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../appError.ts';

/** How long a connection that was accepted just before the stop may take to send its request. */
const LATE_MS = 1_000;

/**
 * While the server stops, running calls finish, and their connections close after the answer. New calls on open
 * connections are refused with SERVICE_UNAVAILABLE, so that the client asks another node. Connections without a
 * request, which browsers open in advance, are closed.
 */
export function refuseWhenStopping(app: FastifyInstance): void {
  let isStopping = false;
  // Node counts them as busy and would wait for them as long as for a request's headers.
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
    if (isStopping) socket.setTimeout(LATE_MS);
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.server.on('upgrade', (_request, socket) => unused.delete(socket as Socket));
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const socket of unused) socket.destroy();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isStopping ? new AppError('SERVICE_UNAVAILABLE', 'The server is stopping.') : undefined);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Without this the connection would stay open, and the stop would wait for it.
    if (isStopping) reply.header('Connection', 'close');
    done(null, payload);
  });
}
