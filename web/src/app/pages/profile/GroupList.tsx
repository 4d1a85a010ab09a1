import { accountNumberText } from '@krapao/ui/accountNumberText.ts';
import type { Elements } from '@krapao/ui/elements.ts';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from '../../../components/Link.tsx';
import { sessionsQuery } from '../../../features/account/queries.ts';
import { identityQuery } from '../../../features/identity/queries.ts';
import { messengerQuery } from '../../../features/messenger/queries.ts';
import { settingsQuery } from '../../../features/notifications/queries.ts';
import { BankNames } from '../../../features/profile/BankNames.tsx';
import { titleOf } from '../../../features/protection/PauseNotice.tsx';
import { limitsQuery, pauseQuery } from '../../../features/protection/queries.ts';
import { freezeQuery, ownDataQuery } from '../../../features/security/queries.ts';
import { useT } from '../../../i18n/i18n.ts';
import { profileQuery } from '../../../lib/profileQuery.ts';
import { securityQuery, securityWords } from '../../../lib/securityQuery.ts';
import { type ProfileGroup, profileGroups } from './profileGroups.ts';

/** The groups of the profile, each with what stands in it now. What could not be loaded is silent here: its page says so. */
export function GroupList() {
  return (
    <ul className="card list mt-3 px-4.5 py-0.5">
      <Row group="account">
        <AccountFacts />
      </Row>
      <Row group="security">
        <SecurityFacts />
      </Row>
      <Row group="play">
        <PlayFacts />
      </Row>
      <Row group="notifications">
        <NotificationFacts />
      </Row>
      <Row group="data">
        <DataFacts />
      </Row>
    </ul>
  );
}

function Row({ group, children }: { group: ProfileGroup; children: Elements }) {
  const t = useT();
  const { href, title, Icon } = profileGroups[group];
  return (
    <li className="py-0!">
      <Link href={href} className="row-open min-h-16">
        <Icon size={20} aria-hidden="true" className="flex-none text-gold" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{t(title)}</span>
          <span className="row-facts block min-h-6 text-small text-ink-2 [overflow-wrap:anywhere]">
            {children}
          </span>
        </span>
        <ChevronRight size={20} aria-hidden="true" className="flex-none text-ink-3" />
      </Link>
    </li>
  );
}

const OWN = 'num whitespace-normal';

function AccountFacts() {
  const t = useT();
  const { data: profile } = useQuery(profileQuery);
  const { data: identity } = useQuery(identityQuery);
  const state = identity?.request?.state;
  if (!profile) return null;
  return (
    <>
      <span translate="no" className={OWN}>
        {phoneText(profile.username)}
      </span>
      <BankNames bank={profile.bank} />
      <span translate="no" className={OWN}>
        {accountNumberText(profile.bankAccountNo)}
      </span>
      <span translate="no" className={OWN}>
        {profile.bankAccountName}
      </span>
      {identity && <span>{t(`identity.level.${identity.level}`)}</span>}
      {(state === 'WAITING' || state === 'REFUSED') && (
        <span className="font-medium text-ink">{t(`identity.state.${state}`)}</span>
      )}
    </>
  );
}

function SecurityFacts() {
  const t = useT();
  const { data: freeze } = useQuery(freezeQuery);
  const { data: security } = useQuery(securityQuery);
  const { data: sessions } = useQuery(sessionsQuery);
  const { data: pause } = useQuery(pauseQuery);
  return (
    <>
      {freeze?.frozenAt != null && <span className="font-medium text-ink">{t('freeze.isOn')}</span>}
      {security && <span>{t(...securityWords(security))}</span>}
      {sessions && <span>{t('sessions.count', { count: sessions.length })}</span>}
      {pause?.lastLogin && (
        <span className="num whitespace-normal">
          {t('safe.lastLogin', { time: dateTimeText(pause.lastLogin) })}
        </span>
      )}
    </>
  );
}

function PlayFacts() {
  const t = useT();
  const { data: pause } = useQuery(pauseQuery);
  const { data } = useQuery(limitsQuery);
  const count = data?.limits.filter(({ most }) => most !== null).length;
  return (
    <>
      {pause?.pause && <span className="font-medium text-ink">{t(titleOf(pause.pause))}</span>}
      {count !== undefined && (
        <span>{count > 0 ? t('profile.group.limits', { count }) : t('profile.group.noLimits')}</span>
      )}
    </>
  );
}

function NotificationFacts() {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery);
  const { data: messenger } = useQuery(messengerQuery);
  if (!settings || !messenger) return null;
  const service = messenger.linkedAt === null ? null : messenger.service;
  return (
    <>
      {(settings.isSubscribed || !service) && (
        <span>{t(settings.isSubscribed ? 'profile.group.here' : 'profile.group.inApp')}</span>
      )}
      {service && (
        <span translate="no" className={OWN}>
          {service.title}
        </span>
      )}
    </>
  );
}

function DataFacts() {
  const t = useT();
  const { data } = useQuery(ownDataQuery);
  if (!data) return null;
  return (
    <span>
      {data.erasure ? t('ownData.due', { time: dateTimeText(data.erasure.dueAt) }) : t('ownData.text')}
    </span>
  );
}
