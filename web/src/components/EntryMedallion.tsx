import { ArrowDownToLine, ArrowRightLeft, ArrowUpFromLine, Flag, Gamepad2, Gift } from 'lucide-react';
import type { StatementEntry } from '../lib/statementEntry.ts';

const MARKS = {
  deposit: { Icon: ArrowDownToLine, tint: 'medallion-in' },
  withdraw: { Icon: ArrowUpFromLine, tint: '' },
  transfer: { Icon: ArrowRightLeft, tint: '' },
  play: { Icon: Gamepad2, tint: '' },
  bonus: { Icon: Gift, tint: 'medallion-gold' },
  finish_bonus: { Icon: Flag, tint: 'medallion-gold' },
};

/** The mark of a transaction's kind (STM-02). */
export function EntryMedallion({
  type,
  isSmall,
}: {
  type: StatementEntry['statementType'];
  isSmall?: boolean;
}) {
  const { Icon, tint } = MARKS[type];
  return (
    <span className={`medallion ${isSmall ? 'medallion-small' : ''} ${tint}`}>
      <Icon aria-hidden="true" />
    </span>
  );
}
