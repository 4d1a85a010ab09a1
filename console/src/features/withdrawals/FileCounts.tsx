import { PAYOUT_ROW_STATES, type PayoutRowState } from '@krapao/contract/payoutFormats';
import { Badge, Group } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import type { Batch } from './bankFile.ts';

const COLORS: Record<PayoutRowState, string> = {
  EXPORTED: 'yellow',
  PAID: 'teal',
  REFUSED: 'red',
  STUCK: 'red',
  TAKEN_BACK: 'gray',
};

/** How many rows of a file are in each state. */
export function FileCounts({ batch }: { batch: Pick<Batch, 'counts'> }) {
  return (
    <Group gap="xs" component="span">
      {PAYOUT_ROW_STATES.filter((state) => batch.counts[state] > 0).map((state) => (
        <RowState key={state} state={state} count={batch.counts[state]} />
      ))}
    </Group>
  );
}

/** A row's state, with how many there are of it. */
export function RowState({ state, count }: { state: PayoutRowState; count?: number }) {
  const t = useT();
  return (
    <Badge color={COLORS[state]} className="num">
      {`${t(`withdrawals.row.${state}`)}${count !== undefined ? ` ${count}` : ''}`}
    </Badge>
  );
}
