import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { Link } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { paths } from '../lib/paths.ts';

type Addition = ResponseOf<Contract['GET /api/console/connections']>['additions'][number];

/** Says that a second operator must approve something, until when, and where. */
export function WaitingChange({ waits }: Pick<Addition, 'waits'>) {
  const t = useT();
  return (
    <Alert color="yellow" role="status">
      <span>{`${t('approvals.waiting')} ${waits.takesEffectAt !== null ? t('approvals.takesEffect', { time: dateTimeText(waits.takesEffectAt) }) : ''} `}</span>
      <Link href={paths.approvals}>{t('approvals.title')}</Link>
    </Alert>
  );
}
