import { machineClock } from './clock.ts';
import { readConfig } from './config.ts';
import { startServer } from './startServer.ts';
import { StartupError } from './startupError.ts';

const STOP_WITHIN_MS = 60_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

try {
  const starting = startServer(readConfig(process.env), process.env);
  // Registered before the start: a signal during the start waits for its end, then stops everything in order.
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const server = await starting.catch(() => undefined);
    // Running work ends within ten seconds; the next start takes up the rest.
    machineClock
      .after(STOP_WITHIN_MS, () => {
        process.stderr.write(
          `The server did not stop within ${STOP_WITHIN_MS / 1000} seconds and is ended.\n`,
        );
        process.exit(1);
      })
      .unref();
    await server?.stop();
    process.exit(0);
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop());
  const server = await starting;
  // The launcher waits for this before it prints the addresses.
  process.send?.({ ready: true, url: server.url });
  process.stdout.write(`Krapao listens on ${server.url}\n`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
