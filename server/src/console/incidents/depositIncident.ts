import type { DepositScenario } from '@krapao/contract/api/operator/incidents';
import { bankCodeOfNumber } from '@krapao/contract/banks';
import type { SlipOutcome } from '@krapao/contract/connections';
import { SLIP_REASONS } from '@krapao/contract/errors';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Variant } from '@krapao/contract/variant';
import type { Selectable } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Database, Trx } from '../../database/connect.ts';
import {
  type IncomingTransfer,
  QUEUE_NOTES,
  type StoredSender,
} from '../../modules/deposits/incoming/incomingTransfer.ts';
import { compareAccount } from '../../modules/deposits/incoming/maskedParty.ts';
import { ownersOfSender } from '../../modules/deposits/incoming/senderOwner.ts';
import { OPERATOR_NOTES } from '../../modules/deposits/slip/slipSteps.ts';
import type { SlipRow } from '../../modules/deposits/slip/uploadSlip.ts';
import { SLIP_DRIVERS } from '../../providers/slip/slipDrivers.ts';
import { depositPlay } from './depositPlay.ts';
import { known } from './known.ts';
import { scenarioHead } from './scenarioHead.ts';

const DRIVERS = SLIP_DRIVERS.map(({ driver }) => driver);
const STEPS = ['DECODE', 'LOOKUP', 'OPERATOR', 'REPEAT', 'DONE'];
const STATES = ['QUEUED', 'CREDITED', 'DISMISSED'];
const SOURCES = ['NOTICE', 'SLIP', 'STATEMENT', 'OPERATOR', 'FEED'];

/**
 * A slip as a scenario, with the end that the machines gave it. Every field is named here: what a new column holds stays
 * on the site.
 * @throws AppError NO_DATA
 */
export async function depositIncident(
  trx: Trx,
  slipId: bigint,
  variant: Variant,
): Promise<{ scenario: DepositScenario; memberId: bigint }> {
  const slip = await trx.selectFrom('slip').selectAll().where('id', '=', slipId).executeTakeFirst();
  if (slip === undefined) throw new AppError('NO_DATA', 'no such slip');
  const transfer = await transferOf(trx, slip);
  const bankOfQr = slip.sending_bank === null ? null : (bankCodeOfNumber(slip.sending_bank) ?? 'OTHER');
  const happened = {
    checker: known(slip.looked_up_driver, [...DRIVERS, 'sandbox']),
    checkerTold: slip.looked_up_outcome as SlipOutcome | null,
    lookUps: slip.attempts,
    notFound: slip.not_found,
    sendingBank: bankOfQr,
    endedAt: after(slip.finished_at, slip.uploaded_at),
    arrived: transfer ? await arrivedOf(trx, slip, transfer) : null,
  };
  const end = endOf(slip);
  const play = depositPlay({
    happened,
    reason: end.reason,
    amount: slip.amount === null ? null : bahtFromSatang(slip.amount),
    hasQr: slip.payload !== null,
  });
  return {
    memberId: slip.member_id,
    scenario: {
      ...scenarioHead(variant, play),
      kind: 'deposit',
      currency: transfer?.currency === 'LAK' ? 'LAK' : 'THB',
      happened,
      end,
    },
  };
}

/** How the machines left it; what an operator decided afterwards is no part of it. */
function endOf({ status, step, note, operator_note }: SlipRow): DepositScenario['end'] {
  if (operator_note !== null)
    return { status: 'PENDING', step: 'OPERATOR', reason: known(operator_note, OPERATOR_NOTES) };
  return {
    status: status as DepositScenario['end']['status'],
    step: known(step, STEPS),
    reason: known(note, SLIP_REASONS),
  };
}

/** The transfer that the slip's QR names, by any source. */
function transferOf(
  trx: Trx,
  { trans_ref, sending_bank }: SlipRow,
): Promise<IncomingTransfer | undefined> | undefined {
  if (trans_ref === null) return undefined;
  return trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', trans_ref)
    .where('sending_bank', 'in', [sending_bank ?? '000', '000'])
    .orderBy('sending_bank', 'desc')
    .executeTakeFirst();
}

async function arrivedOf(trx: Trx, slip: SlipRow, transfer: Selectable<Database['incoming_transfer']>) {
  const member = await trx
    .selectFrom('member')
    .select(['bank_code', 'bank_account_no', 'bank_account_name'])
    .where('id', '=', slip.member_id)
    .executeTakeFirstOrThrow();
  const sender = transfer.sender as unknown as StoredSender;
  const owners = await ownersOfSender(trx, sender);
  return {
    amount: bahtFromSatang(transfer.amount),
    status: known(transfer.status, STATES),
    note: known(transfer.note, QUEUE_NOTES),
    // A teller may be one connection; its kind is enough.
    toldBy: [...new Set(transfer.told_by.map((teller) => (SOURCES.includes(teller) ? teller : 'FEED')))],
    sentAt: transfer.transferred_at.getTime() - slip.uploaded_at.getTime(),
    sender: compareAccount(sender, sender.bankCode, member),
    alike: owners.length,
  };
}

const after = (at: Date | null, start: Date): number | null =>
  at === null ? null : at.getTime() - start.getTime();
