import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Rows } from '../../components/Rows.tsx';
import { State } from '../../components/State.tsx';
import { useT } from '../../i18n/i18n.ts';
import { wordOf } from '../../lib/memberWords.ts';
import type { MemberDetail } from './MemberPage.tsx';

/** The newest bonuses of the member. */
export function BonusesTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  return (
    <Rows
      label={t('members.tab.bonuses')}
      rows={detail.bonuses}
      empty={t('members.none')}
      columns={[
        { title: t('members.time'), cell: ({ createdAt }) => dateTimeText(createdAt) },
        { title: t('members.name'), isFixed: true, cell: ({ name }) => name || '–' },
        { title: t('members.source'), cell: ({ source }) => wordOf('bonus', source) },
        { title: t('members.status'), cell: ({ state }) => <State state={state} /> },
        { title: t('members.depositAmount'), isNumber: true, cell: ({ deposit }) => bahtText(deposit) },
        { title: t('members.bonusAmount'), isNumber: true, cell: ({ bonus }) => bahtText(bonus) },
      ]}
    />
  );
}
