import { isEnglishName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import { accountNumberText } from '@krapao/ui/accountNumberText.ts';
import type { Elements } from '@krapao/ui/elements.ts';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { dateText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Lock, Moon, Pencil, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { LacquerCard } from '../../components/LacquerCard.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { Segments } from '../../components/Segments.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { banksQuery } from '../../lib/lookupQueries.ts';
import { profileQuery } from '../../lib/profileQuery.ts';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { useDelayed } from '../../lib/useDelayed.ts';

interface ProfileDetailsProps {
  onChangePassword: () => void;
  /** Called with the bank whose account name must be changed to English letters (DEP-13). */
  onCorrectName: (bank: { code: string; name: string }) => void;
}

/** The member's profile, read-only except for the password (PRO-01). */
export function ProfileDetails({ onChangePassword, onCorrectName }: ProfileDetailsProps) {
  const t = useT();
  const language = useLanguage();
  const { data: profile, isPending, isError, refetch } = useQuery(profileQuery);
  const { data: banks } = useQuery(banksQuery);
  const loading = useDelayed(isPending);
  if (isError) return <LoadFailed message={t('profile.failed')} onRetry={() => refetch()} />;
  if (!profile) return <ProfileSkeleton shown={loading} />;
  const { bank, bankCode } = profile;
  const localName = nameIn(bank, language);
  return (
    <>
      <LacquerCard className="rounded-[24px] px-[26px] py-6" star="-top-[90px] -right-[110px] size-[280px]">
        <div className="flex flex-wrap items-center gap-4">
          <span className="grid size-[60px] flex-none place-items-center rounded-full bg-lacquer-2 text-[1.375rem] font-semi text-leaf shadow-[inset_0_0_0_1.5px_var(--leaf)]">
            {firstLetter(profile.name)}
          </span>
          <div className="min-w-0 flex-[1_1_9rem]">
            <h2 translate="no" className="[overflow-wrap:anywhere]">
              {profile.name}
            </h2>
            <div className="num text-small whitespace-normal text-lacquer-text-2">
              {t('profile.memberId', { id: profile._id })}
            </div>
            <div className="num text-caption whitespace-normal text-lacquer-text-2">
              {t('profile.memberSince', { date: dateText(profile.createdAt) })}
            </div>
          </div>
        </div>
      </LacquerCard>

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
        <Row label={t('profile.bank')} value={<BankNames local={localName} thai={bank.nameTH} />}>
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

      <h3 className="pt-5">{t('profile.display')}</h3>
      <ThemeChoice />
    </>
  );
}

/** The Thai name of the bank (PRO-01), after its name in the member's language where that differs. */
function BankNames({ local, thai }: { local: string; thai: string }) {
  if (local === thai) return <span>{local}</span>;
  return (
    <>
      <span>{`${local} `}</span>
      <span lang="th">{`(${thai})`}</span>
    </>
  );
}

function Section({ title, children }: { title: string; children: Elements }) {
  return (
    <>
      <h3 className="pt-5">{title}</h3>
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

function ThemeChoice() {
  const t = useT();
  return (
    <div className="card mt-2 flex flex-wrap items-center justify-between gap-2 py-3 pr-3.5 pl-4.5">
      <span>{t('theme.label')}</span>
      <div className="min-w-[212px]">
        <Segments
          label={t('theme.label')}
          value={useTheme()}
          onChange={setTheme}
          options={[
            { value: 'dark', text: t('theme.dark'), icon: <Moon aria-hidden="true" /> },
            { value: 'light', text: t('theme.light'), icon: <Sun aria-hidden="true" /> },
          ]}
        />
      </div>
    </div>
  );
}

/** Takes its space from the start, so that showing it does not move the content below. */
function ProfileSkeleton({ shown }: { shown: boolean }) {
  const t = useT();
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className={`flex flex-col gap-5 ${shown ? '' : 'invisible'}`}
    >
      <Skeleton className="h-[108px] rounded-[24px]" />
      <Skeleton className="h-[132px] rounded-lg" />
      <Skeleton className="h-[196px] rounded-lg" />
    </div>
  );
}

/** The first letter a reader sees: Thai and Lao write some vowels before their consonant. */
function firstLetter(name: string): string {
  return /[^\s\u0E40-\u0E44\u0EC0-\u0EC4]/u.exec(name)?.[0] ?? '';
}
