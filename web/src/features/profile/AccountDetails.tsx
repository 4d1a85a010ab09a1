import { isEnglishName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import { accountNumberText } from '@krapao/ui/accountNumberText.ts';
import type { Elements } from '@krapao/ui/elements.ts';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { useQuery } from '@tanstack/react-query';
import { Lock, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { banksQuery } from '../../lib/lookupQueries.ts';
import type { Profile } from '../../lib/profileQuery.ts';
import { BankNames } from './BankNames.tsx';

interface AccountDetailsProps {
  profile: Profile;
  onChangePassword: () => void;
  /** Called with the bank whose account name must be changed to English letters (DEP-13). */
  onCorrectName: (bank: { code: string; name: string }) => void;
}

/** The member's log-in and payout account, read-only except for the password (PRO-01). */
export function AccountDetails({ profile, onChangePassword, onCorrectName }: AccountDetailsProps) {
  const t = useT();
  const language = useLanguage();
  const { data: banks } = useQuery(banksQuery);
  const { bank, bankCode } = profile;
  const localName = nameIn(bank, language);
  return (
    <>
      <Section title={t('profile.account')}>
        <Row
          label={t('profile.username')}
          value={
            <span translate="no" className="num">
              {phoneText(profile.username)}
            </span>
          }
        >
          <span className="text-ink-3" title={t('profile.readOnly')}>
            <Lock size={18} role="img" aria-label={t('profile.readOnly')} />
          </span>
        </Row>
        <Row
          label={t('profile.password')}
          value={
            <span className="password-dots" aria-hidden="true">
              ••••••••
            </span>
          }
        >
          <Button size="small" onClick={onChangePassword} icon={<Lock aria-hidden="true" />}>
            {t('profile.changePassword')}
          </Button>
        </Row>
      </Section>

      <Section title={t('profile.bankAccount')}>
        <Row label={t('profile.bank')} value={<BankNames bank={bank} />}>
          <Monogram code={bankCode} colour={banks?.find(({ code }) => code === bankCode)?.colour} />
        </Row>
        <Row label={t('profile.accountName')} value={<span translate="no">{profile.bankAccountName}</span>}>
          {requiresEnglishName(bankCode) && !isEnglishName(profile.bankAccountName) && (
            <IconButton
              label={t('profile.correctName')}
              className="-mr-2.5"
              onClick={() => onCorrectName({ code: bankCode, name: localName })}
            >
              <Pencil size={20} aria-hidden="true" />
            </IconButton>
          )}
        </Row>
        <Row
          label={t('profile.accountNo')}
          value={
            <span translate="no" className="num">
              {accountNumberText(profile.bankAccountNo)}
            </span>
          }
        />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: Elements }) {
  return (
    <>
      <h2 className="pt-5 text-h3">{title}</h2>
      <ul className="card list mt-2 px-4.5 py-0.5">{children}</ul>
    </>
  );
}

function Row({ label, value, children }: { label: string; value: ReactNode; children?: Elements }) {
  return (
    <li className="min-h-16 flex-wrap py-2.5">
      <div className="min-w-0 flex-1">
        <div className="text-caption text-ink-3">{label}</div>
        <div className="font-medium [overflow-wrap:anywhere]">{value}</div>
      </div>
      {children}
    </li>
  );
}
