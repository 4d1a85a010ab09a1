import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { replayPart } from '../../ledger/replayPart.ts';
import { currentHead } from '../../ledger/sealer.ts';
import { BALANCES } from '../../ledger/verifyQueries.ts';

const NEWEST = 2_000;
const CHECKED_MAX = 20_000;

/** The newest root over all accounts, and the number of postings that no seal has passed yet. */
export async function ledgerState(db: Db) {
  const root = await currentHead(db);
  const { rows } = await sql<{ count: bigint; at: Date | null }>`
    select count(*) as count, (select at from ledger.root order by seq desc limit 1) as at
    from ledger.posting where xid >= coalesce((select xid_to from ledger.seal order by seq desc limit 1), '0'::xid8)`.execute(
    db,
  );
  const at = rows[0]?.at;
  return {
    seal: root && at ? { number: String(root.seq), hash: root.hash, at: at.toISOString() } : null,
    unsealed: Number(rows[0]?.count ?? 0n),
  };
}

/**
 * Checks a part of the ledger within seconds: it replays the accounts of the newest postings whole, at most 20,000
 * postings (at least one account), and checks that all balances sum to zero. `npm run verify` checks everything.
 */
export async function checkLedger(db: Db) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows: newest } = await sql<{ id: string; version: bigint; since: Date }>`
        select a.id::text, a.version, min(p.at) as since
        from (select * from ledger.posting order by id desc limit ${NEWEST}::integer) p
          join ledger.account a on a.id in (p.debit, p.credit) and a.mode = 'strict'
        group by a.id order by max(p.id) desc`.execute(trx);
      let postings = 0;
      const chosen = newest.filter(({ version }, nth) => {
        postings += Number(version);
        return nth === 0 || postings <= CHECKED_MAX;
      });
      const replayed = await replayPart(trx, {
        from: 0n,
        to: 0n,
        only: chosen.map(({ id }) => id),
        trees: [],
        sums: [],
        known: undefined,
      });
      const { rows } = await sql<{ currency: string; balance: bigint }>`
        select currency, sum(posted)::bigint as balance from (${BALANCES}) b group by currency having sum(posted) <> 0`.execute(
        trx,
      );
      const since = chosen.map((account) => account.since.getTime());
      return {
        postings: replayed.postings,
        since: since.length === 0 ? null : new Date(Math.min(...since)).toISOString(),
        findings: [
          ...replayed.findings.slice(0, 20).map(({ check, detail }) => `${check}: ${detail}`),
          ...rows.map(
            ({ currency, balance }) => `${currency}: balances sum to ${balance} satang, not to zero`,
          ),
        ],
      };
    });
}
