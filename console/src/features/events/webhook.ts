import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { t } from '../../i18n/i18n.ts';

export type Webhook = ResponseOf<Contract['GET /api/console/webhooks']>['webhooks'][number];
export type ApiKey = ResponseOf<Contract['GET /api/console/api-keys']>['keys'][number];

/** A secret or key that was just made: it is shown once. */
export interface Made {
  title: string;
  secret: string;
  isWaiting: boolean;
}

type Outcome = Pick<ResponseOf<Contract['POST /api/console/webhooks/:id/test']>, 'httpStatus' | 'trouble'>;

/** What a receiver answered, or why it did not. */
export const outcomeText = ({ httpStatus, trouble }: Outcome): string =>
  trouble === null ? `HTTP ${httpStatus ?? '–'}` : t(`connections.trouble.${trouble}`);
