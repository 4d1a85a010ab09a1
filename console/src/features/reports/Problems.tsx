import type { Problem } from '@krapao/contract/api/operator/reconciliation';
import { Alert } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';

interface Props {
  problems: readonly Problem[];
  count: number;
  /** Nothing is wrong but lines that are left out. */
  isImportable: boolean;
}

const SHOWN = 20;

/** The lines of a file that cannot be read, each with its number and what is wrong. */
export function Problems({ problems, count, isImportable }: Props) {
  const t = useT();
  if (count === 0) return null;
  return (
    <Alert
      color={isImportable ? 'yellow' : 'red'}
      role="alert"
      mb="md"
      title={t(isImportable ? 'reports.leftOut' : 'reports.unreadable', { count })}
    >
      <ul>
        {problems.slice(0, SHOWN).map(({ line, problem, text }) => (
          <li key={`${line} ${problem}`}>
            {t('reports.atLine', { line, what: t(`reports.problem.${problem}`) })} <code>{text}</code>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
