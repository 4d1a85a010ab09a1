import { followSessionEnds } from '../calls/sessionEnds.ts';
import { readConfig } from '../config.ts';
import type { AppContext } from '../context.ts';
import { connect, type Db } from '../database/connect.ts';
import { readersWithout } from '../database/readers.ts';
import { openFiles } from '../files/openFiles.ts';
import { followLookups } from '../modules/lookup/lookupRows.ts';
import { OUTCOME_SOURCES } from '../modules/outcome/sources.ts';
import { transferAll, transferFunds } from '../modules/transfers/transferFunds.ts';
import { withdrawalJobs } from '../modules/withdrawals/withdrawalJob.ts';
import { withdraw } from '../modules/withdrawals/withdrawFunds.ts';
import { createMetrics } from '../operations/metrics.ts';
import type { GamePlace, GameProvider } from '../providers/gameProvider.ts';
import type { Providers } from '../providers/providers.ts';
import { loadSecrets } from '../secrets.ts';
import { loadSettings } from '../settings/settings.ts';
import { sandboxProviders } from './sandboxProviders.ts';
import { sessionless } from './sessionless.ts';

// A process that runs one transfer or withdrawal and kills itself at its nth step: before or after a commit or a
// provider's call. Arguments: step (0: never), member, from, to (`from` ALL: collect, `to` BANK: withdraw), amount in
// baht. Prints the number of steps.
const [stepText = '0', memberText = '0', from = '', to = '', amountText = '0'] = process.argv.slice(2);
const crashAt = Number(stepText);
let steps = 0;

function step(): void {
  steps += 1;
  if (steps === crashAt) process.kill(process.pid, 'SIGKILL');
}

async function stepping<T>(work: () => Promise<T>): Promise<T> {
  step();
  const result = await work();
  step();
  return result;
}

/** The database with one step before each commit, while the transaction can still be lost, and one after it. */
function steppingDb(db: Db): Db {
  return new Proxy(db, {
    get(target, property) {
      if (property !== 'transaction') {
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return () => ({
        execute: async (work: Parameters<ReturnType<Db['transaction']>['execute']>[0]) => {
          const result = await target.transaction().execute(async (trx) => {
            const inner = await work(trx);
            step();
            return inner;
          });
          step();
          return result;
        },
      });
    },
  });
}

function steppingProviders(providers: Providers): Providers {
  const game = (place: GamePlace): GameProvider => {
    const real = providers.game(place);
    const { queryTransfer = () => Promise.reject(new Error('the sandbox has it')) } = real;
    return {
      ...real,
      transfer: (order) => stepping(() => real.transfer(order)),
      queryTransfer: (order) => stepping(() => queryTransfer(order)),
    };
  };
  const { payouts } = providers;
  return {
    ...providers,
    game,
    payouts: {
      accountName: (account) => stepping(() => payouts.accountName(account)),
      pay: (order) => stepping(() => payouts.pay(order)),
      query: (order) => stepping(() => payouts.query(order)),
    },
  };
}

const config = readConfig(process.env);
const url = config.databaseUrl ?? '';
const db = connect(url, config.databaseTimeoutMs);
const settings = await loadSettings(db, url);
const lookups = await followLookups(db, url);
const sessionEnds = await followSessionEnds(db, url);
const { sandbox } = config;
if (!sandbox) throw new Error('This needs the sandbox world.');
const context: AppContext = {
  config,
  db: steppingDb(db),
  readers: readersWithout(db),
  patientDb: db,
  settings,
  secrets: await loadSecrets(process.env, config.dataFolder, false),
  providers: steppingProviders(sandboxProviders({ ...sandbox, timeoutMs: config.providerTimeoutMs })),
  connections: {} as AppContext['connections'],
  lookups,
  outcomeSources: OUTCOME_SOURCES,
  sessionEnds,
  gameNews: { subscribe: () => () => undefined, close: async () => undefined },
  moneyNews: { subscribe: () => () => undefined, close: async () => undefined },
  files: (await openFiles(config)).files,
  metrics: createMetrics(db),
  tracing: undefined,
  log: { warn() {}, error() {} } as unknown as AppContext['log'],
  queueNews: { subscribe: () => () => undefined, close: async () => undefined },
  realtime: { emit: () => undefined, attach: () => undefined, close: async () => undefined },
  wakeJob: () => undefined,
};
const memberId = BigInt(memberText);
const amount = Number(amountText);

async function runOnce() {
  if (to === 'BANK') {
    const result = await withdraw(context, sessionless(memberId), amount);
    for (const job of withdrawalJobs(context)) await job.run(new AbortController().signal);
    return result;
  }
  if (from === 'ALL') return transferAll(context, memberId, to);
  return transferFunds(context, memberId, { from, to, amount });
}

await runOnce();
await sessionEnds.close();
await lookups.close();
await settings.close();
await db.destroy();
process.stdout.write(JSON.stringify({ steps }));
