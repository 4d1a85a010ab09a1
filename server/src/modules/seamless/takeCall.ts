import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { networkTest } from '../../http/networks.ts';
import type {
  SeamlessAnswer,
  SeamlessCall,
  SeamlessDialect,
  SeamlessRefusal,
  SeamlessRequest,
  SeamlessResult,
} from '../../providers/seamlessWallet.ts';
import { bookSingle, type GameMove, isWorthRepeating, type Moved, type MoveOutcome } from './gameMove.ts';
import { keepConflict } from './keepConflict.ts';
import { balance, cancel, credit, debit, findPlayer, session } from './verbs.ts';

/** More than any game pays, in satang: ten billion baht. */
const AMOUNT_MOST = 1_000_000_000_000n;
/** Bets, wins and cancellations in one message. */
const MOVES_MOST = 100;
/** Ids as makers write them. */
const ID = /^[\x21-\x7e]{1,200}$/;

const REFUSED = {
  ASK: 'TROUBLE',
  OFF: 'TROUBLE',
  NO_PLAYER: 'NO_PLAYER',
  NO_SESSION: 'NO_SESSION',
  NOT_ENOUGH: 'NOT_ENOUGH',
  CONFLICT: 'CONFLICT',
  CANCELLED: 'CANCELLED',
} as const satisfies Record<Exclude<MoveOutcome, 'DONE' | 'REPLAYED'>, SeamlessRefusal>;

type Context = Pick<AppContext, 'db' | 'log' | 'settings'>;

/** Where a call goes to, and where it came from. */
export interface Door {
  connectionId: string;
  dialect: SeamlessDialect;
  address: string;
  /** Told what came of it: `done`, or why it was refused. */
  count: (outcome: string) => void;
}

/**
 * Does what a maker asks, once, and answers in its own words. What cannot be done changes nothing. It never throws: where
 * nobody knows what came of a call, the maker asks again under the same id, or cancels.
 */
export async function takeSeamlessCall(
  context: Context,
  { connectionId, dialect, address, count }: Door,
  request: SeamlessRequest,
): Promise<SeamlessAnswer> {
  const { networks } = dialect;
  const answer = (call: SeamlessCall | undefined, result: SeamlessResult) => {
    count(result.status === 'refused' ? result.reason : 'DONE');
    return dialect.answer(request, call, result);
  };
  if (networks.length > 0 && !networkTest(networks)(address))
    return answer(undefined, refused('BAD_ADDRESS'));
  const reading = dialect.read(request);
  if (reading.status === 'refused') return answer(undefined, refused(reading.reason));
  const { call } = reading;
  const isPlay = call.verb === 'session' || call.moves.some(({ verb }) => verb === 'debit');
  try {
    const fault = faultOf(call);
    if (fault) return answer(call, fault);
    // While the site is off nobody plays; what a maker owes still comes, and what was booked is not denied.
    const isClosed = isPlay && !context.settings.get('site').isActive;
    if (isClosed && !(await areBetsKnown(context.db, connectionId, call)))
      return answer(call, refused('CLOSED'));
    return answer(call, await work(context.db, connectionId, call));
  } catch (error) {
    // What a maker owes is never refused by a rule: whatever failed, it comes again.
    const reason = isPlay && error instanceof AppError ? refusalOf(error) : undefined;
    if (reason === undefined)
      context.log.error({ err: error, connection: connectionId }, 'a game call failed');
    return answer(call, refused(reason ?? 'TROUBLE'));
  }
}

const refused = (reason: SeamlessRefusal, available: bigint | null = null): SeamlessResult => ({
  status: 'refused',
  reason,
  balance: available,
});

/** What is wrong with a call whoever the player is. */
function faultOf({ user, token, currency, moves }: SeamlessCall): SeamlessResult | undefined {
  if (!ID.test(user) || (token !== null && !ID.test(token))) return refused('NO_PLAYER');
  if (currency !== null && currency !== 'THB') return refused('WRONG_CURRENCY');
  const names = moves.flatMap(({ id, round, refersTo }) => [
    id,
    round,
    ...(refersTo === null ? [] : [refersTo]),
  ]);
  if (moves.length > MOVES_MOST || !names.every((name) => ID.test(name))) return refused('BAD_BODY');
  if (moves.some(({ verb, refersTo, id }) => verb === 'cancel' && (refersTo === null || refersTo === id)))
    return refused('BAD_BODY');
  return moves.every(({ amount }) => amount >= 0n && amount <= AMOUNT_MOST)
    ? undefined
    : refused('BAD_AMOUNT');
}

