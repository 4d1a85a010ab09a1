import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { breachesQuery, isUntold } from './breachesQuery.ts';

/** The most urgent ones; the page lists the others. */
const SHOWN = 3;

/** On every page: breaches of which the office has not been told, and until when it must be. */
export function DueBreaches() {
  const t = useT();
  const { data } = useQuery(breachesQuery);
  const due = (data?.breaches ?? [])
    .filter(isUntold)
    .sort((one, other) => Date.parse(one.tellBy) - Date.parse(other.tellBy));
  if (due.length === 0) return null;
  return (
    <Alert
      color={due.some(({ isLate }) => isLate) ? 'red' : 'yellow'}
      role="region"
      aria-label={t('personalData.dueBreaches')}
      radius={0}
      py="xs"
    >
      {due.slice(0, SHOWN).map(({ id, title, tellBy, isLate }) => (
        <div key={id}>
          <Link href={paths.personalData}>
            {t(isLate ? 'personalData.late' : 'personalData.due', { title, time: dateTimeText(tellBy) })}
          </Link>
        </div>
      ))}
    </Alert>
  );
}
