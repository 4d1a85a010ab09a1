import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { bankCodeOfNumber } from '@krapao/contract/banks';
import type { SlipOutcome } from '@krapao/contract/connections';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { ownAccounts } from '../../modules/deposits/depositAccounts.ts';
import type { IncomingTransfer, StoredSender } from '../../modules/deposits/incoming/incomingTransfer.ts';
import { compareName } from '../../modules/deposits/incoming/maskedName.ts';
import { compareNumber } from '../../modules/deposits/incoming/maskedParty.ts';
import { signSlipLink } from '../../modules/deposits/slip/slipLink.ts';
import { isProof, readSlipProof } from '../../modules/deposits/slip/slipProof.ts';
import type { SlipRow } from '../../modules/deposits/slip/uploadSlip.ts';
import type { MaskedParty } from '../../providers/slipVerifier.ts';
import { candidatesOf } from './candidates.ts';
import { MEMBER_COLUMNS, memberFacts, memberName } from './memberFacts.ts';
import { presentAccount } from './presentAccount.ts';
import { readQueue } from './readQueue.ts';
import { transferOfSlip } from './slipOwner.ts';

/**
 * Slips that wait for an operator, and how many were decided today and how fast. Only supervisors see slips that were
 * sent to a supervisor.
 */
export async function listWaitingSlips(db: Db, operator: Operator, query: QueueQuery) {
  const amount = sql<bigint | null>`coalesce(slip.amount, incoming_transfer.amount)`;
  const found = db
    .selectFrom('slip')
    .innerJoin('member', 'member.id', 'slip.member_id')
    .leftJoin('operator as escalator', 'escalator.id', 'slip.escalated_by')
    .leftJoin('incoming_transfer', (join) =>
      join
        .onRef('incoming_transfer.trans_ref', '=', 'slip.trans_ref')
        .onRef('incoming_transfer.sending_bank', '=', 'slip.sending_bank')
        .on('incoming_transfer.currency', '=', 'THB'),
    )
    .select([
      'slip.id',
      'slip.member_id',
      amount.as('amount'),
      'slip.operator_note',
      'slip.uploaded_at',
      'slip.escalated_because',
      'slip.escalated_at',
      'escalator.name as escalator_name',
      'member.name',
      'member.phone_number',
    ]);
  const { rows, next } = await readQueue(found, 'slips', operator, query, {
    amount,
    why: 'slip.operator_note',
  });
  const today = await sql<{ decided: bigint; seconds: number }>`
    select count(*) as decided,
      coalesce(avg(extract(epoch from finished_at - opened_at)), 0)::float8 as seconds
    from slip
    where decided_by is not null
      and finished_at >= date_trunc('day', site.now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'
  `.execute(db);
  return {
    items: rows.map((row) => ({
      id: String(row.id),
      member: memberName(row),
      amount: row.amount === null ? null : bahtFromSatang(row.amount),
      note: row.operator_note,
      uploadedAt: row.uploaded_at.toISOString(),
      escalation: presentEscalation(row),
      claim: row.claim,
    })),
    next,
    today: {
      decided: Number(today.rows[0]?.decided ?? 0),
      averageSeconds: today.rows[0]?.seconds ?? 0,
    },
  };
}

/** One slip with its facts. @throws AppError NO_DATA */
export async function showSlip(db: Db, id: bigint, linkKey: Buffer, slipHours: number) {
  const slip = await db
    .selectFrom('slip')
    .innerJoin('member', 'member.id', 'slip.member_id')
    .leftJoin('operator as escalator', 'escalator.id', 'slip.escalated_by')
    .where('slip.id', '=', id)
    .selectAll('slip')
    .select([...MEMBER_COLUMNS, 'escalator.name as escalator_name'])
    .executeTakeFirst();
  if (slip === undefined) throw new AppError('NO_DATA');
  const [transfer, others, accounts] = await Promise.all([
    transferOfSlip(db, slip),
    slip.trans_ref === null
      ? []
      : db
          .selectFrom('slip')
          .where('trans_ref', '=', slip.trans_ref)
          .where('id', '<>', id)
          // The member's own repeats end together with this slip.
          .where('repeat_of', 'is', null)
          .select(['id', 'status'])
          .execute(),
    ownAccounts(db),
  ]);
  const candidates = transfer === undefined ? [] : await candidatesOf(db, transfer);
  const fitsOthers = candidates.some(
    ({ member, sender }) => sender === 'match' && member.id !== String(slip.member_id),
  );
  // The bank's report of the transfer; kip are not shown as baht.
  const amount = slip.amount ?? (transfer?.currency === 'THB' ? transfer.amount : null);
  return {
    id: String(slip.id),
    reference: slip.reference,
    picture: signSlipLink(linkKey, slip.reference),
    status: slip.status,
    note: slip.operator_note,
    amount: amount === null ? null : bahtFromSatang(amount),
    transRef: isProof(slip) ? null : slip.trans_ref,
    payload: slip.payload,
    proofRef: isProof(slip) ? slip.trans_ref : null,
    ticket: readSlipProof(slip.payload ?? '')?.ticket ?? null,
    sendingBank: bankOf(slip) ?? slip.sending_bank,
    uploadedAt: slip.uploaded_at.toISOString(),
    lookUp: presentLookUp(slip),
    escalation: presentEscalation(slip),
    member: memberFacts(slip),
    facts: factsOf(slip, { transfer, repeats: others.length, accounts, slipHours, fitsOthers }),
    candidates,
    accounts: accounts.map(presentAccount),
    accountId: transfer?.deposit_account_id == null ? null : String(transfer.deposit_account_id),
  };
}

