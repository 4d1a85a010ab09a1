import { NativeSelect } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { ORDERS, type Order } from './queueOrder.ts';

interface Props {
  order: Order;
  onChange: (order: Order) => void;
  hasReasons: boolean;
}

/** What comes first in a queue. */
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
