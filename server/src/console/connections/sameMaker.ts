import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { hasOpenRound, isMoneyAt, lockGame } from '../../modules/games/moneyAtGames.ts';
import { isPlayedToday } from '../../modules/play/houseDays.ts';
import { hasUnknownPayout } from '../../modules/withdrawals/unknownPayouts.ts';
import { findDriver } from '../../providers/connections/registry.ts';
import { addressOf } from './settings.ts';

type Config = Readonly<Record<string, unknown>>;

/** Why a connection of one capability must stay with its maker. */
interface Bond {
  /** What of the settings tells who the maker is. */
  makerOf: (config: Config, driver: string) => unknown;
  /** Whether something that the connection took is still open there. */
  hasOpenWork: (trx: Trx, connectionId: string) => Promise<boolean>;
  /** What is said instead of open work. */
  because?: string;
}

/** The maker's address, and our account there. */
const addressAndAccount = (config: Config) => [addressOf(config)?.origin, config.merchantId, config.billerId];

const BONDS: Readonly<Record<string, readonly Bond[]>> = {
  gateway: [
    { makerOf: addressAndAccount, hasOpenWork: hasOpenOrder },
    {
      makerOf: currencyOf,
      hasOpenWork: isOffered,
      because: 'members are offered this gateway in the other currency: change the catalogue first',
    },
  ],
  // An answer that is read by another template may say that an unknown transfer or payout failed.
  game: [
    { makerOf: (config) => config, hasOpenWork: hasOpenLeg },
    { makerOf: houseOf, hasOpenWork: isUsedByPlayers },
  ],
  // A template may be mended: what a bank denies of what was sent by another one is a person's (sentUnder.ts).
  payout: [{ makerOf: (config) => addressOf(config)?.origin, hasOpenWork: hasUnknownPayout }],
};

/** The house with our players; the path of its address may change with a version of its interface. */
function houseOf({ operatorId, subPartnerId, merchantId, clientId, currency, ...config }: Config): unknown {
  return [addressOf(config)?.origin, operatorId, subPartnerId, merchantId, clientId, currency];
}

/** What orders are paid in: each driver says it of its settings. */
function currencyOf(config: Config, driver: string): unknown {
  return findDriver('gateway', driver)?.currency?.(config as never);
}

/** Whether an entry of the catalogue leads to it: its amounts and limits are of one currency. */
async function isOffered(trx: Trx, connectionId: string): Promise<boolean> {
  const entry = await trx
    .selectFrom('gateway')
    .select('code')
    .where('connection_id', '=', connectionId)
    .limit(1)
    .forShare()
    .executeTakeFirst();
  return entry !== undefined;
}

async function hasOpenOrder(trx: Trx, connectionId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('gateway_payment')
    .select('id')
    .where('connection_id', '=', connectionId)
    .where(({ or, eb }) => or([eb('status', 'in', ['CREATING', 'OPEN']), eb('due_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Players' money, and the figures of what they played, are at the house that the connection leads to. */
async function isUsedByPlayers(trx: Trx, connectionId: string): Promise<boolean> {
  const day = await trx
    .selectFrom('play_close')
    .select('id')
    .where('connection_id', '=', connectionId)
    .where('due_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (day !== undefined || (await hasOpenRound(trx, connectionId))) return true;
  const games = await trx
    .selectFrom('game_provider')
    .select('code')
    .where('connection_id', '=', connectionId)
    .orderBy('code')
    .execute();
  const codes = games.map(({ code }) => code);
  for (const code of codes) await lockGame(trx, code);
  return (await isMoneyAt(trx, codes)) || (await isPlayedToday(trx, codes));
}

/** A leg stays with the house that it was made for, wherever its game's row leads now. */
async function hasOpenLeg(trx: Trx, connectionId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('transfer_leg')
    .select('id')
    .where('connection_id', '=', connectionId)
    .where('state', 'not in', ['CONFIRMED', 'REJECTED'])
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * A connection stays with its maker while orders or payouts of it are open, or members have accounts, money or days without
 * figures in its games: another maker knows none of them, and could pay a second time.
 * @throws AppError CONNECTION_INVALID
 */
export async function requireSameMaker(
  trx: Trx,
  { id, capability, driver, config }: { id: string; capability: string; driver: string; config: unknown },
  after: Config,
): Promise<void> {
  for (const { makerOf, hasOpenWork, because } of BONDS[capability] ?? []) {
    const isSame = isDeepStrictEqual(makerOf(config as Config, driver), makerOf(after, driver));
    if (isSame || !(await hasOpenWork(trx, id))) continue;
    throw new AppError(
      'CONNECTION_INVALID',
      because ??
        'this connection still has open orders, payouts or money: add a new connection, and keep this one as it is until it has none',
    );
  }
}
