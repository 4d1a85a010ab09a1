import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { Link } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { shiftPath } from '../lib/paths.ts';

/** The oldest ones; the page lists the others. */
const SHOWN = 3;

interface Props {
  shifts: ResponseOf<Contract['GET /api/console/queues']>['overdueShifts'];
}

/** On every page of who may close them: shifts that somebody forgot to close. */
export function OverdueShifts({ shifts }: Props) {
  const t = useT();
  if (shifts.length === 0) return null;
  return (
    <Alert color="yellow" role="region" aria-label={t('shifts.forgottenShifts')} radius={0} py="xs">
      {shifts.slice(0, SHOWN).map(({ id, operatorName, openedAt }) => (
        <div key={id}>
          <Link href={shiftPath(id)}>
            {t('shifts.forgotten', { name: operatorName, time: dateTimeText(openedAt) })}
          </Link>
        </div>
      ))}
    </Alert>
  );
}
