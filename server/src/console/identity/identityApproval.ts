import type { Pack } from '@krapao/contract/protection/pack';
import type { Trx } from '../../database/connect.ts';
import {
  approveRequest,
  type Comparison,
  type DocumentFacts,
  type RequestRow,
} from '../../modules/identity/documents/decideRequest.ts';
import { readSetting } from '../../settings/settings.ts';
import type { Applying, ApprovalKind } from '../approvals/approvalKind.ts';

/** A request with the facts that an operator read off its document. */
interface ReadRequest {
  requestId: string;
  level: number;
  facts: Omit<DocumentFacts, 'numberHash'> & { numberHash: string | null };
}

export const payloadOf = (row: RequestRow, { numberHash, ...facts }: DocumentFacts): ReadRequest => ({
  requestId: String(row.id),
  level: row.level,
  facts: { ...facts, numberHash: numberHash?.toString('base64') ?? null },
});

/** Whether one operator is not enough: the highest level, another name, a number that another member has shown. */
export const needsTwo = (row: RequestRow, { isName, isOldEnough, others }: Comparison): boolean =>
  isOldEnough && (row.level === 3 || !isName || others.length > 0);

/** A level that documents prove, where one operator is not enough. */
export const identityApproval: ApprovalKind<ReadRequest> = {
  name: 'identity.approve',
  permission: () => 'identity.decide',
  present: (_db, { level, facts }) => [
    { name: 'level', text: `L${level}` },
    ...facts.names.map((text) => ({ name: 'documentName', text })),
    ...(facts.birthDate === null ? [] : [{ name: 'birthDate', text: facts.birthDate }]),
  ],
  apply: async (trx, applying, payload) => {
    await applyApproval(trx, applying, payload, await readSetting(trx, 'protection'));
  },
};

/** Approves, or refuses whoever is too young; @returns whether it was approved. */
export async function applyApproval(
  trx: Trx,
  { recorder, decision }: Pick<Applying, 'recorder' | 'decision'>,
  { requestId, facts }: ReadRequest,
  pack: Pack,
): Promise<void> {
  const numberHash = facts.numberHash === null ? null : Buffer.from(facts.numberHash, 'base64');
  const { row, refusal } = await approveRequest(trx, {
    id: BigInt(requestId),
    facts: { ...facts, numberHash },
    pack,
    ...decision,
  });
  await recorder({
    action: refusal === null ? 'identity.approve' : 'identity.reject',
    subject: `identityRequest:${requestId}`,
    memberId: row.member_id,
    after: refusal === null ? { level: row.level } : { refusal },
    reason: decision.reason,
  });
}
