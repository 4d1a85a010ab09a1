import type { FindingKind } from '@krapao/contract/identity';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { decideFinding } from '../../modules/identity/findings/decideFinding.ts';
import { act } from '../act.ts';
import type { ApprovalKind, Fact } from '../approvals/approvalKind.ts';
import { type Asker, applyOrAsk, requireNotAsked, type Waits } from '../approvals/ask.ts';
import { useClaim } from '../queues/claim.ts';

interface Payload {
  findingId: string;
  /** What the finding was when it was asked. */
  from?: 'WAITING' | 'CONFIRMED';
}

/** Dismissing opens what a finding closes: two operators have seen that it is about somebody else. */
export const dismissApproval: ApprovalKind<Payload> = {
  name: 'finding.dismiss',
  permission: () => 'identity.decide',
  present: async (db, { findingId, from = 'WAITING' }) => {
    const row = await readFinding(db, findingId);
    return row === undefined ? [] : factsOf(row.kind as FindingKind, row.detail as Detail, from);
  },
  apply: async (trx, { recorder, decision }, { findingId }) => {
    const id = BigInt(findingId);
    const { memberId, kind } = await decideFinding(trx, { id, state: 'DISMISSED', ...decision });
    await recorder({
      action: 'finding.dismiss',
      subject: `finding:${findingId}`,
      memberId,
      after: { kind },
      reason: decision.reason,
    });
  },
};

/** What checks note: of a list its entry, of a document the members who have shown it, of a maker what it said. */
type Detail = Readonly<Record<string, unknown>>;

function factsOf(kind: FindingKind, detail: Detail, before: string): Fact[] {
  const { list, version, reference, names, fits, members, first, now } = detail;
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String).join(' · ') : '');
  return [
    { name: 'finding', text: kind },
    ...(typeof list === 'string'
      ? [
          { name: 'findingList', text: `${list} · ${version}` },
          { name: 'findingReference', text: String(reference) },
          { name: 'findingNames', text: texts(names) },
          { name: 'findingFits', text: texts(fits) },
        ]
      : []),
    ...(Array.isArray(members) ? [{ name: 'findingMembers', text: texts(members) }] : []),
    ...(typeof first === 'string'
      ? [
          { name: 'findingFirst', text: first },
          { name: 'findingNow', text: String(now) },
        ]
      : []),
    { name: 'findingState', change: { before, after: 'DISMISSED' } },
  ];
}

/**
 * Asks a second operator to dismiss a finding, and uses up the claim; a confirmed one is in no queue and needs none.
 * @returns the waiting request; null if it is done, while the site is being set up
 * @throws AppError NO_DATA, ALREADY_DECIDED, QUEUE_NOT_TAKEN, APPROVAL_WAITING
 */
export function dismissOrAsk(
  context: AppContext,
  asker: Asker,
  { findingId, reason }: { findingId: string; reason: string },
): Promise<Waits | null> {
  const subject = `finding:${findingId}`;
  return act(context, asker, async (trx, recorder) => {
    const isConfirmed = (await readFinding(trx, findingId))?.state === 'CONFIRMED';
    if (!isConfirmed) await useClaim(trx, 'findings', findingId, asker.operator.id);
    await requireNotAsked(trx, subject);
    const finding = await readFinding(trx, findingId);
    if (finding === undefined) throw new AppError('NO_DATA');
    if (finding.state === 'DISMISSED') throw new AppError('ALREADY_DECIDED', finding.state);
    const payload: Payload = { findingId, from: isConfirmed ? 'CONFIRMED' : 'WAITING' };
    return applyOrAsk(trx, { context, recorder, asker }, dismissApproval, {
      subject,
      payload,
      cause: { code: 'TWO_PERSONS' },
      reason,
      memberId: finding.member_id,
      queue: 'findings',
    });
  });
}

function readFinding(db: Db | Trx, id: string) {
  return db
    .selectFrom('identity_finding')
    .where('id', '=', BigInt(id))
    .select(['member_id', 'kind', 'state', 'detail'])
    .executeTakeFirst();
}
