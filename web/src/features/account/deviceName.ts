import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { t } from '../../i18n/i18n.ts';

export type LoggedInSession = ResponseOf<Contract['GET /api/account/sessions']>['sessions'][number];

/** `Chrome · Android`, one of them, or that it is not known. */
export function deviceName({ browser, system }: LoggedInSession['device']): string {
  return [browser, system].filter(Boolean).join(' · ') || t('sessions.unknown');
}
