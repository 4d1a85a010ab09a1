import type { Figure } from '@krapao/contract/figures';
import { bahtText } from '@krapao/ui/money.ts';
import { RowsDrawer } from '../../components/RowsDrawer.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { figureRowText, figureTitle } from '../../lib/figureWords.ts';
import { type Period, periodText } from './period.ts';

/** A game or a group of games, and what it is called. */
export interface Games {
  game?: string;
  group?: string;
  title: string;
}

interface Props {
  figure: Figure;
  period: Period;
  /** Only their part of the figure. */
  games?: Games;
  onClose: () => void;
}

/** The postings and days of play whose sum the figure is, page by page, and all of them as a file. */
export function FigureDrawer({ figure, period, games, onClose }: Props) {
  const t = useT();
  const { from, to } = period;
  const { title: part, ...of }: Partial<Games> = games ?? {};
  return (
    <RowsDrawer
      title={[t(figureTitle(figure)), part, periodText(period)].filter(Boolean).join(' · ')}
      queryKey={['reports', 'figure', figure, from, to, of.game ?? '', of.group ?? '']}
      fileName={[figure, of.game ?? of.group, from, to].filter(Boolean).join('-')}
      load={(page) =>
        client('POST /api/console/reports/figure', { body: { figure, from, to, ...of, ...page } })
      }
      amountText={bahtText}
      whatText={(what) => figureRowText(t, what)}
      onClose={onClose}
    />
  );
}
