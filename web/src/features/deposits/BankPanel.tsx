import { wholeText } from '@krapao/ui/money.ts';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { useChangeHabits } from '../../lib/habits.ts';
import { useBankColour } from '../../lib/useBankColour.ts';
import { creditingOf, type DepositBank, type DepositLookup, depositAccountNo, isQrBank } from './channels.ts';
import { Footer } from './Footer.tsx';
import { ManualDeposit } from './ManualDeposit.tsx';
import { PayFrom, type RegisteredAccount } from './PayFrom.tsx';
import { slipLookupQuery } from './queries.ts';
import { useSlipAge } from './useSlipAge.ts';

interface BankPanelProps {
  lookup: DepositLookup;
  /** The member's registered account, from which the transfer must come. */
  account: RegisteredAccount;
  onSlip: () => void;
  /** Called when the member has announced a transfer (DEP-14). */
  onAnnounced: () => void;
}

/** The accounts for transfers: from which account to pay, and for each what happens then (DEP-01, DEP-12). */
export function BankPanel({ lookup, account, onSlip, onAnnounced }: BankPanelProps) {
  const t = useT();
  const change = useChangeHabits();
  const { data: slips } = useQuery(slipLookupQuery);
  const accounts = lookup.banks.filter((bank) => !isQrBank(bank));
  const takesSlips = slips?.isActive !== false;
  const needsSlip = takesSlips && accounts.some((bank) => creditingOf(bank) === 'slip');
  return (
    <>
      <PayFrom account={account} />
      {accounts.length === 0 && <p className="mt-3 text-small text-ink-3">{t('deposit.noAccounts')}</p>}
      <ul className="mt-3 grid gap-3 md:mt-0">
        {accounts.map((bank) => (
          <BankCard
            key={`${bank.bankCode} ${bank.bankAccountNo}`}
            bank={bank}
            least={lookup.depositMin}
            takesSlips={takesSlips}
            // What opens first the next time is a help: nothing is said when it could not be stored.
            onCopy={() => change({ depositWay: 'bank' }).catch(() => undefined)}
          />
        ))}
      </ul>
      {lookup.isManual && <ManualDeposit onAnnounced={onAnnounced} />}
      {takesSlips && (
        <Footer>
          {!needsSlip && (
            <p className="mb-2 text-center text-caption text-ink-3">{t('deposit.notArrived')}</p>
          )}
          <Button
            variant={needsSlip ? 'primary' : 'outline'}
            full
            icon={<Upload aria-hidden="true" />}
            onClick={onSlip}
          >
            {t('slip.title')}
          </Button>
        </Footer>
      )}
    </>
  );
}

interface BankCardProps {
  bank: DepositBank;
  /** The site's minimum deposit in baht. */
  least: number;
  takesSlips: boolean;
  onCopy: () => void;
}

/**
 * One account: bank in the member's language, number, name, currency, and how its transfers are credited (DEP-01,
 * DEP-02).
 */
function BankCard({ bank, least, takesSlips, onCopy }: BankCardProps) {
  const t = useT();
  const language = useLanguage();
  const within = useSlipAge();
  const crediting = creditingOf(bank);
  const amount = wholeText(least);
  const isKip = bank.currency === 'LAK';
  return (
    <li className="card py-4 pr-4 pl-[18px]">
      <div className="flex items-start gap-3.5">
        <Monogram code={bank.bankCode} colour={useBankColour(bank.bankCode)} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-2">
            <p className="text-small">
              <span className="font-semi">{nameIn(bank.bank, language)}</span>{' '}
              <span translate="no" className="text-ink-3">
                {bank.bankCode}
              </span>
            </p>
            <span className={`badge ${crediting === 'auto' ? 'badge-success' : 'badge-neutral'}`}>
              {t(`deposit.crediting.${crediting}`)}
            </span>
          </div>
          <p translate="no" className="account-no num text-[1.375rem]/[1.4] font-semi">
            {depositAccountNo(bank)}
          </p>
          <p className="text-small text-ink-2 wrap-anywhere">
            <span translate="no">{bank.bankAccountName}</span>
            {isKip && <span className="text-ink-3"> · LAK</span>}
          </p>
        </div>
      </div>
      <CopyButton
        className="mt-3 w-full justify-center"
        text={bank.bankAccountNo}
        label={t('deposit.copyNo')}
        doneLabel={t('deposit.copied')}
        of={`${nameIn(bank.bank, language)} ${depositAccountNo(bank)}`}
        onCopy={onCopy}
      />
      <p className="mt-2.5 text-caption text-ink-2">
        {crediting === 'auto'
          ? t('deposit.autoHow', { amount })
          : takesSlips
            ? t('deposit.slipHow', { amount, within })
            : t('deposit.operatorHow', { amount })}
      </p>
    </li>
  );
}
