import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** What a proxy in front of the site does with the callers' X-Forwarded-For. */
export type Forwarding = 'replace' | 'append' | 'appendTwo' | 'keep' | 'drop';

const CALLER = '198.51.100.7';

const HEADERS: Record<Forwarding, (told: string | undefined) => string | undefined> = {
  replace: () => CALLER,
  append: (told) => [told, CALLER].filter(Boolean).join(', '),
  appendTwo: (told) => [told, CALLER, '198.51.100.8'].filter(Boolean).join(', '),
  keep: (told) => told,
  drop: () => undefined,
};

/** A server on a free port of localhost, with TLS if it has a certificate. */
export async function listenOnLocalhost(
  listener: RequestListener,
  tls?: { cert: string; key: string },
): Promise<{ url: string; stop(): void }> {
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://localhost:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Passes calls on to what `target` names. */
export function frontProxy(target: () => string, forwarding: Forwarding): RequestListener {
  return (incoming, response) => {
    const headers: IncomingHttpHeaders = { ...incoming.headers };
    const forwarded = HEADERS[forwarding](incoming.headers['x-forwarded-for']?.toString());
    delete headers['x-forwarded-for'];
    if (forwarded !== undefined) headers['x-forwarded-for'] = forwarded;
    const passed = request(
      new URL(incoming.url ?? '/', target()),
      { method: incoming.method, headers },
      (told) => {
        response.writeHead(told.statusCode ?? 502, told.headers);
        told.pipe(response);
      },
    );
    passed.on('error', () => response.writeHead(502).end());
    incoming.pipe(passed);
  };
}
