import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { countOwnMoney } from '../approvals/ownMoney.ts';

/**
 * A statement's file: an operator hands it in, no bank does. What of it nothing has told before is money that a person
 * makes, until a second one has compared the file with the bank. Approved it can be imported; whoever imports presses again.
 */
export const statementApproval: ApprovalKind<{
  subject: string;
  satang: string;
  file: string;
  sha256: string;
  lines: number;
}> = {
  name: 'statement.import',
  permission: () => 'report.read',
  present: (_, { file, sha256, lines }) => [
    { name: 'file', text: file },
    { name: 'sha256', text: sha256 },
    { name: 'newLines', text: String(lines) },
  ],
  apply: async (trx, applying, { subject, satang }, context) => {
    await countOwnMoney(trx, applying, context, { subject, amount: BigInt(satang) });
  },
};