function presentLookUp(slip: SlipRow) {
  const { looked_up_by, looked_up_driver, looked_up_name, looked_up_outcome, looked_up_at } = slip;
  if (looked_up_at === null) return null;
  return {
    connection: looked_up_by ?? '',
    driver: looked_up_driver ?? '',
    name: looked_up_name ?? '',
    outcome: looked_up_outcome as SlipOutcome,
    at: looked_up_at.toISOString(),
  };
}

function presentEscalation(row: {
  escalated_because: string | null;
  escalated_at: Date | null;
  escalator_name: string | null;
}) {
  return row.escalated_at === null
    ? null
    : {
        operatorName: row.escalator_name ?? '',
        reason: row.escalated_because ?? '',
        at: row.escalated_at.toISOString(),
      };
}

type Verdict = 'match' | 'differs' | 'unsure';

interface SlipColumns {
  payload: string | null;
  trans_ref: string | null;
  sending_bank: string | null;
  uploaded_at: Date;
  member_id: bigint;
  member_bank_code: string;
  member_bank_account_no: string;
  member_bank_account_name: string;
}

/** Our code of the bank that the QR names. */
function bankOf({
  payload,
  sending_bank,
}: Pick<SlipColumns, 'payload' | 'sending_bank'>): string | undefined {
  if (sending_bank !== null) return bankCodeOfNumber(sending_bank);
  return readSlipProof(payload ?? '')?.bankCode ?? undefined;
}

function factsOf(
  slip: SlipColumns,
  {
    transfer,
    repeats,
    accounts,
    slipHours,
    fitsOthers,
  }: {
    transfer: IncomingTransfer | undefined;
    repeats: number;
    accounts: readonly { id: bigint; bank_code: string; account_no: string }[];
    slipHours: number;
    /** Whether the sender is also another member's account, as far as the bank shows it. */
    fitsOthers: boolean;
  },
) {
  const sender = transfer?.sender as StoredSender | undefined;
  const account = accounts.find(({ id }) => id === transfer?.deposit_account_id);
  const bank = bankOf(slip);
  return [
    {
      name: 'sender' as const,
      onSlip: sender?.displayName ?? '',
      inSystem: slip.member_bank_account_name,
      verdict: nameVerdict(sender, slip.member_bank_account_name, fitsOthers),
    },
    {
      name: 'account' as const,
      onSlip: [bank ?? slip.sending_bank, sender?.account ?? sender?.proxy?.value]
        .filter((part) => part != null)
        .join(' '),
      inSystem: `${slip.member_bank_code} ${slip.member_bank_account_no}`,
      verdict: accountVerdict(slip, sender, bank),
    },
    {
      name: 'receiver' as const,
      onSlip: transfer === undefined ? '' : describeReceiver(transfer.receiver),
      inSystem: account === undefined ? '' : `${account.bank_code} ${account.account_no}`,
      verdict: (account === undefined ? 'unsure' : 'match') as Verdict,
    },
    {
      name: 'time' as const,
      onSlip: transfer?.transferred_at.toISOString() ?? '',
      inSystem: slip.uploaded_at.toISOString(),
      verdict: timeVerdict(transfer?.transferred_at, slip.uploaded_at, slipHours),
    },
    {
      name: 'reference' as const,
      onSlip: slip.trans_ref ?? '',
      inSystem: repeats > 0 || transfer?.status === 'CREDITED' ? 'USED' : 'UNUSED',
      verdict: referenceVerdict(slip, repeats > 0 || transfer?.status === 'CREDITED'),
    },
  ];
}

function referenceVerdict(slip: SlipColumns, isUsed: boolean): Verdict {
  if (slip.trans_ref === null) return 'unsure';
  if (isUsed) return 'differs';
  return isProof(slip) ? 'unsure' : 'match';
}

/** The result of a comparison, as operators see it. */
const VERDICTS = { match: 'match', no_match: 'differs', indeterminate: 'unsure' } as const;

function nameVerdict(sender: MaskedParty | undefined, known: string, fitsOthers: boolean): Verdict {
  if (sender === undefined || sender.displayName === '') return 'unsure';
  const verdict = VERDICTS[compareName(sender.displayName, known)];
  return fitsOthers && verdict === 'match' ? 'unsure' : verdict;
}

function accountVerdict(
  slip: SlipColumns,
  sender: MaskedParty | undefined,
  bank: string | undefined,
): Verdict {
  if (bank !== undefined && bank !== slip.member_bank_code) return 'differs';
  if (sender?.account == null) return 'unsure';
  return VERDICTS[compareNumber(sender.account, slip.member_bank_account_no)];
}

const HOUR_MS = 3_600_000;

function timeVerdict(transferredAt: Date | undefined, uploadedAt: Date, slipHours: number): Verdict {
  if (transferredAt === undefined) return 'unsure';
  const age = uploadedAt.getTime() - transferredAt.getTime();
  return Math.abs(age) > slipHours * HOUR_MS ? 'differs' : 'match';
}

/** The receiver of a transfer on one line. */
export function describeReceiver(receiver: unknown): string {
  return Object.entries((receiver ?? {}) as Record<string, unknown>)
    .filter(([key, value]) => key !== 'type' && value != null && typeof value !== 'object')
    .map(([, value]) => String(value))
    .join(' ');
}
