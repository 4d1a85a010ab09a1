import type { RegisterName } from '@krapao/contract/api/operator/registers';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { Rows } from '../../components/Rows.tsx';
import { State } from '../../components/State.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import type { Register } from './register.ts';

/** What all rows of a filter come to, by state and way. */
export function RegisterSums({ name, sums }: { name: RegisterName; sums: Register['sums'] }) {
  const t = useT();
  if (sums.length === 0) return null;
  return (
    <details open style={{ marginBottom: 24 }}>
      <summary className="filters">{t('registers.sums')}</summary>
      <Rows
        label={t('registers.sums')}
        rows={sums.map((sum) => ({ ...sum, id: `${sum.state} ${sum.way}` }))}
        empty=""
        minWidth={480}
        columns={[
          { title: t('registers.state'), cell: ({ state }) => <State state={state} /> },
          { title: t('registers.way'), cell: ({ way }) => wordsOr(`registers.way.${way}`, way) },
          { title: t('registers.count'), isNumber: true, cell: ({ count }) => wholeText(count) },
          { title: t('members.amount'), isNumber: true, cell: ({ amount }) => bahtText(amount) },
          ...(name === 'bonuses'
            ? [
                {
                  title: t('registers.takenBack'),
                  isNumber: true,
                  cell: ({ takenBack }: Register['sums'][number]) => bahtText(takenBack),
                },
              ]
            : []),
        ]}
      />
    </details>
  );
}
