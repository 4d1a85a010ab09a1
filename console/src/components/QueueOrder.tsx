import type { QueueOrder as Order } from '@krapao/contract/api/operator/common';
import { NativeSelect } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';

const ORDERS = ['oldest', 'newest', 'largest', 'why'] as const satisfies readonly Order[];

interface Props {
  order: Order;
  onChange: (order: Order) => void;
  hasReasons: boolean;
}

/** The order of a queue. */
export function QueueOrder({ order, onChange, hasReasons }: Props) {
  const t = useT();
  return (
    <NativeSelect
      className="queue-order"
      size="xs"
      aria-label={t('queue.order')}
      value={order}
      onChange={(event) => onChange(ORDERS.find((one) => one === event.currentTarget.value) ?? 'oldest')}
      data={ORDERS.filter((one) => one !== 'why' || hasReasons).map((value) => ({
        value,
        label: t(`queue.order.${value}`),
      }))}
    />
  );
}
