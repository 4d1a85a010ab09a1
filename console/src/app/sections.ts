import { isAllowed, type Needed, OWN_MONEY } from '@krapao/contract/permissions';
import { type Counted, QUEUE_PERMISSIONS } from '@krapao/contract/queues';
import { lazy } from 'react';
import type { MessageId } from '../i18n/messages.ts';
import { paths } from '../lib/paths.ts';
import type { Self } from '../lib/self.ts';

/** One page of the console: its address, what the role needs to see it, and the queues that it counts. */
export interface Section {
  path: string;
  title: MessageId;
  permission: Needed;
  queues: readonly Counted[];
  Page: React.ComponentType;
}

/** All pages, in the usual order of the top bar. */
export const SECTIONS: readonly Section[] = [
  {
    path: paths.slips,
    title: 'slips.title',
    permission: QUEUE_PERMISSIONS.slips,
    queues: ['slips'],
    Page: lazy(() =>
      import('../features/slips/SlipsPage.tsx').then(({ SlipsPage }) => ({ default: SlipsPage })),
    ),
  },
  {
    path: paths.chat,
    title: 'chat.title',
    permission: 'chat.answer',
    queues: ['chats'],
    Page: lazy(() => import('../features/chat/ChatPage.tsx').then(({ ChatPage }) => ({ default: ChatPage }))),
  },
  {
    path: paths.incoming,
    title: 'incoming.title',
    permission: QUEUE_PERMISSIONS.incoming,
    queues: ['incoming', 'latePayments', 'gifts', 'transferClaims'],
    Page: lazy(() =>
      import('../features/incoming/IncomingPage.tsx').then(({ IncomingPage }) => ({ default: IncomingPage })),
    ),
  },
  {
    path: paths.withdrawals,
    title: 'withdrawals.title',
    permission: QUEUE_PERMISSIONS.withdrawals,
    queues: ['withdrawals'],
    Page: lazy(() =>
      import('../features/withdrawals/WithdrawalsPage.tsx').then(({ WithdrawalsPage }) => ({
        default: WithdrawalsPage,
      })),
    ),
  },
  {
    path: paths.transfers,
    title: 'transfers.title',
    permission: QUEUE_PERMISSIONS.transfers,
    queues: ['transfers'],
    Page: lazy(() =>
      import('../features/transfers/StuckTransfersPage.tsx').then(({ StuckTransfersPage }) => ({
        default: StuckTransfersPage,
      })),
    ),
  },
  {
    path: paths.members,
    title: 'members.title',
    permission: 'member.read',
    queues: [],
    Page: lazy(() =>
      import('../features/members/MembersPage.tsx').then(({ MembersPage }) => ({ default: MembersPage })),
    ),
  },
  {
    path: paths.changeRequests,
    title: 'members.requests',
    permission: QUEUE_PERMISSIONS.changeRequests,
    queues: ['changeRequests'],
    Page: lazy(() =>
      import('../features/members/ChangeRequestsPage.tsx').then(({ ChangeRequestsPage }) => ({
        default: ChangeRequestsPage,
      })),
    ),
  },
  {
    path: paths.cases,
    title: 'cases.title',
    permission: QUEUE_PERMISSIONS.cases,
    queues: ['cases'],
    Page: lazy(() =>
      import('../features/cases/CasesPage.tsx').then(({ CasesPage }) => ({ default: CasesPage })),
    ),
  },
  {
    path: paths.identity,
    title: 'identity.title',
    permission: QUEUE_PERMISSIONS.identityRequests,
    queues: ['identityRequests', 'findings'],
    Page: lazy(() =>
      import('../features/identity/IdentityPage.tsx').then(({ IdentityPage }) => ({ default: IdentityPage })),
    ),
  },
  {
    path: paths.lists,
    title: 'lists.title',
    permission: 'identity.decide',
    queues: [],
    Page: lazy(() =>
      import('../features/identity/ListsPage.tsx').then(({ ListsPage }) => ({ default: ListsPage })),
    ),
  },
  {
    path: paths.personalData,
    title: 'personalData.title',
    permission: 'data.protect',
    queues: [],
    Page: lazy(() =>
      import('../features/personalData/PersonalDataPage.tsx').then(({ PersonalDataPage }) => ({
        default: PersonalDataPage,
      })),
    ),
  },
  {
    path: paths.approvals,
    title: 'approvals.title',
    permission: QUEUE_PERMISSIONS.approvals,
    queues: ['approvals'],
    Page: lazy(() =>
      import('../features/approvals/ApprovalsPage.tsx').then(({ ApprovalsPage }) => ({
        default: ApprovalsPage,
      })),
    ),
  },
  {
    path: paths.shifts,
    title: 'shifts.title',
    permission: 'shift.work',
    queues: [],
    Page: lazy(() =>
      import('../features/shifts/ShiftsPage.tsx').then(({ ShiftsPage }) => ({ default: ShiftsPage })),
    ),
  },
  {
    path: paths.content,
    title: 'content.title',
    permission: ['content.edit', 'bonus.edit', 'settings.edit'],
    queues: [],
    Page: lazy(() =>
      import('../features/content/ContentPage.tsx').then(({ ContentPage }) => ({ default: ContentPage })),
    ),
  },
  {
    path: paths.connections,
    title: 'connections.title',
    permission: 'connection.manage',
    queues: [],
    Page: lazy(() =>
      import('../features/connections/ConnectionsPage.tsx').then(({ ConnectionsPage }) => ({
        default: ConnectionsPage,
      })),
    ),
  },
  {
    path: paths.events,
    title: 'events.title',
    permission: 'connection.manage',
    queues: [],
    Page: lazy(() =>
      import('../features/events/EventsPage.tsx').then(({ EventsPage }) => ({ default: EventsPage })),
    ),
  },
  {
    path: paths.goLive,
    title: 'goLive.title',
    permission: 'connection.manage',
    queues: [],
    Page: lazy(() =>
      import('../features/goLive/GoLivePage.tsx').then(({ GoLivePage }) => ({ default: GoLivePage })),
    ),
  },
  {
    path: paths.accounts,
    title: 'accounts.title',
    permission: OWN_MONEY,
    queues: ['clientMoney'],
    Page: lazy(() =>
      import('../features/accounts/AccountsPage.tsx').then(({ AccountsPage }) => ({ default: AccountsPage })),
    ),
  },
  {
    path: paths.registers,
    title: 'registers.title',
    permission: 'report.read',
    queues: [],
    Page: lazy(() =>
      import('../features/registers/RegistersPage.tsx').then(({ RegistersPage }) => ({
        default: RegistersPage,
      })),
    ),
  },
  {
    path: paths.reports,
    title: 'reports.title',
    permission: 'report.read',
    queues: [],
    Page: lazy(() =>
      import('../features/reports/ReportsPage.tsx').then(({ ReportsPage }) => ({ default: ReportsPage })),
    ),
  },
  {
    path: paths.operators,
    title: 'operators.title',
    permission: 'operator.manage',
    queues: [],
    Page: lazy(() =>
      import('../features/operators/OperatorsPage.tsx').then(({ OperatorsPage }) => ({
        default: OperatorsPage,
      })),
    ),
  },
  {
    path: paths.audit,
    title: 'audit.title',
    permission: 'audit.read',
    queues: [],
    Page: lazy(() =>
      import('../features/audit/AuditPage.tsx').then(({ AuditPage }) => ({ default: AuditPage })),
    ),
  },
];

/** The pages of an operator in the order of the top bar: where a site goes live, the way there comes first. */
export function sectionsOf({ role, isGoingLive }: Pick<Self, 'role' | 'isGoingLive'>): Section[] {
  const allowed = SECTIONS.filter(({ permission }) => isAllowed(role, permission));
  const comesFirst = ({ path }: Section) => isGoingLive && path === paths.goLive;
  return [...allowed.filter(comesFirst), ...allowed.filter((section) => !comesFirst(section))];
}
