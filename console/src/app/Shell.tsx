import { isAllowed } from '@krapao/contract/permissions';
import { Mark } from '@krapao/ui/Mark.tsx';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { SoonBanner } from '../features/approvals/SoonBanner.tsx';
import { useChatAlerts } from '../features/chat/alerts.ts';
import { MemberSearch } from '../features/members/MemberSearch.tsx';
import { CodeAgainDialog } from '../features/operators/CodeAgainDialog.tsx';
import { DueBreaches } from '../features/personalData/DueBreaches.tsx';
import { useT } from '../i18n/i18n.ts';
import { renewAlarms } from '../lib/alarms.ts';
import { paths } from '../lib/paths.ts';
import { queuesQuery } from '../lib/queuesQuery.ts';
import type { Self } from '../lib/self.ts';
import { useEscapeFromFields } from '../lib/useKeys.ts';
import { useLive } from '../lib/useLive.ts';
import { useIsPhone } from '../lib/usePhone.ts';
import { FailingWebhooks } from './FailingWebhooks.tsx';
import { OverdueShifts } from './OverdueShifts.tsx';
import { PhoneNav } from './PhoneNav.tsx';
import { Presence } from './Presence.tsx';
import { SectionNav } from './SectionNav.tsx';
import { SilentFeeds } from './SilentFeeds.tsx';
import { sectionsOf } from './sections.ts';
import { UserMenu } from './UserMenu.tsx';

/** The top bar with the queues' counts (on a phone a menu), and the page below. Pages that the role may not see are missing. */
export function Shell({ self }: { self: Self }) {
  const t = useT();
  const [, go] = useLocation();
  useLive();
  useEscapeFromFields();
  useEffect(() => void renewAlarms().catch(() => undefined), []);
  useChatAlerts(isAllowed(self.role, 'chat.answer'), () => go(paths.chat));
  const { data } = useQuery({
    ...queuesQuery,
    // The server does not announce that a colleague has left, so this asks again.
    refetchInterval: 60_000,
  });
  const counts: Partial<Record<string, number>> = data?.counts ?? {};
  const sections = sectionsOf(self);
  const [first] = sections;
  const entries = sections.map(({ path, title, queues }) => ({
    path,
    title: t(title),
    waiting: queues.reduce((sum, queue) => sum + (counts[queue] ?? 0), 0),
    overdue: queues.reduce((sum, queue) => sum + (data?.overdue[queue] ?? 0), 0),
  }));
  const isPhone = useIsPhone();
  const search = isAllowed(self.role, 'member.read') && <MemberSearch />;

  return (
    <div className="shell">
      <header className="topbar">
        {isPhone ? (
          <PhoneNav entries={entries} search={search} />
        ) : (
          <>
            <Link className="brand" href="/">
              <Mark size={26} />
              <span>{t('app.name')}</span>
              <span className="muted brand-console">{t('app.console')}</span>
            </Link>
            <SectionNav entries={entries} />
            {search}
          </>
        )}
        <Presence operators={data?.operators ?? []} />
        <UserMenu self={self} />
      </header>
      <SoonBanner soon={data?.soon ?? []} />
      <SilentFeeds feeds={data?.silentFeeds ?? []} mayOpen={isAllowed(self.role, 'connection.manage')} />
      {isAllowed(self.role, 'connection.manage') && (
        <FailingWebhooks webhooks={data?.failingWebhooks ?? []} />
      )}
      <OverdueShifts shifts={data?.overdueShifts ?? []} />
      {isAllowed(self.role, 'data.protect') && <DueBreaches />}
      {data && data.restsUntil !== null && (
        <Alert color="red" role="status" radius={0} py="xs">
          {t('accounts.allRest', { time: dateTimeText(data.restsUntil) })}
        </Alert>
      )}
      <main className="page">
        <Suspense
          fallback={
            <Center h="100%">
              <Loader aria-label={t('app.loading')} />
            </Center>
          }
        >
          <Switch>
            {sections.map(({ path, Page }) => (
              <Route key={path} path={`${path}/*?`} component={Page} />
            ))}
            <Route>{first ? <Redirect to={first.path} replace /> : <Empty />}</Route>
          </Switch>
        </Suspense>
      </main>
      <CodeAgainDialog />
    </div>
  );
}

function Empty() {
  const t = useT();
  return <div className="centre muted">{t('app.nothingForRole')}</div>;
}
