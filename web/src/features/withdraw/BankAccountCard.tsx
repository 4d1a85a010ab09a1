import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { accountNumberText } from '@krapao/ui/accountNumberText.ts';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { BadgeCheck } from 'lucide-react';
import { Monogram } from '../../components/Monogram.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { useBankColour } from '../../lib/useBankColour.ts';

export type BankAccount = ResponseOf<Contract['GET /api/wallet']>['bankAccount'];

/** The member's own account, where withdrawals go. */
export function BankAccountCard({ bankAccount }: { bankAccount: BankAccount }) {
  const { bankCode, bankAccountName, bankAccountNo, bank } = bankAccount;
  const language = useLanguage();
  const colour = useBankColour(bankCode);
  return (
    <div className="card mt-2 flex items-center gap-3 p-4">
      <Monogram code={bankCode} colour={colour} />
      <div className="min-w-0 flex-1">
        <p className="font-semi">{nameIn(bank, language)}</p>
        <p translate="no" className="account-no num text-ink-2">
          {accountNumberText(bankAccountNo)}
        </p>
        <p translate="no" className="text-small text-ink-3 wrap-anywhere">
          {bankAccountName}
        </p>
      </div>
      <BadgeCheck size={22} aria-hidden="true" className="text-jade" />
    </div>
  );
}
