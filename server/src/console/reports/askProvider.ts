import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { inParallel } from '../../jobs/inParallel.ts';
import { readPlace } from '../../modules/games/gamePlace.ts';
import { askAboutLeg } from '../../modules/transfers/askAboutLeg.ts';
import type { GameProvider, GameTransferQuery } from '../../providers/gameProvider.ts';
import { readPeriod } from './period.ts';

const ASKED_MAX = 500;
const AT_ONCE = 8;
const BUDGET_MS = 20_000;

interface Leg {
  id: string;
  provider: string;
  connection_id: string | null;
  external_code: string | null;
  member_id: bigint;
  direction: string;
  amount: Satang;
  state: string;
}

/**
 * Asks a provider for each of our transfers of a past day, by our ids, and for the day's play. Unanswered ones are
 * counted, never guessed; nothing is corrected. @throws AppError INVALID_REQUEST for an invalid day
 */
export async function askProvider(context: AppContext, code: string, day: string) {
  const { db, providers } = context;
  const { start, end } = readPeriod({ from: day, to: day });
  const provider = providers.game(await readPlace(db, code));
  const legs = await db
    .selectFrom('transfer_leg')
    .select([
      'id',
      'member_id',
      'provider',
      'connection_id',
      'external_code',
      'connection_settings_version',
      'direction',
      'amount',
      'state',
    ])
    .where('provider', '=', code)
    .where('created_at', '>=', start)
    .where('created_at', '<', end)
    .where('state', 'in', ['CONFIRMED', 'REJECTED', 'STUCK'])
    .orderBy('created_at')
    .execute();
  const until = clock.now() + BUDGET_MS;
  const answers = await inParallel(legs.slice(0, ASKED_MAX), AT_ONCE, async (leg) =>
    clock.now() < until ? { leg, answer: await askAboutLeg(context, leg) } : undefined,
  );
  const asked = answers.filter((entry) => entry !== undefined);
  const judged = asked.map(({ leg, answer }) => ({ leg, answer, verdict: judge(leg, answer) }));
  return {
    transfers: legs.length,
    asked: asked.length,
    agreed: judged.filter(({ verdict }) => verdict === 'agreed').length,
    unanswered: judged.filter(({ verdict }) => verdict === 'unanswered').length,
    differences: judged
      .filter(({ verdict }) => verdict === 'differs')
      .map(({ leg, answer }) => ({
        id: leg.id,
        memberId: String(leg.member_id),
        direction: leg.direction,
        amount: bahtFromSatang(leg.amount),
        ours: leg.state,
        theirs: answer.status,
        theirAmount: answer.status === 'mismatch' ? bahtFromSatang(answer.amount) : null,
      })),
    play: await comparePlay(db, code, day, await provider.turnover?.(day)),
  };
}

function judge({ state }: Leg, answer: GameTransferQuery): 'agreed' | 'differs' | 'unanswered' {
  switch (answer.status) {
    case 'manual':
    case 'unknown':
    case 'other_settings':
      return 'unanswered';
    case 'success':
      return state === 'CONFIRMED' ? 'agreed' : 'differs';
    case 'failed':
    case 'not_found':
      return state === 'REJECTED' ? 'agreed' : 'differs';
    case 'pending':
      return state === 'STUCK' ? 'agreed' : 'differs';
    case 'mismatch':
      return 'differs';
  }
}

type Turnover = Awaited<ReturnType<NonNullable<GameProvider['turnover']>>> | undefined;

/** The day's play in our books and at the provider, for our players; null if the provider does not report it. */
async function comparePlay(db: Db, code: string, day: string, told: Turnover) {
  if (told?.status !== 'ok') return null;
  const { rows } = await sql<{ players: bigint; stake: bigint; win: bigint }>`
    select count(*) as players, coalesce(sum(stake), 0)::bigint as stake, coalesce(sum(win), 0)::bigint as win
    from play_day where provider = ${code} and day = ${day}::date`.execute(db);
  const ours = await db
    .selectFrom('game_account')
    .select('username')
    .where('provider', '=', code)
    .where('username', 'in', ['', ...told.players.map(({ username }) => username)])
    .execute();
  const names = new Set(ours.map(({ username }) => username));
  const players = told.players.filter(({ username }) => names.has(username));
  const sum = (key: 'stake' | 'win') =>
    bahtFromSatang(players.reduce((total, player) => total + player[key], 0n));
  return {
    ours: {
      players: Number(rows[0]?.players ?? 0n),
      stake: bahtFromSatang(rows[0]?.stake ?? 0n),
      win: bahtFromSatang(rows[0]?.win ?? 0n),
    },
    theirs: { players: players.length, stake: sum('stake'), win: sum('win') },
  };
}
