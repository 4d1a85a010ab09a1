import { wholeText } from '@krapao/ui/money.ts';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { useBankColour } from '../../lib/useBankColour.ts';
import { creditingOf, type DepositBank, type DepositLookup, depositAccountNo, isQrBank } from './channels.ts';
import { Footer } from './Footer.tsx';
import { ManualDeposit } from './ManualDeposit.tsx';
import { slipLookupQuery } from './queries.ts';
import { useSlipAge } from './useSlipAge.ts';

interface BankPanelProps {
  lookup: DepositLookup;
  onSlip: () => void;
  /** Called when the member has announced a transfer (DEP-14). */
  onAnnounced: () => void;
}

/** The accounts for transfers, with the rules (DEP-01, DEP-12). */
export function BankPanel({ lookup, onSlip, onAnnounced }: BankPanelProps) {
  const t = useT();
  const { data: slips } = useQuery(slipLookupQuery);
  const accounts = lookup.banks.filter((bank) => !isQrBank(bank));
  const within = useSlipAge();
  const takesSlips = slips?.isActive !== false;
  return (
    <>
      <p className="mt-4 text-small text-ink-2">
        {t(takesSlips ? 'deposit.bankIntro' : 'deposit.bankIntroAuto', takesSlips ? { within } : {})}
      </p>
      {accounts.length === 0 && <p className="mt-3 text-small text-ink-3">{t('deposit.noAccounts')}</p>}
      <ul className="mt-3 grid gap-3 md:grid-cols-2">
        {accounts.map((bank) => (
          <BankCard key={`${bank.bankCode} ${bank.bankAccountNo}`} bank={bank} />
        ))}
      </ul>
      <ol className="steps-list">
        <li>{t('deposit.step1', { amount: wholeText(lookup.depositMin) })}</li>
        <li>{t(takesSlips ? 'deposit.step2' : 'deposit.step2Auto')}</li>
      </ol>
      {lookup.isManual && <ManualDeposit onAnnounced={onAnnounced} />}
      {takesSlips && (
        <Footer>
          <Button variant="primary" full icon={<Upload aria-hidden="true" />} onClick={onSlip}>
            {t('slip.title')}
          </Button>
        </Footer>
      )}
    </>
  );
}

/**
 * One account: bank in Thai or English, the way its transfers are credited, number, name, currency (DEP-01, DEP-02).
 */
function BankCard({ bank }: { bank: DepositBank }) {
  const t = useT();
  const language = useLanguage();
  const crediting = creditingOf(bank);
  const isKip = bank.currency === 'LAK';
  return (
    <li className="card py-4 pr-4 pl-[18px]">
      <div className="flex items-start gap-3.5">
        <Monogram code={bank.bankCode} colour={useBankColour(bank.bankCode)} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-2">
            <p className="text-small">
              <span className="font-semi">{nameIn(bank.bank, language)}</span>{' '}
              <span className="text-ink-3">{bank.bankCode}</span>
            </p>
            <span className={`badge ${crediting === 'auto' ? 'badge-success' : 'badge-neutral'}`}>
              {t(`deposit.crediting.${crediting}`)}
            </span>
          </div>
          <p className="num text-[1.375rem]/[1.4] font-semi">{depositAccountNo(bank)}</p>
          <p className="text-small text-ink-2 wrap-anywhere">
            {bank.bankAccountName}
            {isKip && <span className="text-ink-3"> · LAK</span>}
          </p>
        </div>
      </div>
      <CopyButton
        className="mt-3 w-full justify-center"
        text={bank.bankAccountNo}
        label={t('deposit.copyNo')}
        doneLabel={t('deposit.copied')}
      />
    </li>
  );
}
