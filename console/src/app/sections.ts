import { isAllowed, type Needed, OWN_MONEY } from '@krapao/contract/permissions';
import { type Counted, QUEUE_NAMES, QUEUE_PERMISSIONS } from '@krapao/contract/queues';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  CalendarClock,
  ChartColumn,
  CheckCheck,
  FolderSearch,
  Hourglass,
  House,
  IdCard,
  Inbox,
  Landmark,
  LayoutTemplate,
  ListX,
  type LucideIcon,
  MessagesSquare,
  Plug,
  ReceiptText,
  Rocket,
  ScrollText,
  ShieldUser,
  Table2,
  UserCog,
  UserPen,
  Users,
  Webhook,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { MessageId } from '../i18n/messages.ts';
import { paths } from '../lib/paths.ts';
import { queuePageTitle } from '../lib/queueNames.ts';
import type { Self } from '../lib/self.ts';

/** The groups of pages, from the top of the sidebar. */
export const GROUPS = ['home', 'work', 'members', 'money', 'site', 'control'] as const;
export type Group = (typeof GROUPS)[number];

/** One page of the console: its address, what the role needs to see it, and the queues that it counts. */
export interface Section {
  path: string;
  group: Group;
  title: MessageId;
  Icon: LucideIcon;
  /** Without one everybody sees it. */
  permission?: Needed;
  queues: readonly Counted[];
  /** Its queues are counted by other pages too. */
  isSum?: boolean;
  Page: ComponentType;
}

/** A page that is loaded once it is opened. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(() => load().then((module) => ({ default: module[name] })));
}

/** Who decides anything has an inbox. */
const ANY_QUEUE = [...new Set(Object.values(QUEUE_PERMISSIONS))];

