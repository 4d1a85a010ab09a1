import { createServer } from 'node:net';

/** A TCP port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
