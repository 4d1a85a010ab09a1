import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../appError.ts';

/** What a line that came just before the door was closed has for its request. */
const LATE_MS = 1_000;

/**
 * While the server stops, calls that are running end, on lines that are closed after their answer; new ones on lines
 * that were open before are refused with SERVICE_UNAVAILABLE, so that the client asks another node. Lines on which nothing has
 * been asked yet, as browsers open them ahead, are closed.
 */
export function refuseWhenStopping(app: FastifyInstance): void {
  let isStopping = false;
  // Node takes them for busy, and would wait for them as long as for a request's headers.
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
    // Without this the line would stay open, and the stop would wait for it.
    if (isStopping) reply.header('Connection', 'close');
    done(null, payload);
  });
}
