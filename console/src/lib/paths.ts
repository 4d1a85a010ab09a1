import type { QueueName } from '@krapao/contract/queues';

/** All addresses of the console, below /console. */
export const BASE = '/console';

export const paths = {
  home: '/home',
  inbox: '/inbox',
  slips: '/slips',
  chat: '/chat',
  incoming: '/incoming',
  withdrawals: '/withdrawals',
  bankFiles: '/withdrawals/files',
  transfers: '/transfers',
  members: '/members',
  changeRequests: '/change-requests',
  cases: '/cases',
  allCases: '/cases/all',
  identity: '/identity',
  lists: '/lists',
  personalData: '/personal-data',
  approvals: '/approvals',
  content: '/content',
  connections: '/connections',
  events: '/events',
  goLive: '/go-live',
  accounts: '/accounts',
  shifts: '/shifts',
  registers: '/registers',
  reports: '/reports',
  operators: '/operators',
  audit: '/audit',
} as const;

/** Where a payment gateway is added for members. */
export const newGateway = `${paths.content}/gateway/new`;

/** The published jurisdiction pack, to be printed. */
export const printedPack = `${paths.content}/setting/protection/print`;

/** The page of one member. */
export function memberPath(id: string): string {
  return `${paths.members}/${id}`;
}

/** The page of one case. */
export function casePath(id: string): string {
  return `${paths.cases}/${id}`;
}

/** The report of one shift. */
export function shiftPath(id: string): string {
  return `${paths.shifts}/${id}`;
}

/** The page of one bank feed. */
export function feedPath(id: string): string {
  return `${paths.connections}/feeds/${id}`;
}

/** Where a statement file of one of our accounts is read. */
export function statementPath(accountId: string): string {
  return `${paths.reports}/bank?account=${accountId}`;
}

/** Where the items of a queue are decided; each has its id below. */
export const QUEUE_PATHS: Readonly<Record<Exclude<QueueName, 'clientMoney'>, string>> = {
  slips: paths.slips,
  incoming: paths.incoming,
  latePayments: `${paths.incoming}/late`,
  gifts: `${paths.incoming}/gifts`,
  transferClaims: `${paths.incoming}/claims`,
  withdrawals: paths.withdrawals,
  transfers: paths.transfers,
  changeRequests: paths.changeRequests,
  cases: `${paths.cases}/waiting`,
  identityRequests: paths.identity,
  findings: `${paths.identity}/findings`,
  approvals: paths.approvals,
};

/** The page of a queue. The evenings of members’ money are decided on the page of our accounts. */
export function queuePath(queue: QueueName): string {
  return queue === 'clientMoney' ? paths.accounts : QUEUE_PATHS[queue];
}

/** The address of one item of a queue. */
export function itemPath(queue: QueueName, id: string): string {
  return queue === 'clientMoney' ? paths.accounts : `${QUEUE_PATHS[queue]}/${id}`;
}
