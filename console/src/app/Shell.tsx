import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { isAllowed } from '@krapao/contract/permissions';
import { Mark } from '@krapao/ui/Mark.tsx';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Center, Loader, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Menu } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { SoonBanner } from '../features/approvals/SoonBanner.tsx';
import { useChatAlerts } from '../features/chat/alerts.ts';
import { CodeAgainDialog } from '../features/operators/CodeAgainDialog.tsx';
import { DueBreaches } from '../features/personalData/DueBreaches.tsx';
import { useT } from '../i18n/i18n.ts';
import { renewAlarms } from '../lib/alarms.ts';
import { paths } from '../lib/paths.ts';
import { queuesQuery } from '../lib/queuesQuery.ts';
import type { Self } from '../lib/self.ts';
import { useActionKeys } from '../lib/useActions.ts';
import { useEscapeFromFields } from '../lib/useEscapeFromFields.ts';
import { useLive } from '../lib/useLive.ts';
import { useIsPhone } from '../lib/usePhone.ts';
import { BottomBar } from './BottomBar.tsx';
import { entriesOf } from './entries.ts';
import { FailingWebhooks } from './FailingWebhooks.tsx';
import { FindField } from './FindField.tsx';
import { NoPermission } from './NoPermission.tsx';
import { OverdueShifts } from './OverdueShifts.tsx';
import { PagesDrawer } from './PagesDrawer.tsx';
import { Presence } from './Presence.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SilentFeeds } from './SilentFeeds.tsx';
import { SkipLink, skipTarget } from './SkipLink.tsx';
import { SECTIONS, sectionsOf } from './sections.ts';
import { UserMenu } from './UserMenu.tsx';

/**
 * The bar, the sidebar with the counts (on a phone a bar below), and the page. Pages that the role may not see are not listed,
 * and their addresses say which permission they need.
 */
export function Shell({ self }: { self: Self }) {
  const t = useT();
  useLive();
  useActionKeys();
  useEscapeFromFields();
  useEffect(() => void renewAlarms().catch(() => undefined), []);
  const { data } = useQuery({
    ...queuesQuery,
    // The server does not announce that a colleague has left, so this asks again.
    refetchInterval: 60_000,
  });
  const sections = sectionsOf(self.role);
  const entries = entriesOf(sections, data ?? { counts: {}, overdue: {} });
  const operators = data?.operators ?? [];
  const isPhone = useIsPhone();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const findsMembers = isAllowed(self.role, 'member.read');
  const isOnItsWay = self.isGoingLive && isAllowed(self.role, 'connection.manage');

  return (
    <div className="shell">
      <SkipLink />
      <header className="topbar">
        {!isPhone && (
          <UnstyledButton
            className="all-pages"
            aria-label={t('nav.menu')}
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          >
            <Menu size={22} aria-hidden="true" />
          </UnstyledButton>
        )}
        <Link className="brand" href={paths.home}>
          <Mark size={26} />
          <span>{t('app.name')}</span>
          <span className="muted brand-console">{t('app.console')}</span>
        </Link>
        {!isPhone && (
          <>
            <FindField entries={entries} findsMembers={findsMembers} />
            <Presence operators={operators} />
            <PagesDrawer
              isOpen={isMenuOpen}
              onClose={() => setMenuOpen(false)}
              entries={entries}
              operators={operators}
            />
          </>
        )}
        <UserMenu self={self} />
      </header>
      <div className="shell-body">
        {!isPhone && <Sidebar entries={entries} />}
        <div className="shell-main">
          <Notices self={self} queues={data} />
          <main className="page" {...skipTarget}>
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
                {SECTIONS.map(
                  ({ path, title, permission }) =>
                    permission !== undefined && (
                      <Route key={path} path={`${path}/*?`}>
                        <NoPermission title={title} needed={permission} />
                      </Route>
                    ),
                )}
                <Route>
                  <Redirect to={isOnItsWay ? paths.goLive : paths.home} replace />
                </Route>
              </Switch>
            </Suspense>
          </main>
        </div>
      </div>
      {isPhone && <BottomBar entries={entries} operators={operators} findsMembers={findsMembers} />}
      <CodeAgainDialog />
      <ChatAlerts mayAnswer={isAllowed(self.role, 'chat.answer')} />
    </div>
  );
}

/** Rings on every page. It knows the address apart from the shell, which a step from item to item does not draw anew. */
function ChatAlerts({ mayAnswer }: { mayAnswer: boolean }) {
  const [, go] = useLocation();
  useChatAlerts(mayAnswer, () => go(paths.chat));
  return null;
}

interface NoticesProps {
  self: Self;
  queues: ResponseOf<Contract['GET /api/console/queues']> | undefined;
}

/** On every page: what somebody must look at. */
function Notices({ self, queues }: NoticesProps) {
  const t = useT();
  const mayConnect = isAllowed(self.role, 'connection.manage');
  return (
    <>
      <SoonBanner soon={queues?.soon ?? []} />
      <SilentFeeds feeds={queues?.silentFeeds ?? []} mayOpen={mayConnect} />
      {mayConnect && <FailingWebhooks webhooks={queues?.failingWebhooks ?? []} />}
      <OverdueShifts shifts={queues?.overdueShifts ?? []} />
      {isAllowed(self.role, 'data.protect') && <DueBreaches />}
      {queues && queues.restsUntil !== null && (
        <Alert color="red" role="status" radius={0} py="xs">
          {t('accounts.allRest', { time: dateTimeText(queues.restsUntil) })}
        </Alert>
      )}
    </>
  );
}
