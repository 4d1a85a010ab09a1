import type { FastifyInstance } from 'fastify';
import { machineClock } from '../clock.ts';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes a file, so its body may take longer to arrive. */
    takesFile?: boolean;
  }
}

type Times = Pick<Config, 'bodyTimeoutMs' | 'uploadTimeoutMs'>;

/**
 * Closes connections whose request does not arrive in time: headers and bodies have `bodyTimeoutMs`, files
 * `uploadTimeoutMs`, a connection without a request as long as headers. There is no answer.
 */
export function endSlowBodies(app: FastifyInstance, { bodyTimeoutMs, uploadTimeoutMs }: Times): void {
  // Node counts from a request's first byte; a connection without one would stay open.
  app.server.on('connection', (socket) => socket.setTimeout(bodyTimeoutMs));
  app.server.on('request', ({ socket }) => socket.setTimeout(0));
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    if (length === '0' && encoding === undefined) return done();
    const { socket } = raw;
    const timer = machineClock
      .after(routeOptions.config.takesFile === true ? uploadTimeoutMs : bodyTimeoutMs, () => {
        if (!raw.complete) socket.destroy();
      })
      .unref();
    const clear = () => {
      timer.cancel();
      raw.off('end', clear);
      socket.off('close', clear);
    };
    raw.once('end', clear);
    socket.once('close', clear);
    done();
  });
}

/** Limits for what never becomes a call: options of Node's server. */
export function connectionTimes({ bodyTimeoutMs, uploadTimeoutMs }: Times) {
  return {
    headersTimeout: bodyTimeoutMs,
    requestTimeout: uploadTimeoutMs,
    connectionsCheckingInterval: Math.min(5_000, bodyTimeoutMs / 2),
  };
}
