import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { VisuallyHidden } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { factText, wordOf } from '../../lib/approvalWords.ts';

type Fact = ResponseOf<Contract['GET /api/console/approvals']>['items'][number]['facts'][number];

/** One fact of a request; of a change what it was and what it becomes. */
export function FactValue({ fact }: { fact: Fact }) {
  const t = useT();
  if (fact.change === null) return factText(fact);
  return (
    <>
      <del className="muted">
        <VisuallyHidden>{t('content.before')} </VisuallyHidden>
        {wordOf(fact.name, String(fact.change.before))}
      </del>{' '}
      <ins style={{ textDecoration: 'none' }}>
        <VisuallyHidden>{t('content.after')} </VisuallyHidden>
        {wordOf(fact.name, String(fact.change.after))}
      </ins>
    </>
  );
}
