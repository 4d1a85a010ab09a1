import type { TransferScenario } from '@krapao/contract/api/operator/incidents';
import { TROUBLES } from '@krapao/contract/connections';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Variant } from '@krapao/contract/variant';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { GAME_DRIVERS } from '../../providers/game/gameDrivers.ts';
import { known } from './known.ts';
import { scenarioHead } from './scenarioHead.ts';
import { transferPlay } from './transferPlay.ts';

const DRIVERS = GAME_DRIVERS.map(({ driver }) => driver);
const STATES = ['INTENT', 'SENT', 'UNKNOWN', 'CONFIRMED', 'REJECTED', 'STUCK'];
/** All that an order can be left with, apart from `MOVED_` and an amount, and a house's own codes. */
const REASONS = [
  ...TROUBLES,
  'PENDING',
  'MANUAL',
  'MAINTENANCE',
  'DUPLICATE_ID',
  'INSUFFICIENT_BALANCE',
  'OTHER_SETTINGS',
  'CONNECTION_REMOVED',
  'CONFIRMED_LATE',
  'NOT_FOUND',
  'NOT_FOUND_BUT_UNSURE',
  'NOT_FOUND_BUT_BALANCE_MOVED',
];

/**
 * An operation of a transfer as a scenario, with the state in which it came to an operator. Every field is named here:
 * what a new column holds stays on the site.
 * @throws AppError NO_DATA
 */
export async function transferIncident(
  trx: Trx,
  legId: string,
  variant: Variant,
): Promise<{ scenario: TransferScenario; memberId: bigint }> {
  const leg = await trx
    .selectFrom('transfer_leg')
    .leftJoin('connection', 'connection.id', 'transfer_leg.connection_id')
    .selectAll('transfer_leg')
    .select('connection.driver')
    .where('transfer_leg.id', '=', legId)
    .executeTakeFirst();
  if (leg === undefined) throw new AppError('NO_DATA', 'no such operation');
  const happened = {
    driver: driverOf(leg),
    direction: leg.direction === 'in' ? 'in' : 'out',
    amount: bahtFromSatang(leg.asked_amount ?? leg.amount),
    balanceBefore: balanceWord(leg.amount_before),
    sends: leg.sends,
    asks: leg.asks,
    notFound: leg.not_found,
    sentAt: leg.sent_at === null ? null : leg.sent_at.getTime() - leg.created_at.getTime(),
  } as const;
  const isMoved = /^MOVED_\d{1,15}$/.test(leg.reason ?? '');
  const end = {
    state: leg.decided_by === null ? known(leg.state, STATES) : 'STUCK',
    reason: isMoved ? leg.reason : known(leg.reason, REASONS),
  };
  const play = transferPlay({ ...happened, ...end });
  return {
    memberId: leg.member_id,
    scenario: {
      ...scenarioHead(variant, play),
      kind: 'transfer',
      currency: 'THB',
      happened,
      end,
    },
  };
}

function driverOf({
  connection_id,
  driver,
  reason,
}: {
  connection_id: string | null;
  driver: string | null;
  reason: string | null;
}): string {
  if (connection_id === null) return reason === 'MANUAL' ? 'none' : 'sandbox';
  return known(driver, DRIVERS) ?? 'none';
}

function balanceWord(amount: bigint | null) {
  if (amount === null) return 'untold';
  return amount === 0n ? 'empty' : 'some';
}
