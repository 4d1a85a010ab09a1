import { resolve } from 'node:path';
import type { Variant } from '@krapao/contract/variant';
import { isForWrites, readableAddress } from './database/hostList.ts';
import type { S3Place } from './files/s3Files.ts';
import { readSmsTemplate, type SmsTemplate } from './providers/sms/template/smsTemplate.ts';
import { StartupError } from './startupError.ts';
import { isPrivateOnTheWay } from './thisMachine.ts';

/** The server's settings from the environment, parsed once at start. */
export interface Config {
  mode: 'sandbox' | 'production';
  variant: Variant;
  host: string;
  port: number;
  /** Address under which browsers and providers reach the server, without a trailing slash. */
  publicUrl: string;
  /** Folder of the embedded database, files and generated secrets. */
  dataFolder: string;
  /** Connection string of the database's owner, of one host or several; undefined: the embedded database. */
  databaseUrl: string | undefined;
  /** Address of a transaction pooler for calls and jobs; undefined: the database itself. */
  poolUrl: string | undefined;
  /** A replica for statements, reports, exports and searches; undefined: the primary answers them. */
  replicaUrl: string | undefined;
  /** Redis that carries socket messages between nodes; undefined: PostgreSQL does. */
  redisUrl: string | undefined;
  /** The sandbox: its address and the secret shared with it; undefined in production. */
  sandbox: { url: string; secret: string } | undefined;
  /** A real SMS gateway; undefined: the sandbox's, and in production none. */
  sms: SmsTemplate | undefined;
  /** `host:port` of the server's own network that connections may call. */
  ownNetworkHosts: readonly string[];
  /** `host:port` of push services besides those of browsers; none in production. */
  pushHosts: readonly string[];
  /** Origins that may call the API from another address. */
  allowedOrigins: readonly string[];
  /** Origins at which providers' log-in forms end, including redirects (GAM-04); pages may post forms to no others. */
  loginFormOrigins: readonly string[];
  /** Number of proxies in front whose X-Forwarded-For entries are trusted. */
  trustedProxies: number;
  /** The bucket of uploaded files; undefined: the data folder. */
  s3: S3Place | undefined;
  /** The token of scrapers of /metrics; without one production serves no metrics. */
  metricsToken: string | undefined;
  /** Whether /docs describes the calls. */
  servesDocs: boolean;
  logLevel: string;
  /** Milliseconds after which a provider's call without an answer counts as unknown. */
  providerTimeoutMs: number;
  /** Seconds until another node takes over an unfinished transfer or payout of a node. */
  leaseSeconds: number;
  /** Milliseconds until a call's headers and body must have arrived. */
  bodyTimeoutMs: number;
  /** As bodyTimeoutMs, for calls that upload a file. */
  uploadTimeoutMs: number;
  /** Time limit in milliseconds of a statement, and of opening a database connection. */
  databaseTimeoutMs: number;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads the environment.
 * @throws StartupError that lists every wrong setting
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];

  function integer(name: string, fallback: number, lowest: number, highest: number): number {
    const text = environment[name];
    if (text === undefined || text === '') return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= lowest && value <= highest) return value;
    problems.push(`${name} must be a whole number from ${lowest} to ${highest}, not "${text}".`);
    return fallback;
  }

  function choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const text = environment[name];
    if (text === undefined || text === '') return fallback;
    const found = choices.find((candidate) => candidate === text);
    if (found === undefined) problems.push(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
    return found ?? fallback;
  }

  function address(
    name: string,
    protocols: readonly string[],
    read = (text: string) => text,
  ): string | undefined {
    const text = read(environment[name] ?? '');
    if (text === '') return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/$/, '');
    problems.push(
      `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
    return undefined;
  }

  function origins(name: string): string[] {
    const listed = (environment[name] ?? '').split(',').filter((origin) => origin !== '');
    for (const origin of listed) {
      if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
        problems.push(`${name} holds "${origin}", which is no origin such as https://app.example.com.`);
      }
    }
    return listed;
  }

  function hosts(name: string): string[] {
    const listed = (environment[name] ?? '').split(',').filter((host) => host !== '');
    for (const host of listed) {
      if (
        !URL.canParse(`https://${host}`) ||
        new URL(`ftp://${host}`).host !== host ||
        !/:[0-9]+$/.test(host)
      )
        problems.push(`${name} holds "${host}", which is no host with its port such as 10.0.0.7:8080.`);
    }
    return listed;
  }

  const mode = choice('KRAPAO_MODE', ['sandbox', 'production'], 'sandbox');
  const port = integer('PORT', 8080, 1, 65_535);
  const sandboxPort = integer('KRAPAO_SANDBOX_PORT', Math.min(port + 1, 65_535), 1, 65_535);
  const publicUrl = address('PUBLIC_URL', ['http:', 'https:']);
  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:'], readableAddress);
  const poolUrl = address('KRAPAO_POOL_URL', ['postgres:', 'postgresql:']);
  if (poolUrl !== undefined && databaseUrl === undefined) {
    problems.push('KRAPAO_POOL_URL is set without DATABASE_URL, the address of the database itself.');
  }
  const replicaUrl = address('KRAPAO_REPLICA_URL', ['postgres:', 'postgresql:']);
  if (replicaUrl !== undefined && databaseUrl === undefined) {
    problems.push('KRAPAO_REPLICA_URL is set without DATABASE_URL, the address of its primary.');
  }
  if (databaseUrl !== undefined && !isForWrites(databaseUrl)) {
    problems.push(
      'DATABASE_URL with several hosts finds their primary; its target_session_attrs is read-write.',
    );
  }
  const redisUrl = address('REDIS_URL', ['redis:', 'rediss:']);
  if (mode === 'production' && publicUrl === undefined) {
    problems.push('PUBLIC_URL is missing; production needs the address that browsers use.');
  }
  if (mode === 'production' && publicUrl !== undefined && !isPrivateOnTheWay(new URL(publicUrl))) {
    problems.push(
      'PUBLIC_URL must start with https:// in production; http:// is for localhost and 127.0.0.1 alone.',
    );
  }
  const sandboxSecret = environment.SANDBOX_SECRET ?? '';
  if (mode === 'sandbox' && sandboxSecret.length < 8) {
    problems.push('SANDBOX_SECRET must have at least 8 characters; `npm start` makes one.');
  }
  const allowedOrigins = origins('KRAPAO_ALLOWED_ORIGINS');
  const loginFormOrigins = origins('KRAPAO_LOGIN_FORM_ORIGINS');
  const bucket = environment.KRAPAO_S3_BUCKET || undefined;
  const s3Endpoint = address('KRAPAO_S3_ENDPOINT', ['http:', 'https:']);
  if (bucket === undefined && s3Endpoint !== undefined) {
    problems.push('KRAPAO_S3_ENDPOINT is set without KRAPAO_S3_BUCKET.');
  }
  const metricsToken = environment.KRAPAO_METRICS_TOKEN || undefined;
  if (metricsToken !== undefined && metricsToken.length < 16) {
    problems.push('KRAPAO_METRICS_TOKEN must have at least 16 characters.');
  }
  const providerTimeoutMs = integer('KRAPAO_PROVIDER_TIMEOUT_MS', 8_000, 500, 60_000);
  const leaseSeconds = integer('KRAPAO_LEASE_SECONDS', 30, 2, 600);
  // Running work must not be taken over: the lease must cover an order in two steps and the time to store its result.
  if (leaseSeconds * 1_000 < providerTimeoutMs * 2 + 1_000) {
    problems.push('KRAPAO_LEASE_SECONDS must be a second more than twice KRAPAO_PROVIDER_TIMEOUT_MS.');
  }
  const config: Config = {
    mode,
    variant: choice('KRAPAO_VARIANT', ['thailand', 'laos'], 'thailand'),
    host: environment.HOST || (mode === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port,
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    dataFolder: resolve(environment.KRAPAO_DATA || '.data'),
    databaseUrl,
    poolUrl,
    replicaUrl,
    redisUrl,
    sandbox:
      mode === 'sandbox' ? { url: `http://127.0.0.1:${sandboxPort}`, secret: sandboxSecret } : undefined,
    sms: readSmsTemplate(environment, problems),
    ownNetworkHosts: hosts('KRAPAO_OWN_NETWORK_HOSTS'),
    pushHosts: mode === 'sandbox' ? hosts('KRAPAO_PUSH_HOSTS') : [],
    allowedOrigins,
    loginFormOrigins,
    trustedProxies: integer('KRAPAO_TRUSTED_PROXIES', 0, 0, 10),
    s3:
      bucket === undefined
        ? undefined
        : { bucket, region: environment.KRAPAO_S3_REGION || 'us-east-1', endpoint: s3Endpoint },
    metricsToken,
    servesDocs: choice('KRAPAO_DOCS', ['on', 'off'], mode === 'production' ? 'off' : 'on') === 'on',
    logLevel: choice('KRAPAO_LOG_LEVEL', LOG_LEVELS, mode === 'production' ? 'info' : 'warn'),
    providerTimeoutMs,
    leaseSeconds,
    bodyTimeoutMs: integer('KRAPAO_BODY_TIMEOUT_MS', 60_000, 500, 600_000),
    uploadTimeoutMs: integer('KRAPAO_UPLOAD_TIMEOUT_MS', 300_000, 500, 3_600_000),
    databaseTimeoutMs: integer('KRAPAO_DATABASE_TIMEOUT_MS', 10_000, 1_000, 60_000),
  };
  if (problems.length > 0) throw new StartupError(problems.join('\n'));
  return config;
}
