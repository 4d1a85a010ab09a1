import { readConfig } from './config.ts';
import { startServer } from './startServer.ts';
import { StartupError } from './startupError.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

try {
  const starting = startServer(readConfig(process.env), process.env);
  // Known before anything has started: a signal in the middle waits for the start, then stops all of it in order.
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const server = await starting.catch(() => undefined);
    await server?.stop();
    process.exit(0);
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop());
  const server = await starting;
  // The launcher waits for this before it tells people the addresses.
  process.send?.({ ready: true, url: server.url });
  process.stdout.write(`Krapao listens on ${server.url}\n`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
