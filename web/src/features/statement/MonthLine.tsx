import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { signedBahtText } from '@krapao/ui/money.ts';
import { useT } from '../../i18n/i18n.ts';

export type MonthSums = NonNullable<ResponseOf<Contract['POST /api/statement']>['months']>[number];

/** Heads a month in the list: what was deposited, given, withdrawn and corrected in the whole month. */
export function MonthLine({ sums }: { sums: MonthSums }) {
  const t = useT();
  const { month, deposits, bonuses, withdrawals } = sums;
  // An older server tells none.
  const adjustments = sums.adjustments || 0;
  const [year, number] = month.split('-');
  return (
    <h2 className="flex flex-wrap justify-between gap-x-3 border-b border-line py-2 text-caption font-regular text-ink-2">
      <b className="num">{`${number}/${year}`}</b>
      <span className="num flex flex-wrap gap-x-3">
        <span>
          <span>{`${t('statement.deposit')} `}</span>
          <span translate="no">{signedBahtText(deposits, '+')}</span>
        </span>
        {bonuses !== 0 && <Signed word="statement.bonus" amount={bonuses} />}
        <span>
          <span>{`${t('statement.withdraw')} `}</span>
          <span translate="no">{signedBahtText(withdrawals, '-')}</span>
        </span>
        {adjustments !== 0 && <Signed word="statement.adjustment" amount={adjustments} />}
      </span>
    </h2>
  );
}

function Signed({ word, amount }: { word: 'statement.bonus' | 'statement.adjustment'; amount: number }) {
  const t = useT();
  return (
    <span>
      <span>{`${t(word)} `}</span>
      <span translate="no">{signedBahtText(Math.abs(amount), amount > 0 ? '+' : '-')}</span>
    </span>
  );
}
