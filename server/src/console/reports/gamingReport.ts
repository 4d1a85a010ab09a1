import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { figureOf } from '../../modules/figures/memberMoney.ts';
import { moneyFigure } from '../../modules/figures/moneyFigure.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { type Played, playFigure } from './figures.ts';
import { houseMovements } from './houseMoney.ts';
import { type Period, readPeriod } from './period.ts';
import { rewardCosts } from './rewardCosts.ts';

const MEMBERS = 100;

const presentPlay = ({ stake, win }: Played) => ({
  stake: bahtFromSatang(stake),
  win: bahtFromSatang(win),
  ggr: bahtFromSatang(playFigure('ggr', [], { stake, win })),
});

/** What play earned the house in a period; baht. @throws AppError INVALID_REQUEST for an invalid period */
export async function gamingReport(db: Db, asked: { from: string; to: string }, language: Language) {
  const period = readPeriod(asked);
  return inSnapshot(db, async (trx) => {
    const games = await playBy(trx, period, 'g.code');
    const groups = await playBy(trx, period, 'g.category');
    const [total = { key: '', title: '', group: '', players: 0n, stake: 0n, win: 0n }] = await playBy(
      trx,
      period,
      `'all'`,
    );
    const movements = await houseMovements(trx, period);
    return {
      total: {
        players: Number(total.players),
        ...presentPlay(total),
        cost: bahtFromSatang(moneyFigure('cost', movements)),
        ngr: bahtFromSatang(playFigure('ngr', movements, total)),
      },
      games: games.map((row) => ({
        code: row.key,
        name: row.title,
        group: row.group,
        players: Number(row.players),
        ...presentPlay(row),
      })),
      groups: groups.map((row) => ({ group: row.key, players: Number(row.players), ...presentPlay(row) })),
      rewards: await rewardCosts(trx, period, language),
      members: await membersOf(trx, period),
    };
  });
}

async function playBy(trx: Trx, { from, to }: Period, key: 'g.code' | 'g.category' | `'all'`) {
  const { rows } = await sql<Played & { key: string; title: string; group: string; players: bigint }>`
    select ${sql.raw(key)} as key, min(g.name) as title, min(g.category) as "group",
      count(distinct d.member_id) as players, sum(d.stake)::bigint as stake, sum(d.win)::bigint as win
    from play_day d join game_provider g on g.code = d.provider
    where d.day between ${from}::date and ${to}::date
    group by 1 order by sum(d.stake) - sum(d.win) desc, 1`.execute(trx);
  return rows;
}

/** The members whose play made the largest difference, either way, with what they were given. */
async function membersOf(trx: Trx, { from, to, start, end }: Period) {
  const { rows } = await sql<Played & { id: bigint; name: string; phone_number: string; cost: Satang }>`
    with played as (
      select d.member_id, sum(d.stake)::bigint as stake, sum(d.win)::bigint as win from play_day d
      where d.day between ${from}::date and ${to}::date
      group by d.member_id order by abs(sum(d.stake) - sum(d.win)) desc, d.member_id limit ${MEMBERS}
    )
    select m.id, m.name, m.phone_number, p.stake, p.win,
      ${figureOf('cost', sql.ref('m.id'), sql`part.at >= ${start} and part.at < ${end}`)} as cost
    from played p join member m on m.id = p.member_id
    order by p.stake - p.win desc, m.id`.execute(trx);
  return rows.map((row) => ({
    member: { id: String(row.id), name: row.name, phoneNumber: row.phone_number },
    ...presentPlay(row),
    cost: bahtFromSatang(row.cost),
    ngr: bahtFromSatang(row.stake - row.win - row.cost),
  }));
}
