import type { Figure } from '@krapao/contract/figures';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { useState } from 'react';
import { FigureButton } from '../../components/FigureButton.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { FigureDrawer } from './FigureDrawer.tsx';
import type { Period } from './period.ts';
import type { Summary } from './summary.ts';

interface Shown {
  title: MessageId;
  /** The figure that opens to its rows. */
  opens: Figure;
  value: number;
  before: number;
  isMoney: boolean;
  /** The number of movements in the sum. */
  count?: number;
}

/** Every figure of the report with the previous period's, in reading order. */
export function figureRows({ figures, before }: Summary): Shown[] {
  const money = (
    title: MessageId,
    key: 'net' | 'bonus' | 'cashback' | 'invite' | 'wheel' | 'coupon' | 'cost' | 'adjustments',
  ) => ({
    title,
    opens: key,
    value: figures[key],
    before: before[key],
    isMoney: true,
  });
  const sum = (title: MessageId, key: 'deposits' | 'withdrawals' | 'firstDeposits') => ({
    title,
    opens: key,
    value: figures[key].amount,
    before: before[key].amount,
    isMoney: true,
    count: figures[key].count,
  });
  const count = (title: MessageId, key: 'activeMembers' | 'newMembers') => ({
    title,
    opens: key,
    value: figures[key],
    before: before[key],
    isMoney: false,
  });
  return [
    sum('reports.deposits', 'deposits'),
    sum('reports.withdrawals', 'withdrawals'),
    money('reports.net', 'net'),
    count('reports.activeMembers', 'activeMembers'),
    count('reports.newMembers', 'newMembers'),
    sum('reports.firstDeposits', 'firstDeposits'),
    money('reports.cost', 'cost'),
    money('reports.bonus', 'bonus'),
    money('reports.cashback', 'cashback'),
    money('reports.invite', 'invite'),
    money('reports.wheel', 'wheel'),
    money('reports.coupon', 'coupon'),
    money('reports.adjustments', 'adjustments'),
  ];
}

/** The main figures: the three most important ones are large, each with its change. */
export function FigureCards({ summary, period }: { summary: Summary; period: Period }) {
  const rows = figureRows(summary);
  const [opened, setOpened] = useState<Figure>();
  return (
    <>
      <dl className="report-figures lead">
        {rows.slice(0, 3).map((figure) => (
          <Card key={figure.title} figure={figure} onOpen={setOpened} />
        ))}
      </dl>
      <dl className="report-figures">
        {rows.slice(3).map((figure) => (
          <Card key={figure.title} figure={figure} onOpen={setOpened} />
        ))}
      </dl>
      {opened !== undefined && (
        <FigureDrawer figure={opened} period={period} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

interface CardProps {
  figure: Shown;
  onOpen: (figure: Figure) => void;
}

function Card({ figure: { title, opens, value, before, isMoney, count }, onOpen }: CardProps) {
  const t = useT();
  const text = (amount: number) => (isMoney ? bahtText(amount) : wholeText(amount));
  return (
    <div className="figure">
      <dt>{t(title)}</dt>
      <dd className="num">
        <strong>
          <FigureButton figure={opens} text={text(value)} onOpen={onOpen} />
        </strong>
        {count !== undefined && <span>{t('reports.times', { count })}</span>}
        <small>{`${changeText(value, before)} ${t('reports.against', { before: text(before) })}`}</small>
      </dd>
    </div>
  );
}

/** The change: `▲ 12.5 %`; empty if there is nothing to compare with. */
function changeText(value: number, before: number): string {
  if (value === before) return '=';
  const arrow = value > before ? '▲' : '▼';
  if (before === 0) return arrow;
  const percent = Math.abs(((value - before) / before) * 100);
  return `${arrow} ${percent >= 1000 ? '>999' : percent.toFixed(1)} %`;
}
