import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';

/**
 * Whether members have money at one of the games, as far as is known, or money is on its way there or back, or staked in a
 * round that is not over.
 */
export async function isMoneyAt(db: Db | Trx, codes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from game_account where provider = any(${codes}::text[]) and amount > 0)
      or exists (select from game_round where closed_at is null and provider = any(${codes}::text[]))`.execute(
    db,
  );
  return rows.length > 0 || (await isMoneyMoving(db, codes));
}

/** Whether money is on its way between one of the games, where it is now, and the wallet or another game. */
export async function isMoneyMoving(db: Db | Trx, codes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select where exists (
      select from transfer_leg l join transfer t on t.id = l.transfer_id
      join game_provider g on g.code = any(${codes}::text[])
      where (l.due_at is not null or l.state = 'STUCK') and (t.to_code = g.code
        or (l.provider = g.code and l.connection_id is not distinct from g.connection_id)))`.execute(db);
  return rows.length > 0;
}

/** Whether a member has ever had an account at the game. */
export async function hasAccounts(db: Db | Trx, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('game_account')
    .select('member_id')
    .where('provider', '=', code)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks the game's row: no account is made and no transfer to it starts until the transaction ends. */
export async function lockGame(trx: Trx, code: string): Promise<void> {
  await trx.selectFrom('game_provider').select('code').where('code', '=', code).forUpdate().execute();
}

/** Whether a round of a connection's games is not over: what its maker owes must still find its way here. */
export async function hasOpenRound(db: Db | Trx, connectionId: string): Promise<boolean> {
  const open = await db
    .selectFrom('game_round')
    .select('id')
    .where('connection_id', '=', connectionId)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
