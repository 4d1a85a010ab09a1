import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { ensureHouseAccount } from '../ledger/account.ts';
import { creditDeposit } from '../modules/deposits/creditDeposit.ts';
import type { SettingKey, SettingValue } from '../settings/schema.ts';
import { writeSetting } from '../settings/settings.ts';
import { DEPOSIT_RULES } from './depositRules.ts';
import { playRound, until } from './moneyWorld.ts';
import type { TestMember } from './testMember.ts';
import type { TestServer } from './testServer.ts';

/** Credits a deposit, as if it came through the bank. Satang. */
export async function deposit(db: Db, memberId: bigint, amount: bigint): Promise<void> {
  await db.transaction().execute(async (trx) =>
    creditDeposit(trx, {
      memberId,
      amount,
      from: 'KBANK',
      debit: await ensureHouseAccount(trx, 'bank', 'KBANK'),
      key: ['test-deposit', randomUUID()],
      cause: `test-deposit:${randomUUID()}`,
      rules: DEPOSIT_RULES,
      actor: 'system',
    }),
  );
}

/** Opens the member's account at a game. */
export async function openGame(member: TestMember, slotCode: string): Promise<void> {
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
}

export const move = (member: TestMember, from: string, to: string, amount: number) =>
  member.client('POST /api/wallet/transfer', { body: { from, to, amount } });

/** Plays a round at a game of the sandbox; baht. */
export const play = (server: TestServer, member: TestMember, provider: string, stake: number, win: number) =>
  playRound(server.sandbox.url, provider, { username: `km${member.id}${provider}`, stake, win });

/** The current day in Bangkok, YYYY-MM-DD. */
export const today = (): string => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);

/** Makes the running job close the current day at these providers, with their current figures. */
export async function closeToday(server: TestServer, ...providers: string[]): Promise<void> {
  for (const provider of providers)
    await sql`
      insert into play_close (provider, day, connection_id, external_code)
      select code, ${today()}::date, connection_id, external_code from game_provider where code = ${provider}`.execute(
      server.owner,
    );
  await until(async () => {
    const { rows } = await sql<{ open: bigint }>`
      select count(*) as open from play_close
      where day = ${today()}::date and provider = any(${providers}) and closed_at is null`.execute(
      server.owner,
    );
    return rows[0]?.open === 0n;
  });
}

/** Deletes the figures of the current day, so that the next test can close it again; paid refunds stay. */
export async function reopenToday(server: TestServer): Promise<void> {
  await sql`delete from play_close where day = ${today()}::date`.execute(server.owner);
}

/** Changes part of a setting on the running node. */
export async function changeSetting<K extends SettingKey>(
  server: TestServer,
  key: K,
  change: Partial<SettingValue<K>>,
): Promise<void> {
  const value = { ...(server.settings.get(key) as object), ...(change as object) } as SettingValue<K>;
  await server.owner.transaction().execute((trx) => writeSetting(trx, key, value, 'test'));
  await server.settings.reload();
}
