import { buildSandbox } from './app.ts';
import { readEnvironment } from './config.ts';

async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const app = await buildSandbox(environment);
  const address = await app.listen({ port: environment.port, host: environment.host });
  // The launcher waits for this before it prints the addresses.
  process.send?.({ ready: true });
  process.stdout.write(`Sandbox world: ${environment.publicUrl ?? address}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void app.close().then(() => process.exit(0)));
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? `The sandbox cannot start. ${error.message}` : error);
  process.exit(1);
});
