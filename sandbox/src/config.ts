/** The sandbox's configuration. */
export interface SandboxConfig {
  /** Folder of the state files. */
  dataDir: string;
  /** Shared with the server: its API key here, and the key that signs webhooks. */
  secret: string;
  /** The server's base URL for webhooks; with null they wait. */
  webhookUrl: string | null;
  /** The sandbox's own address for browsers; null takes it from each request. */
  publicUrl: string | null;
  /** Milliseconds before the first repeat of a webhook; doubles with each repeat up to a minute. */
  webhookRetryMs: number;
}

export interface SandboxEnvironment extends SandboxConfig {
  port: number;
  host: string;
}

/** Reads the environment. Throws an Error whose message lists all problems. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): SandboxEnvironment {
  const wrong: string[] = [];
  const port = Number(env.KRAPAO_SANDBOX_PORT ?? '8081');
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    wrong.push('KRAPAO_SANDBOX_PORT must be a port number (0 to 65535).');
  }
  const secret = env.SANDBOX_SECRET ?? '';
  if (secret.length < 8) wrong.push('SANDBOX_SECRET must have at least 8 characters.');
  for (const name of ['KRAPAO_WEBHOOK_URL', 'KRAPAO_SANDBOX_URL']) {
    const value = env[name];
    if (value !== undefined && !/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
      wrong.push(`${name} must be an http or https address.`);
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return {
    port,
    host: env.KRAPAO_SANDBOX_HOST ?? '127.0.0.1',
    dataDir: env.KRAPAO_DATA ?? '.data',
    secret,
    webhookUrl: env.KRAPAO_WEBHOOK_URL ?? null,
    publicUrl: env.KRAPAO_SANDBOX_URL ?? null,
    webhookRetryMs: 500,
  };
}
