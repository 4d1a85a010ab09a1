import { connect, createServer, type Socket } from 'node:net';

export interface Forwarder {
  port: number;
  /** Breaks all connections; new ones are forwarded. */
  cut(): void;
  stop(): Promise<void>;
}

/**
 * Forwards TCP connections. Each goes to the first target that accepts it, and ends with it.
 * @param port 0: a free one
 * @param targets ports of this machine, asked for each connection, in the order in which they are tried
 */
export async function startForwarder(port: number, targets: () => readonly number[]): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    keep(near);
    void reach(targets()).then((far) => {
      if (far === undefined || near.destroyed) {
        near.destroy();
        far?.destroy();
        return;
      }
      keep(far);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
      near.pipe(far).pipe(near);
    });
  });
  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : port,
    cut,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}

async function reach(targets: readonly number[]): Promise<Socket | undefined> {
  for (const port of targets) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    if (isOpen) return socket;
  }
  return undefined;
}