/** Whether all bets of a message came before, so that nothing is staked by it. */
async function areBetsKnown(db: Db, connectionId: string, { moves }: SeamlessCall): Promise<boolean> {
  const bets = new Set(moves.flatMap(({ verb, id }) => (verb === 'debit' ? [id] : [])));
  if (bets.size === 0) return false;
  const known = await db
    .selectFrom('game_transaction')
    .select('id')
    .where('connection_id', '=', connectionId)
    .where('reference', 'in', [...bets])
    .execute();
  return known.length === bets.size;
}

async function work(db: Db, connectionId: string, call: SeamlessCall): Promise<SeamlessResult> {
  const [move, ...others] = call.moves.map(
    (one): GameMove => ({ ...one, connectionId, user: call.user, token: call.token }),
  );
  if (move === undefined) return ask(db, connectionId, call);
  if (others.length > 0) return together(db, [move, ...others]);
  const moved = await bookSingle(db, move);
  return moved.outcome === 'ASK' ? together(db, [move]) : resultOf(call.user, [{ move, moved }]);
}

async function ask(
  db: Db,
  connectionId: string,
  { verb, user, token }: SeamlessCall,
): Promise<SeamlessResult> {
  const player = await findPlayer(db, connectionId, user);
  if (player === undefined) return refused('NO_PLAYER');
  const closed = verb === 'session' ? await session(db, player, token) : null;
  if (closed !== null) return refused(closed);
  return { status: 'ok', user, balance: await balance(db, player.memberId), done: [] };
}

interface Step {
  move: GameMove;
  moved: Moved;
}

/** A step that was refused undoes the steps before it. */
class Undone extends Error {
  readonly step: Step;
  constructor(step: Step) {
    super(step.moved.outcome);
    this.step = step;
  }
}

/** All moves of a message in one transaction, or none. */
async function together(db: Db, moves: readonly GameMove[]): Promise<SeamlessResult> {
  const [{ user, connectionId } = { user: '', connectionId: '' }] = moves;
  const player = await findPlayer(db, connectionId, user);
  for (let tries = 1; ; tries += 1) {
    try {
      const steps = await db.transaction().execute(async (trx) => {
        const done: Step[] = [];
        for (const move of moves) {
          const moved =
            move.verb === 'credit'
              ? await credit(trx, move)
              : move.verb === 'cancel'
                ? await cancel(trx, move)
                : player && (await debit(trx, player, move));
          const step = { move, moved: moved ?? UNKNOWN };
          if (!isBooked(step.moved)) throw new Undone(step);
          done.push(step);
        }
        return done;
      });
      return resultOf(user, steps);
    } catch (error) {
      if (error instanceof Undone) {
        await keepConflict(db, player, error.step);
        return resultOf(user, [error.step]);
      }
      if (!isWorthRepeating(error, tries)) throw error;
    }
  }
}

const UNKNOWN: Moved = { outcome: 'NO_PLAYER', balance: null, transactionId: null };
const isBooked = ({ outcome }: Moved) => outcome === 'DONE' || outcome === 'REPLAYED';

function resultOf(user: string, steps: readonly Step[]): SeamlessResult {
  const last = steps.at(-1)?.moved ?? UNKNOWN;
  if (last.outcome !== 'DONE' && last.outcome !== 'REPLAYED')
    return refused(REFUSED[last.outcome], last.balance);
  return {
    status: 'ok',
    user,
    balance: last.balance ?? 0n,
    done: steps.map(({ move, moved }) => ({ id: move.id, ours: String(moved.transactionId ?? '') })),
  };
}

/** What a refusal of safer play, or of a closed account or game, is to a maker; undefined for what is a defect. */
function refusalOf({ code, status }: AppError): SeamlessRefusal | undefined {
  if (code === 'LIMIT_REACHED') return 'LIMIT';
  return status < 500 || code === 'SERVICE_UNAVAILABLE' ? 'CLOSED' : undefined;
}
