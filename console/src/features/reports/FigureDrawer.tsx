import type { Figure } from '@krapao/contract/figures';
import { bahtText } from '@krapao/ui/money.ts';
import { Anchor } from '@mantine/core';
import { RowsDrawer } from '../../components/RowsDrawer.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { client } from '../../lib/api.ts';
import { wordOf } from '../../lib/memberWords.ts';
import { type Period, periodText } from './period.ts';

const titleOf = (figure: Figure): MessageId => `reports.${figure}`;

interface ButtonProps {
  figure: Figure;
  text: string;
  onOpen: (figure: Figure) => void;
}

/** A figure that opens to its rows. */
export function FigureButton({ figure, text, onOpen }: ButtonProps) {
  const t = useT();
  return (
    <Anchor
      component="button"
      type="button"
      translate="no"
      inherit
      aria-label={`${text}. ${t('reports.openRows', { figure: t(titleOf(figure)) })}`}
      onClick={() => onOpen(figure)}
    >
      {text}
    </Anchor>
  );
}

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
      title={[t(titleOf(figure)), part, periodText(period)].filter(Boolean).join(' · ')}
      queryKey={['reports', 'figure', figure, from, to, of.game ?? '', of.group ?? '']}
      fileName={[figure, of.game ?? of.group, from, to].filter(Boolean).join('-')}
      load={(page) =>
        client('POST /api/console/reports/figure', { body: { figure, from, to, ...of, ...page } })
      }
      amountText={bahtText}
      whatText={(what) => whatText(t, what)}
      onClose={onClose}
    />
  );
}

function whatText(t: ReturnType<typeof useT>, what: string): string {
  return what === 'stake' || what === 'win' || what === 'member'
    ? t(`reports.${what}`)
    : wordOf('code', what);
}
