import { readConfig } from './config.ts';
import { startServer } from './startServer.ts';
import { StartupError } from './startupError.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

try {
  const server = await startServer(readConfig(process.env), process.env);
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.stop();
    process.exit(0);
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop());
  // The launcher waits for this before it tells people the addresses.
  process.send?.({ ready: true, url: server.url });
  process.stdout.write(`Krapao listens on ${server.url}\n`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
