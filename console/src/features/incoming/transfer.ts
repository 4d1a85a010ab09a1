import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { t } from '../../i18n/i18n.ts';

export type Transfer = ResponseOf<Contract['GET /api/console/incoming']>['items'][number];

/** What is known of who sent a transfer. */
export function nameOf({ sender, transRef }: Pick<Transfer, 'sender' | 'transRef'>): string {
  return sender.name || sender.account || transRef || t('incoming.unnamed');
}
