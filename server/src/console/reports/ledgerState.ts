import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { LEDGER_CHAIN } from '../../ledger/chains.ts';
import { verifyChain } from '../../ledger/verifyChain.ts';

const CHECKED_MAX = 20_000n;
const SEALS_MAX = 5_000;

/** The newest seal of the audit chain, and the number of later postings. */
export async function ledgerState(db: Db) {
  const seal = await db
    .selectFrom('ledger.seal')
    .select(['seq', 'hash', 'at', 'xid_to'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ledger.posting where xid >= ${seal?.xid_to ?? '0'}::text::xid8`.execute(db);
  return {
    seal: seal
      ? { number: String(seal.seq), hash: seal.hash.toString('hex'), at: seal.at.toISOString() }
      : null,
    unsealed: Number(rows[0]?.count ?? 0n),
  };
}

/**
 * Checks a part of the ledger within seconds: it recalculates the newest seals, which cover at most 20,000 postings (at
 * least one seal), and checks that all balances sum to zero. `npm run verify` checks everything.
 */
export async function checkLedger(db: Db) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const seals = await trx
        .selectFrom('ledger.seal')
        .select(['seq', 'postings', 'at'])
        .orderBy('seq', 'desc')
        .limit(SEALS_MAX)
        .execute();
      let postings = 0n;
      const chosen = seals.filter((seal, nth) => {
        postings += seal.postings;
        return nth === 0 || postings <= CHECKED_MAX;
      });
      const first = chosen.at(-1);
      const broken = first === undefined ? [] : await verifyChain(trx, LEDGER_CHAIN, [], first.seq);
      const { rows } = await sql<{ currency: string; balance: bigint }>`
        select b.currency, sum(b.posted)::bigint as balance
        from (
          select currency, posted from ledger.account where mode = 'strict'
          union all
          select d.currency, p.posted from ledger.account d cross join lateral ledger.balance(d.id) p where d.mode = 'derived'
        ) b (currency, posted)
        group by b.currency having sum(b.posted) <> 0`.execute(trx);
      return {
        postings: Number(chosen.reduce((sum, seal) => sum + seal.postings, 0n)),
        since: first?.at.toISOString() ?? null,
        findings: [
          ...broken.slice(0, 20),
          ...rows.map(
            ({ currency, balance }) => `${currency}: balances sum to ${balance} satang, not to zero`,
          ),
        ],
      };
    });
}
