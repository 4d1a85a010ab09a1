import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Secrets } from '../secrets.ts';
import { type Connections, type FixedConnection, followConnections } from './connections/connections.ts';
import { type OutgoingHttp, outgoingHttp } from './connections/outgoingHttp.ts';
import { allowedHosts } from './connections/ownNetwork.ts';
import { type GameHealthBook, openGameHealthBook } from './game/gameHealthBook.ts';
import { gameHouses } from './game/gameHouses.ts';
import { choosePayoutConnection, payoutChain } from './payout/payoutChain.ts';
import { buildProviders, type Providers, type SandboxCounterpart, sandboxConnections } from './providers.ts';
import { slipChain } from './slip/slipChain.ts';
import { smsChain } from './sms/smsChain.ts';
import { httpSmsGateway } from './sms/template/httpSmsGateway.ts';

interface Parts {
  config: Config;
  db: Db;
  /** Address of the database itself. */
  url: string;
  secrets: Pick<Secrets, 'connection'>;
  metrics: Pick<Metrics, 'countConnectionCall'>;
  /** Told of each connection that cannot work, with what is wrong. */
  report: (error: unknown, about: object) => void;
}

/** Opens the connections of operators, of the environment and of the sandbox, and the providers that call them. */
export async function openCounterparts(
  parts: Parts,
): Promise<{ providers: Providers; connections: Connections; gameHealth: GameHealthBook }> {
  const { config, db, url, secrets, metrics, report } = parts;
  const sandbox = config.sandbox && { ...config.sandbox, timeoutMs: config.providerTimeoutMs };
  const http = outgoingHttp(allowedHosts(config), config.providerTimeoutMs);
  const connections = await followConnections({
    db,
    url,
    keys: secrets.connection,
    http,
    variant: config.variant,
    fixed: fixedConnections(config, http, sandbox),
    countCall: metrics.countConnectionCall,
    report,
  });
  const gameHealth = openGameHealthBook(db);
  const connected = {
    sms: smsChain(connections),
    slipVerifier: slipChain(connections, slipTimes(config)),
    ...gameHouses(connections, gameHealth),
  };
  const built = buildProviders(connected, sandbox);
  const providers = {
    ...built,
    payouts: payoutChain(connections, built.payouts),
    payoutConnection: () => choosePayoutConnection(connections),
  };
  return { providers, connections, gameHealth };
}

/** A slip's lease must outlast its look-up and the time to store what it came to. */
function slipTimes({ leaseSeconds, providerTimeoutMs }: Config) {
  const endMs = leaseSeconds * 1_000 - providerTimeoutMs;
  return { beginMs: endMs - providerTimeoutMs, endMs };
}

/** Those that operators see and cannot edit. They are asked after the operators' own. */
function fixedConnections(
  { sms, variant }: Config,
  http: OutgoingHttp,
  sandbox: SandboxCounterpart | undefined,
): FixedConnection[] {
  const environment: FixedConnection[] = sms
    ? [
        {
          id: 'environment-sms',
          capability: 'sms',
          driver: 'http',
          title: 'KRAPAO_SMS_*',
          name: 'KRAPAO_SMS_URL',
          isActive: true,
          settingsVersion: 1,
          isSandbox: false,
          port: httpSmsGateway(sms, variant, http),
        },
      ]
    : [];
  return [...environment, ...(sandbox ? sandboxConnections(sandbox) : [])];
}
