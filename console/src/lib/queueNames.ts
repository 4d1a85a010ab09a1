import type { Counted } from '@krapao/contract/queues';
import { t } from '../i18n/i18n.ts';
import type { MessageId } from '../i18n/messages.ts';

/** What the page of a queue is called everywhere, and the queue where its page has several. */
const NAMES: Readonly<Record<Counted, { page: MessageId; own?: MessageId }>> = {
  slips: { page: 'slips.title' },
  incoming: { page: 'incoming.title', own: 'incoming.transfers' },
  latePayments: { page: 'incoming.title', own: 'incoming.late' },
  gifts: { page: 'incoming.title', own: 'incoming.gifts' },
  transferClaims: { page: 'incoming.title', own: 'incoming.claims' },
  withdrawals: { page: 'withdrawals.title' },
  transfers: { page: 'transfers.title' },
  changeRequests: { page: 'members.requests' },
  cases: { page: 'cases.title' },
  identityRequests: { page: 'identity.title', own: 'identity.requests' },
  findings: { page: 'identity.title', own: 'identity.findings' },
  clientMoney: { page: 'accounts.title', own: 'accounts.clientMoney' },
  approvals: { page: 'approvals.title' },
  chats: { page: 'chat.title' },
};

/** The title of the page of a queue. */
export const queuePageTitle = (queue: Counted): MessageId => NAMES[queue].page;

/** A queue as its page calls it, in a list of several queues: `Slips`, `Incoming: Paid late`. */
export function queueTitle(queue: Counted): string {
  const { page, own } = NAMES[queue];
  return own === undefined ? t(page) : t('queue.ofPage', { page: t(page), queue: t(own) });
}
