import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { ensureHouseAccount, ensureMemberAccount } from '../ledger/account.ts';
import { post } from '../ledger/post.ts';

/** Credits money to the member from the house's adjustment account. Satang. */
export async function fund(db: Db, memberId: bigint, amount: bigint): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await post(trx, {
      key: randomUUID(),
      code: 'adjustment',
      debit: await ensureHouseAccount(trx, 'adjustment'),
      credit: await ensureMemberAccount(trx, memberId, 'wallet'),
      amount,
      actor: 'system',
      cause: 'test',
    });
  });
}

/** The member's amounts in the ledger, in satang. */
export async function moneyOf(
  db: Db,
  memberId: bigint,
): Promise<{ wallet: bigint; held: bigint; inTransfer: bigint }> {
  const { rows } = await sql<{ kind: string; posted: bigint; held: bigint }>`
    select kind, posted, held from ledger.account where member_id = ${memberId}`.execute(db);
  const of = (kind: string) => rows.find((row) => row.kind === kind);
  return {
    wallet: of('wallet')?.posted ?? 0n,
    held: of('wallet')?.held ?? 0n,
    inTransfer: of('in_transfer')?.posted ?? 0n,
  };
}

export interface Fault {
  mode: string;
  times?: number;
  delayMs?: number;
  /** Only calls that concern this reference, account, player or phone. */
  for?: string;
}

/** Sets fault switches of the sandbox, for example `{ 'game:pg': { mode: 'slow' } }`. */
export async function setFaults(sandboxUrl: string, faults: Record<string, Fault>): Promise<void> {
  await send(sandboxUrl, 'PUT', '/faults', faults);
}

/** Plays one round at a game of the sandbox; baht. @returns the balance after it in satang */
export async function playRound(
  sandboxUrl: string,
  provider: string,
  round: { username: string; stake: number; win: number },
): Promise<bigint> {
  const { balance } = await send(sandboxUrl, 'POST', `/games/${provider}/rounds`, round);
  return BigInt(Math.round(Number(balance) * 100));
}

/** The player's balance at a game, in satang: read from a round that wins back its stake of one satang. */
export async function gameBalance(sandboxUrl: string, provider: string, username: string): Promise<bigint> {
  try {
    return await playRound(sandboxUrl, provider, { username, stake: 0.01, win: 0.01 });
  } catch (error) {
    if (error instanceof Error && error.message.includes('INSUFFICIENT_BALANCE')) return 0n;
    throw error;
  }
}

/** Completes a pending transfer at a game of the sandbox, late. */
export async function settleAtGame(
  sandboxUrl: string,
  provider: string,
  id: string,
  status: 'success' | 'failed',
): Promise<void> {
  await send(sandboxUrl, 'POST', `/games/${provider}/transfers/${id}/settle`, { status });
}

/** Polls until `look` returns a value. @throws Error after the deadline */
export async function until<T>(
  look: () => Promise<T | undefined | false>,
  withinMs = 90_000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen as NonNullable<T>;
    if (Date.now() > deadline) throw new Error('It did not come about in time.');
    await delay(50);
  }
}

async function send(baseUrl: string, method: string, path: string, body: object) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
