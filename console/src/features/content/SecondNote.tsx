import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Alert } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { causeText } from '../../lib/approvalWords.ts';

/** Why publishing needs a second operator. */
export type Second = NonNullable<
  ResponseOf<Contract['POST /api/console/content/:kind/:item/example']>['second']
>;

/** Says that a second operator must approve first, and why. */
export function SecondNote({ second }: { second: Second }) {
  const t = useT();
  return (
    <Alert color="yellow" role="status" mb="md" py="xs">
      {`${t('content.second')} ${causeText(second)}`}
    </Alert>
  );
}