/** All pages, in the order of the sidebar: neither language nor counts nor colleagues move one. */
export const SECTIONS: readonly Section[] = [
  {
    path: paths.home,
    group: 'home',
    title: 'home.title',
    Icon: House,
    queues: [],
    Page: page(() => import('../features/home/HomePage.tsx'), 'HomePage'),
  },
  {
    path: paths.inbox,
    group: 'work',
    title: 'inbox.title',
    Icon: Inbox,
    permission: ANY_QUEUE,
    queues: QUEUE_NAMES,
    isSum: true,
    Page: page(() => import('../features/inbox/InboxPage.tsx'), 'InboxPage'),
  },
  {
    path: paths.slips,
    group: 'work',
    title: queuePageTitle('slips'),
    Icon: ReceiptText,
    permission: QUEUE_PERMISSIONS.slips,
    queues: ['slips'],
    Page: page(() => import('../features/slips/SlipsPage.tsx'), 'SlipsPage'),
  },
  {
    path: paths.incoming,
    group: 'work',
    title: queuePageTitle('incoming'),
    Icon: ArrowDownToLine,
    permission: QUEUE_PERMISSIONS.incoming,
    queues: ['incoming', 'latePayments', 'gifts', 'transferClaims'],
    Page: page(() => import('../features/incoming/IncomingPage.tsx'), 'IncomingPage'),
  },
  {
    path: paths.withdrawals,
    group: 'work',
    title: queuePageTitle('withdrawals'),
    Icon: ArrowUpFromLine,
    permission: QUEUE_PERMISSIONS.withdrawals,
    queues: ['withdrawals'],
    Page: page(() => import('../features/withdrawals/WithdrawalsPage.tsx'), 'WithdrawalsPage'),
  },
  {
    path: paths.chat,
    group: 'work',
    title: queuePageTitle('chats'),
    Icon: MessagesSquare,
    permission: 'chat.answer',
    queues: ['chats'],
    Page: page(() => import('../features/chat/ChatPage.tsx'), 'ChatPage'),
  },
  {
    path: paths.members,
    group: 'members',
    title: 'nav.memberList',
    Icon: Users,
    permission: 'member.read',
    queues: [],
    Page: page(() => import('../features/members/MembersPage.tsx'), 'MembersPage'),
  },
  {
    path: paths.changeRequests,
    group: 'members',
    title: queuePageTitle('changeRequests'),
    Icon: UserPen,
    permission: QUEUE_PERMISSIONS.changeRequests,
    queues: ['changeRequests'],
    Page: page(() => import('../features/members/ChangeRequestsPage.tsx'), 'ChangeRequestsPage'),
  },
  {
    path: paths.identity,
    group: 'members',
    title: queuePageTitle('identityRequests'),
    Icon: IdCard,
    permission: QUEUE_PERMISSIONS.identityRequests,
    queues: ['identityRequests', 'findings'],
    Page: page(() => import('../features/identity/IdentityPage.tsx'), 'IdentityPage'),
  },
  {
    path: paths.cases,
    group: 'members',
    title: queuePageTitle('cases'),
    Icon: FolderSearch,
    permission: QUEUE_PERMISSIONS.cases,
    queues: ['cases'],
    Page: page(() => import('../features/cases/CasesPage.tsx'), 'CasesPage'),
  },
  {
    path: paths.approvals,
    group: 'money',
    title: queuePageTitle('approvals'),
    Icon: CheckCheck,
    permission: QUEUE_PERMISSIONS.approvals,
    queues: ['approvals'],
    Page: page(() => import('../features/approvals/ApprovalsPage.tsx'), 'ApprovalsPage'),
  },
  {
    path: paths.transfers,
    group: 'money',
    title: queuePageTitle('transfers'),
    Icon: Hourglass,
    permission: QUEUE_PERMISSIONS.transfers,
    queues: ['transfers'],
    Page: page(() => import('../features/transfers/StuckTransfersPage.tsx'), 'StuckTransfersPage'),
  },
  {
    path: paths.accounts,
    group: 'money',
    title: queuePageTitle('clientMoney'),
    Icon: Landmark,
    permission: OWN_MONEY,
    queues: ['clientMoney'],
    Page: page(() => import('../features/accounts/AccountsPage.tsx'), 'AccountsPage'),
  },
  {
    path: paths.registers,
    group: 'money',
    title: 'registers.title',
    Icon: Table2,
    permission: 'report.read',
    queues: [],
    Page: page(() => import('../features/registers/RegistersPage.tsx'), 'RegistersPage'),
  },
  {
    path: paths.reports,
    group: 'money',
    title: 'reports.title',
    Icon: ChartColumn,
    permission: 'report.read',
    queues: [],
    Page: page(() => import('../features/reports/ReportsPage.tsx'), 'ReportsPage'),
  },
  {
    path: paths.shifts,
    group: 'money',
    title: 'shifts.title',
    Icon: CalendarClock,
    permission: 'shift.work',
    queues: [],
    Page: page(() => import('../features/shifts/ShiftsPage.tsx'), 'ShiftsPage'),
  },
  {
    path: paths.content,
    group: 'site',
    title: 'content.title',
    Icon: LayoutTemplate,
    permission: ['content.edit', 'bonus.edit', 'settings.edit'],
    queues: [],
    Page: page(() => import('../features/content/ContentPage.tsx'), 'ContentPage'),
  },
  {
    path: paths.connections,
    group: 'site',
    title: 'connections.title',
    Icon: Plug,
    permission: 'connection.manage',
    queues: [],
    Page: page(() => import('../features/connections/ConnectionsPage.tsx'), 'ConnectionsPage'),
  },
  {
    path: paths.events,
    group: 'site',
    title: 'events.title',
    Icon: Webhook,
    permission: 'connection.manage',
    queues: [],
    Page: page(() => import('../features/events/EventsPage.tsx'), 'EventsPage'),
  },
  {
    path: paths.goLive,
    group: 'site',
    title: 'goLive.title',
    Icon: Rocket,
    permission: 'connection.manage',
    queues: [],
    Page: page(() => import('../features/goLive/GoLivePage.tsx'), 'GoLivePage'),
  },
  {
    path: paths.operators,
    group: 'control',
    title: 'operators.title',
    Icon: UserCog,
    permission: 'operator.manage',
    queues: [],
    Page: page(() => import('../features/operators/OperatorsPage.tsx'), 'OperatorsPage'),
  },
  {
    path: paths.audit,
    group: 'control',
    title: 'audit.title',
    Icon: ScrollText,
    permission: 'audit.read',
    queues: [],
    Page: page(() => import('../features/audit/AuditPage.tsx'), 'AuditPage'),
  },
  {
    path: paths.lists,
    group: 'control',
    title: 'lists.title',
    Icon: ListX,
    permission: 'identity.decide',
    queues: [],
    Page: page(() => import('../features/identity/ListsPage.tsx'), 'ListsPage'),
  },
  {
    path: paths.personalData,
    group: 'control',
    title: 'personalData.title',
    Icon: ShieldUser,
    permission: 'data.protect',
    queues: [],
    Page: page(() => import('../features/personalData/PersonalDataPage.tsx'), 'PersonalDataPage'),
  },
];

/** The pages of an operator, in the order of the sidebar. */
export function sectionsOf(role: Self['role']): Section[] {
  return SECTIONS.filter(({ permission }) => permission === undefined || isAllowed(role, permission));
}
