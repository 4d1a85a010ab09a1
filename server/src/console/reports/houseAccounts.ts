import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { gameTitles } from '../../modules/games/gameTitles.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { owedInGame } from '../clientMoney/position.ts';
import { type PageAsked, pageOf } from './figureRows.ts';
import { orderOf, postingRows, rowsOf } from './figures.ts';
import {
  type HouseAccount,
  isMemberLine,
  type LineName,
  lineOf,
  MEMBER_LINES,
  type MemberLine,
  type Section,
  signOf,
  wonLine,
} from './houseLines.ts';
import { type HouseMovement, houseMovements } from './houseMoney.ts';
import { pageByTime } from './pageByTime.ts';
import { type Period, readPeriod, type Span } from './period.ts';

const SECTIONS: readonly Section[] = ['ASSETS', 'MEMBERS', 'OWN'];

/** A line with its figures, in hundredths. */
type Line = LineName & {
  balance: Satang;
  /** By what the period made it larger, in how many postings; null for members' lines: whoever opens them reads it. */
  moved: Satang | null;
  /** Null, too, where days of play are its rows. */
  postings: number | null;
};

interface Names {
  language: Language;
  /** The titles of payment gateways, by code. */
  gateways: ReadonlyMap<string, string>;
}

/**
 * Where the money is, each of it once, by currency: what we have, what we owe members, and what is the house's own, with what a
 * period moved; baht. The first is the sum of the others, or the books are broken. One snapshot.
 * @throws AppError INVALID_REQUEST for an invalid period
 */
export function houseAccounts(db: Db, asked: { from: string; to: string }, names: Names) {
  const period = readPeriod(asked);
  return inSnapshot(db, async (trx) => {
    const accounts = await readAccounts(trx);
    const members = await readMembers(trx);
    const moved = new Map((await houseMovements(trx, period)).map((row) => [row.accountId, row]));
    const games = await readGames(trx, period);
    const labels = await labelsOf(trx, accounts, names);
    const currencies = [...new Set([...accounts, ...members].map(({ currency }) => currency))].toSorted(
      (one, other) => (one < other ? 1 : -1),
    );
    const sheets = currencies.map((currency) => {
      const lines = [
        ...members
          .filter((row) => row.currency === currency)
          .flatMap(({ line, balance }) => [
            {
              section: 'MEMBERS' as const,
              id: line,
              kind: line,
              code: null,
              balance,
              moved: null,
              postings: null,
            },
          ]),
        ...linesOf(
          accounts.filter((account) => account.currency === currency),
          moved,
          games,
        ),
      ].filter(
        ({ section, balance, moved: change }) =>
          section === 'MEMBERS' || balance !== 0n || (change !== null && change !== 0n),
      );
      const sections = SECTIONS.map((section) => {
        const its = lines.filter((line) => line.section === section);
        return { section, sum: its.reduce((sum, { balance }) => sum + balance, 0n), lines: its };
      });
      return { currency, sections };
    });
    return {
      currencies: sheets.map(({ currency, sections }) => ({
        currency,
        sections: sections.map(({ section, sum, lines }) => ({
          section,
          sum: bahtFromSatang(sum),
          lines: lines.map((line) => present(line, labels)),
        })),
      })),
      isBalanced: sheets.every(
        ({ sections }) =>
          sections.reduce((total, { section, sum }) => total + BigInt(signOf(section)) * sum, 0n) === 0n,
      ),
    };
  });
}

/**
 * The postings behind a line in a period, oldest first: of its accounts, of members' wallets, the open holds, or what members
 * staked and won at a game. Of members' money every bet is one, so nothing says what those of a period come to. One snapshot.
 * @throws AppError NO_DATA (no such line), INVALID_REQUEST
 */
export function houseLineRows(
  db: Db,
  {
    line,
    currency,
    from,
    to,
    ...page
  }: PageAsked & { line: string; currency: string; from: string; to: string },
) {
  const period = readPeriod({ from, to });
  return inSnapshot(db, async (trx) => {
    if (line === 'held') return pageOf(trx, openHolds(currency), page);
    if (isMemberLine(line)) {
      const kind = line === 'free' ? 'wallet' : line;
      const rowsIn = (piece: Span) =>
        postingRows(sql`a.kind = ${kind} and a.currency = ${currency}`, -1, piece);
      return pageByTime(trx, rowsIn, period, page);
    }
    const of = (await readAccounts(trx)).filter((account) => account.currency === currency);
    const game = of.find(({ kind, label }) => kind === 'provider' && wonLine(label ?? '').id === line)?.label;
    if (game != null) return pageOf(trx, rowsOf('ggr', period, { game }), page);
    const its = of.filter((account) => lineOf(account).id === line);
    const [first] = its;
    if (first === undefined) throw new AppError('NO_DATA', 'no such line');
    const ids = its.map(({ id }) => id);
    const way = signOf(lineOf(first).section);
    return pageOf(trx, postingRows(sql`a.id = any(${ids}::bigint[])`, way, period), page);
  });
}

