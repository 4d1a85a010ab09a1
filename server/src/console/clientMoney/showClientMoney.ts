import { bangkokDay } from '@krapao/contract/bangkokTime';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { heldAt } from '../accounts/places.ts';
import type { HouseMovement } from '../reports/houseMoney.ts';
import { stateOf } from './evenings.ts';
import { balanceOf, positionAt, sumOf } from './position.ts';

const EVENINGS = 92;
/** Later than what clocks of several nodes stamp now. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** The position now and the stored evenings, newest first; baht. One snapshot. @param gateways titles by code */
export function showClientMoney(db: Db, attForBaht: number, gateways: ReadonlyMap<string, string>) {
  return inSnapshot(db, async (trx) => {
    const now = clock.date();
    const position = await positionAt(trx, {
      at: new Date(now.getTime() + CLOCKS_DIFFER_MS),
      day: bangkokDay(now),
      attForBaht,
    });
    const { owed, inGames, books, counted, games, accounts, movements } = position;
    const { rows } = await sql<{ wallets: bigint; held: bigint; in_transfer: bigint }>`
      select coalesce(sum(posted) filter (where kind = 'wallet'), 0)::bigint as wallets,
        coalesce(sum(held), 0)::bigint as held,
        coalesce(sum(posted) filter (where kind = 'in_transfer'), 0)::bigint as in_transfer
      from ledger.account where mode = 'strict' and currency = 'THB'`.execute(trx);
    const { wallets = 0n, held = 0n, in_transfer = 0n } = rows[0] ?? {};
    return {
      now: {
        state: accounts.length === 0 ? ('UNMARKED' as const) : stateOf(position, now),
        wallets: bahtFromSatang(wallets),
        held: bahtFromSatang(held),
        inTransfer: bahtFromSatang(in_transfer),
        ...presentSums({ owed, inGames, books, counted }),
        fees: bahtFromSatang(
          -sumOf(
            inBaht(movements, 'cash_flow')
              .filter(({ label }) => label === 'fee')
              .map(balanceOf),
          ),
        ),
        games: games
          .filter(({ moved, result }) => moved !== 0n || result !== 0n)
          .map(({ code, name, moved, result, owed: left }) => ({
            code,
            name,
            moved: bahtFromSatang(moved),
            result: bahtFromSatang(result),
            owed: bahtFromSatang(left),
          })),
        gateways: inBaht(movements, 'gateway').map((row) => ({
          title: gateways.get(row.label ?? '') ?? row.label ?? '',
          holds: bahtFromSatang(heldAt(`gateway:${row.label}`, movements)),
        })),
      },
      evenings: await eveningsOf(trx),
    };
  });
}

const inBaht = (movements: readonly HouseMovement[], asked: string) =>
  movements.filter(({ kind, currency }) => kind === asked && currency === 'THB');

interface Sums {
  owed: bigint;
  inGames: bigint;
  books: bigint;
  counted: bigint;
}

/** What has to be there, and what each way of looking has more than that. */
function presentSums({ owed, inGames, books, counted }: Sums) {
  const required = owed + inGames;
  return {
    owed: bahtFromSatang(owed),
    inGames: bahtFromSatang(inGames),
    required: bahtFromSatang(required),
    books: bahtFromSatang(books),
    booksOver: bahtFromSatang(books - required),
    counted: bahtFromSatang(counted),
    countedOver: bahtFromSatang(counted - required),
  };
}

async function eveningsOf(trx: Trx) {
  const rows = await trx
    .selectFrom('client_money_evening as e')
    .leftJoin('operator as o', 'o.id', 'e.decided_by')
    .select(['e.id', 'e.owed', 'e.books', 'e.counted', 'e.state', 'e.decided_because', 'o.name'])
    .select('e.in_games as inGames')
    .select(sql<string>`to_char(e.day, 'YYYY-MM-DD')`.as('day'))
    .orderBy('e.day', 'desc')
    .limit(EVENINGS)
    .execute();
  return rows.map(({ id, day, state, decided_because, name, ...sums }) => ({
    id: String(id),
    day,
    state: state as 'COVERED' | 'SHORT' | 'OVERDUE' | 'EXPLAINED',
    ...presentSums(sums),
    explainedBy: name,
    reason: decided_because,
  }));
}
