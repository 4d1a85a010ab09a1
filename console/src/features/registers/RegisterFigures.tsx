import type { RegisterFigure } from '@krapao/contract/api/operator/registers';
import { bahtText } from '@krapao/ui/money.ts';
import { useState } from 'react';
import { Facts } from '../../components/Facts.tsx';
import { FigureButton } from '../../components/FigureButton.tsx';
import { RowsDrawer } from '../../components/RowsDrawer.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { figureRowText, figureTitle } from '../../lib/figureWords.ts';
import type { Register } from './register.ts';

interface Props {
  figures: Register['figures'];
  days: { from: string; to: string };
  /** Only one member's: reports cannot open these. */
  isOfMember: boolean;
}

/** What was booked in the register's days, as reports say it; each figure opens to its postings. */
export function RegisterFigures({ figures, days, isOfMember }: Props) {
  const t = useT();
  const [opened, setOpened] = useState<RegisterFigure>();
  if (figures.length === 0) return null;
  return (
    <section aria-label={t('registers.booked')}>
      <p style={{ margin: 0 }}>
        <b>{t('registers.booked')}</b> <span className="muted">{t('registers.bookedHint')}</span>
      </p>
      <Facts
        rows={figures.map(({ figure, amount }) => {
          const text = bahtText(amount);
          return [
            t(figureTitle(figure)),
            isOfMember ? text : <FigureButton key={figure} figure={figure} text={text} onOpen={setOpened} />,
          ];
        })}
      />
      {opened !== undefined && (
        <RowsDrawer
          title={`${t(figureTitle(opened))} · ${days.from} – ${days.to}`}
          queryKey={['reports', 'figure', opened, days.from, days.to, '', '']}
          fileName={`${opened}-${days.from}-${days.to}`}
          load={(page) =>
            client('POST /api/console/reports/figure', { body: { figure: opened, ...days, ...page } })
          }
          amountText={bahtText}
          whatText={(what) => figureRowText(t, what)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}
