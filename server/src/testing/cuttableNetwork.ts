import { connect, createServer, type Socket } from 'node:net';

export interface CuttableNetwork {
  /** The address that a browser uses instead of the server's. */
  url: string;
  /** Blocks all traffic in both directions; new connections hang. */
  cut(): void;
  /** Resets the hanging connections, as a network does when it returns, and lets new connections pass. */
  restore(): void;
  close(): Promise<void>;
}

/** A proxy to a server whose connections can be cut. */
export async function startCuttableNetwork(serverUrl: string): Promise<CuttableNetwork> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
      if (isCut) socket.pause();
    }
    if (!isCut) {
      near.pipe(far);
      far.pipe(near);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut: () => {
      isCut = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    restore: () => {
      isCut = false;
      breakAll();
    },
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      breakAll();
      return closed;
    },
  };
}
