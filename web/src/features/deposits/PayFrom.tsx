import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { accountNumberText } from '@krapao/ui/accountNumberText.ts';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { Monogram } from '../../components/Monogram.tsx';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { useBankColour } from '../../lib/useBankColour.ts';

export type RegisteredAccount = ResponseOf<Contract['GET /api/wallet']>['bankAccount'];

/** The member's registered account: only money that comes from it is credited by itself. */
export function PayFrom({ account }: { account: RegisteredAccount }) {
  const t = useT();
  const language = useLanguage();
  const colour = useBankColour(account.bankCode);
  return (
    <div className="pay-from">
      <Monogram code={account.bankCode} colour={colour} />
      <div className="min-w-0 flex-1">
        <p className="text-caption text-ink-3">{t('deposit.payFrom')}</p>
        <p className="text-small">
          <span className="font-semi">{nameIn(account.bank, language)}</span>{' '}
          <span translate="no" className="account-no num">
            {accountNumberText(account.bankAccountNo)}
          </span>
        </p>
        <p translate="no" className="text-caption text-ink-2 wrap-anywhere">
          {account.bankAccountName}
        </p>
      </div>
    </div>
  );
}
