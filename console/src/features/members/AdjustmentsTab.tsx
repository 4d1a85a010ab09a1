import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge } from '@mantine/core';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { stateColor } from '../../lib/memberWords.ts';
import type { MemberDetail } from './MemberPage.tsx';

/** Adjustments of the wallet by operators, including waiting ones. */
export function AdjustmentsTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  return (
    <Rows
      label={t('members.tab.adjustments')}
      rows={detail.adjustments}
      empty={t('members.none')}
      minWidth={760}
      columns={[
        { title: t('members.time'), cell: ({ createdAt }) => dateTimeText(createdAt) },
        { title: t('members.type'), cell: ({ reasonCode }) => t(`adjustments.code.${reasonCode}`) },
        { title: t('app.reason'), cell: ({ reason }) => <span className="reference">{reason}</span> },
        {
          title: t('members.actor'),
          isFixed: true,
          cell: ({ requestedBy, decidedBy }) =>
            decidedBy === null || decidedBy.id === requestedBy.id
              ? requestedBy.name
              : `${requestedBy.name}, ${decidedBy.name}`,
        },
        {
          title: t('members.status'),
          cell: ({ state }) => <Badge color={stateColor(state)}>{t(`adjustments.state.${state}`)}</Badge>,
        },
        { title: t('members.amount'), isNumber: true, cell: ({ amount }) => bahtText(amount) },
      ]}
    />
  );
}
