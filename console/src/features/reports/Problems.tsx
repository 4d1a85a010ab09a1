import type { Problem } from '@krapao/contract/api/operator/reconciliation';
import { Alert } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';

interface Props {
  problems: readonly Problem[];
  count: number;
  /** There are no problems except skipped lines. */
  isImportable: boolean;
}

const SHOWN = 20;

/** The unreadable lines of a file, each with its number and problem. */
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
            <span>{`${t('reports.atLine', { line, what: t(`reports.problem.${problem}`) })} `}</span>
            <code>{text}</code>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
