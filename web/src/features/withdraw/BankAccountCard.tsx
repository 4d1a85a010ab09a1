import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { accountNumberText } from '@krapao/ui/accountNumberText.ts';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { BadgeCheck } from 'lucide-react';
import { Monogram } from '../../components/Monogram.tsx';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { useBankColour } from '../../lib/useBankColour.ts';

export type BankAccount = ResponseOf<Contract['GET /api/wallet']>['bankAccount'];

/** The member's own account, where withdrawals go. */
export function BankAccountCard({ bankAccount }: { bankAccount: BankAccount }) {
  const { bankCode, bankAccountName, bankAccountNo, bank } = bankAccount;
  const t = useT();
  const language = useLanguage();
  const colour = useBankColour(bankCode);
  return (
    <div className="flex items-center gap-3 rounded-md bg-surface-2 px-3.5 py-2.5">
      <Monogram code={bankCode} colour={colour} />
      <div className="min-w-0 flex-1">
        <p className="text-caption text-ink-3">{t('withdraw.toAccount')}</p>
        <p className="text-small">
          <span className="font-semi">{nameIn(bank, language)}</span>{' '}
          <span translate="no" className="account-no num">
            {accountNumberText(bankAccountNo)}
          </span>
        </p>
        <p translate="no" className="text-caption text-ink-2 wrap-anywhere">
          {bankAccountName}
        </p>
      </div>
      <BadgeCheck size={22} aria-hidden="true" className="text-jade" />
    </div>
  );
}
