import type { SandboxOptions } from './sandboxProcess.ts';

/** Not an import: the workspaces stay apart, and what runs here is what `npm run sandbox` runs. */
const SOURCE = new URL('../../../sandbox/src/', import.meta.url);

export interface SandboxHere {
  url: string;
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

export interface MovableSandbox extends SandboxHere {
  /** Resolves when every notice that is due has been tried. @returns how many were */
  delivered(): Promise<number>;
  /** Lets so many milliseconds pass in the world of this process's sandboxes. */
  moveClock(ms: number): void;
}

/**
 * Starts the sandbox in this process, at a port of its own. A process of its own (startSandbox) takes a second more of
 * processor, and can be killed.
 */
export async function startSandboxHere({
  port = 0,
  dataDir,
  webhookUrl,
  secret,
}: SandboxOptions): Promise<MovableSandbox> {
  const { buildSandbox } = await import(new URL('app.ts', SOURCE).href);
  const { clock } = await import(new URL('clock.ts', SOURCE).href);
  const { readEnvironment } = await import(new URL('config.ts', SOURCE).href);
  const app = await buildSandbox(
    readEnvironment({
      KRAPAO_DATA: dataDir,
      SANDBOX_SECRET: secret,
      ...(webhookUrl && { KRAPAO_WEBHOOK_URL: webhookUrl }),
    }),
  );
  const url: string = await app.listen({ port, host: '127.0.0.1' });
  return {
    url,
    moveClock: (ms) => clock.move(ms),
    delivered: () => app.delivered(),
    stop: () => app.close(),
  };
}
