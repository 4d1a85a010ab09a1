import Fastify from 'fastify';
import { readConfig } from '../config.ts';
import type { AppContext } from '../context.ts';
import type { Db, Trx } from '../database/connect.ts';
import { readersWithout } from '../database/readers.ts';
import type { Decision } from '../decision.ts';
import { ensureMemberAccount } from '../ledger/account.ts';
import { createMetrics } from '../operations/metrics.ts';
import { MANUAL_PROVIDERS } from '../providers/manualProviders.ts';
import type { Providers } from '../providers/providers.ts';
import { seedGames } from '../seeds/seed.ts';
import { seedBanks } from '../seeds/seedBanks.ts';
import { seedDeposits } from '../seeds/seedDeposits.ts';
import { SETTINGS, type SettingKey, type SettingValue } from '../settings/schema.ts';
import { createTestDatabase } from './database.ts';
import { LOOSE_PAYOUTS } from './loosePayouts.ts';
import { nameOf, newNumbers } from './memberNumbers.ts';

/** The verbs on a real database without HTTP and jobs, for many short histories. The test provides banks and games. */
export interface VerbWorld {
  db: Db;
  owner: Db;
  context: AppContext;
  /** The one operator, and a decision of theirs. */
  operatorId: bigint;
  decision: Decision;
  /** Runs one verb in its own transaction. */
  run<T>(verb: (trx: Trx) => Promise<T>): Promise<T>;
  /** A member with an empty wallet, at KBANK; `games` are open accounts. */
  newMember(games?: readonly string[]): Promise<WorldMember>;
  set<K extends SettingKey>(key: K, change: Partial<SettingValue<K>>): void;
  close(): Promise<void>;
}

export interface WorldMember {
  id: bigint;
  bankAccountNo: string;
}

export async function openVerbWorld(
  clusterUrl: string,
  providers: Partial<Providers> = {},
  variant: 'thailand' | 'laos' = 'thailand',
): Promise<VerbWorld> {
  const { db, owner, close } = await createTestDatabase(clusterUrl);
  const config = readConfig({ SANDBOX_SECRET: 'a secret of tests', KRAPAO_VARIANT: variant });
  await seedBanks(owner, config);
  await seedGames(owner, { mode: 'sandbox' });
  await seedDeposits(owner, config);
  const { id: operatorId } = await owner
    .insertInto('operator')
    .values({ username: 'cashier', name: 'Cashier', role: 'cashier', password_hash: 'none' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, { default: value }]) => [
      key,
      key === 'payout' ? LOOSE_PAYOUTS : value,
    ]),
  ) as unknown as { [K in SettingKey]: SettingValue<K> };
  const context = {
    config,
    db,
    readers: readersWithout(db),
    settings: {
      get: (key: SettingKey) => values[key],
      readNow: async (_: unknown, key: SettingKey) => values[key],
      reload: async () => undefined,
      close: async () => undefined,
    },
    providers: { ...MANUAL_PROVIDERS, ...providers },
    metrics: createMetrics(db),
    log: Fastify({ logger: false }).log,
    wakeJob: () => undefined,
  } as unknown as AppContext;
  return {
    db,
    owner,
    context,
    operatorId,
    decision: { operator: `operator:${operatorId}`, reason: 'seen at the bank' },
    run: (verb) => db.transaction().execute(verb),
    newMember: (games = []) => newMember(owner, games),
    set: (key, change) => {
      values[key] = { ...(values[key] as object), ...(change as object) } as never;
    },
    close,
  };
}

async function newMember(owner: Db, games: readonly string[]): Promise<WorldMember> {
  const { phoneNumber, bankAccountNo, shown } = newNumbers();
  // Moves the previous owner of these four digits, which every bank shows, to another bank.
  await owner
    .updateTable('member')
    .set({ bank_code: 'BBL' })
    .where('bank_code', '=', 'KBANK')
    .where('bank_account_no', 'like', `______${shown.slice(1)}_`)
    .execute();
  return owner.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('member')
      .values({
        phone_number: `+66${phoneNumber.slice(1)}`,
        name: 'SOMCHAI JAIDEE',
        password_hash: 'none',
        bank_code: 'KBANK',
        bank_account_no: bankAccountNo,
        bank_account_name: nameOf(shown),
        currency: 'BAHT',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ensureMemberAccount(trx, id, 'wallet');
    await ensureMemberAccount(trx, id, 'in_transfer');
    for (const provider of games)
      await trx
        .insertInto('game_account')
        .values({
          member_id: id,
          provider,
          username: `km${id}${provider}`,
          password: Buffer.alloc(40),
          is_open: true,
        })
        .execute();
    return { id, bankAccountNo };
  });
}