/** The lines of the house's accounts of one currency, in the order of the accounts. */
function linesOf(
  accounts: readonly HouseAccount[],
  moved: ReadonlyMap<bigint, HouseMovement>,
  games: ReadonlyMap<string, Game>,
): Line[] {
  const lines = new Map<string, Line>();
  const add = (name: LineName, { balance, moved: change, postings }: Omit<Line, keyof LineName>) => {
    const known = lines.get(name.id);
    lines.set(name.id, {
      ...name,
      balance: (known?.balance ?? 0n) + balance,
      moved: change === null ? null : (known?.moved ?? 0n) + change,
      postings: postings === null ? null : (known?.postings ?? 0) + postings,
    });
  };
  for (const account of accounts) {
    const name = lineOf(account);
    const sign = BigInt(signOf(name.section));
    const { debited = 0n, credited = 0n, debits = 0, credits = 0 } = moved.get(account.id) ?? {};
    const change = { moved: sign * (debited - credited), postings: debits + credits };
    const { label, balance } = account;
    if (account.kind !== 'provider' || label === null) {
      add(name, { balance: -sign * balance, ...change });
      continue;
    }
    // What members moved into a game: a part is still theirs, the house won the rest or lost more.
    const game = games.get(label) ?? { kind: 'transfer', result: 0n, played: 0n };
    const owed = owedInGame(game.kind, balance, game.result);
    add(name, { balance: owed, ...change });
    add(wonLine(label), { balance: balance - owed, moved: game.played, postings: null });
  }
  return [...lines.values()];
}

async function readAccounts(trx: Trx): Promise<HouseAccount[]> {
  const { rows } = await sql<HouseAccount>`
    select a.id, a.kind, a.provider as label, a.currency, b.posted as balance
    from ledger.account a cross join lateral ledger.balance(a.id) b
    where a.mode = 'derived' order by a.kind, a.provider`.execute(trx);
  return rows;
}

/** What members have, by line. */
async function readMembers(trx: Trx): Promise<{ line: MemberLine; currency: string; balance: Satang }[]> {
  const { rows } = await sql<Record<MemberLine, bigint> & { currency: string }>`
    select currency,
      coalesce(sum(posted - held) filter (where kind = 'wallet'), 0)::bigint as free,
      coalesce(sum(held), 0)::bigint as held,
      coalesce(sum(posted) filter (where kind = 'in_transfer'), 0)::bigint as in_transfer
    from ledger.account where mode = 'strict' group by currency`.execute(trx);
  return rows.flatMap((row) =>
    MEMBER_LINES.map((line) => ({ line, currency: row.currency, balance: row[line] })),
  );
}

interface Game {
  kind: string;
  /** What the house won there by the figures of play, ever and in the period. */
  result: Satang;
  played: Satang;
}

async function readGames(trx: Trx, { from, to }: Period): Promise<ReadonlyMap<string, Game>> {
  const { rows } = await sql<Game & { code: string }>`
    select g.code, g.kind, coalesce(sum(d.stake - d.win), 0)::bigint as result,
      coalesce(sum(d.stake - d.win) filter (where d.day between ${from}::date and ${to}::date), 0)::bigint as played
    from game_provider g left join play_day d on d.provider = g.code group by g.code, g.kind`.execute(trx);
  return new Map(rows.map(({ code, ...game }) => [code, game]));
}

/** The holds of payouts that have not ended, whenever they began: they are what is held. */
const openHolds = (currency: string) => sql<never>`
  select ${orderOf(sql.ref('p.at'))} || '-' || p.id as key, p.at, p.code::text as what, p.amount::bigint as amount,
    w.member_id, p.cause::text as subject
  from withdrawal w join ledger.posting p on p.id = w.hold_id
  where w.settled_at is null and p.currency = ${currency}`;

/** Own accounts, gateways and games as operators named them, by the id of their line. */
async function labelsOf(
  trx: Trx,
  accounts: readonly HouseAccount[],
  { language, gateways }: Names,
): Promise<ReadonlyMap<string, string>> {
  const own = await trx
    .selectFrom('deposit_account')
    .select(['id', 'bank_code', 'account_no', 'account_name'])
    .execute();
  const games = accounts.flatMap((account) => {
    const { kind, code } = lineOf(account);
    return (kind === 'game' || kind === 'credit') && code !== null ? [code] : [];
  });
  const titles = await gameTitles(trx, games, language);
  return new Map([
    ...own.map(
      ({ id, bank_code, account_no, account_name }) =>
        [`cash:${id}`, `${bank_code} ${account_no} ${account_name}`] as const,
    ),
    // Two gateways may have one title: the code tells their accounts apart.
    ...[...gateways].map(([code, title]) => [`gateway:${code}`, `${title} (${code})`] as const),
    ...[...titles].flatMap(([code, title]) =>
      ['game', 'credit', 'won'].map((kind) => [`${kind}:${code}`, title] as const),
    ),
  ]);
}

const present = (
  { id, kind, code, balance, moved, postings }: Line,
  labels: ReadonlyMap<string, string>,
) => ({
  id,
  kind,
  label: labels.get(id) ?? code,
  balance: bahtFromSatang(balance),
  moved: moved === null ? null : bahtFromSatang(moved),
  postings,
});
