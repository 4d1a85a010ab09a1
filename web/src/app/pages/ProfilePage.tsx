import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Beyond } from '../../components/Beyond.tsx';
import { Button } from '../../components/Button.tsx';
import { Version } from '../../components/Version.tsx';
import { SessionsCard } from '../../features/account/SessionsCard.tsx';
import { IdentityCard } from '../../features/identity/IdentityCard.tsx';
import { MessengerCard } from '../../features/messenger/MessengerCard.tsx';
import { forgetOfferedLink, offeredLink } from '../../features/messenger/offeredLink.ts';
import { NotificationCard } from '../../features/notifications/NotificationCard.tsx';
import { PlayCard } from '../../features/profile/PlayCard.tsx';
import { ProfileDetails } from '../../features/profile/ProfileDetails.tsx';
import { SaferPlayCard } from '../../features/protection/SaferPlayCard.tsx';
import { ChangesCard } from '../../features/security/ChangesCard.tsx';
import { FreezeCard } from '../../features/security/FreezeCard.tsx';
import { OwnDataCard } from '../../features/security/OwnDataCard.tsx';
import { SecurityCard } from '../../features/security/SecurityCard.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { useLimitedAccess } from '../../lib/limitedAccess.ts';
import { profileQuery } from '../../lib/profileQuery.ts';
import { useArrival } from '../../lib/useArrival.ts';
import { loadFirst } from '../QueryProvider.tsx';

const LogOutDialog = lazyPart(() => import('../LogOutDialog.tsx'));
const BankNameDialog = lazyPart(() => import('../../features/deposits/BankNameDialog.tsx'));
const SessionsDialog = lazyPart(() => import('../../features/account/SessionsDialog.tsx'));
const SecurityDialog = lazyPart(() => import('../../features/security/SecurityDialog.tsx'));
const ChangePasswordDialog = lazyPart(() => import('../../features/profile/ChangePasswordDialog.tsx'));
const TakeUpLinkDialog = lazyPart(() => import('../../features/messenger/TakeUpLinkDialog.tsx'));

/** @public Loaded before the page shows (routes.ts). */
export const firstData = () => loadFirst(profileQuery);

/** The member's profile. */
export default function ProfilePage() {
  const t = useT();
  const queryClient = useQueryClient();
  const { data: profile } = useQuery(profileQuery);
  const isLimited = useLimitedAccess();
  const [bank, setBank] = useState<{ code: string; name: string } | null>(null);
  const [nameOpen, setNameOpen] = useState(false);
  const [passwordOpen, setPasswordOpen] = useState<boolean | null>(null);
  const [securityOpen, setSecurityOpen] = useState<boolean | null>(null);
  useArrival('security', () => setSecurityOpen(true));
  const [isLeaving, setIsLeaving] = useState<boolean | null>(null);
  const [sessionsOpen, setSessionsOpen] = useState<boolean | null>(null);
  const [linkToken] = useState(offeredLink);
  const [isLinking, setIsLinking] = useState(linkToken !== null);
  useEffect(() => {
    if (linkToken !== null) forgetOfferedLink();
  }, [linkToken]);
  return (
    <div className="page page-columns">
      <h1 className="sr-only lg:not-sr-only lg:mb-4">{t('profile.title')}</h1>
      <ProfileDetails
        onChangePassword={() => setPasswordOpen(true)}
        onCorrectName={(chosen) => {
          setBank(chosen);
          setNameOpen(true);
        }}
      />
      <Beyond>
        <IdentityCard />
        <SecurityCard onOpen={() => setSecurityOpen(true)} />
        <SessionsCard onOpen={() => setSessionsOpen(true)} />
        <ChangesCard member={profile} />
        <FreezeCard phone={profile?.username} />
        <SaferPlayCard />
        {!isLimited && <PlayCard />}
        <NotificationCard />
        <MessengerCard />
        <OwnDataCard phone={profile?.username} />
      </Beyond>
      <Button
        variant="outline"
        full
        className="mt-5"
        icon={<LogOut aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setIsLeaving(true)}
      >
        {t('nav.logout')}
      </Button>
      <Version className="mt-4 text-center" />
      {bank && (
        <Suspense>
          <BankNameDialog
            open={nameOpen}
            bankCode={bank.code}
            bankName={bank.name}
            onClose={(saved) => {
              setNameOpen(false);
              if (saved) void queryClient.invalidateQueries(profileQuery);
            }}
          />
        </Suspense>
      )}
      {linkToken !== null && (
        <Suspense>
          <TakeUpLinkDialog open={isLinking} linkToken={linkToken} onClose={() => setIsLinking(false)} />
        </Suspense>
      )}
      {securityOpen !== null && (
        <Suspense>
          <SecurityDialog open={securityOpen} onClose={() => setSecurityOpen(false)} />
        </Suspense>
      )}
      {sessionsOpen !== null && (
        <Suspense>
          <SessionsDialog open={sessionsOpen} onClose={() => setSessionsOpen(false)} />
        </Suspense>
      )}
      {isLeaving !== null && (
        <Suspense>
          <LogOutDialog open={isLeaving} onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
      {passwordOpen !== null && (
        <Suspense>
          <ChangePasswordDialog
            open={passwordOpen}
            phone={profile?.username ?? ''}
            onClose={() => setPasswordOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
