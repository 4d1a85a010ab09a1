import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { Link } from 'wouter';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { Addition } from './connectionForm.ts';

/** Says that a second operator must approve something, until when, and where. */
export function WaitingChange({ waits }: Pick<Addition, 'waits'>) {
  const t = useT();
  return (
    <Alert color="yellow" role="status">
      {t('approvals.waiting')}{' '}
      {waits.takesEffectAt !== null &&
        t('approvals.takesEffect', { time: dateTimeText(waits.takesEffectAt) })}{' '}
      <Link href={paths.approvals}>{t('approvals.title')}</Link>
    </Alert>
  );
}
