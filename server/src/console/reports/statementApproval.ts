import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { countOwnMoney } from '../approvals/ownMoney.ts';

/**
 * A statement file comes from an operator, not from a bank connection. Lines that no source has reported count as money
 * on the operator's word, until a second operator has compared the file with the bank. After the approval it can be
 * imported, by pressing import again.
 */
export const statementApproval: ApprovalKind<{
  subject: string;
  satang: string;
  file: string;
  sha256: string;
  lines: number;
}> = {
  name: 'statement.import',
  permission: () => 'cash.manage',
  present: (_, { file, sha256, lines }) => [
    { name: 'file', text: file },
    { name: 'sha256', text: sha256 },
    { name: 'newLines', text: String(lines) },
  ],
  apply: async (trx, applying, { subject, satang }, context) => {
    await countOwnMoney(trx, applying, context, { subject, amount: BigInt(satang) });
  },
};
