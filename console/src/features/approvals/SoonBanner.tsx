import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { Link } from 'wouter';
import { useT } from '../../i18n/i18n.ts';
import { kindText } from '../../lib/approvalWords.ts';
import { paths } from '../../lib/paths.ts';

interface Props {
  soon: ResponseOf<Contract['GET /api/console/queues']>['soon'];
}

/**
 * On every page: requests that take effect automatically because nobody else can approve them, and until when they can
 * be taken back.
 */
export function SoonBanner({ soon }: Props) {
  const t = useT();
  if (soon.length === 0) return null;
  return (
    <Alert color="red" role="status" radius={0} py="xs">
      {soon.map(({ id, kind, subject, name, askerName, takesEffectAt }) => (
        <div key={id}>
          {t('approvals.soon', {
            kind: kindText(kind),
            subject: name ?? subject,
            name: askerName,
            time: dateTimeText(takesEffectAt),
          })}
        </div>
      ))}
      <Link href={paths.approvals}>{t('approvals.title')}</Link>
    </Alert>
  );
}
