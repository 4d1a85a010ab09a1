import type { QueueName } from '@krapao/contract/queues';
import { useT } from '../i18n/i18n.ts';
import { KEY_OF } from '../lib/keyOf.ts';
import { lastReason } from '../lib/lastReason.ts';
import { useActions } from '../lib/useActions.ts';
import { Key } from './Key.tsx';

interface Props {
  queue: QueueName;
  /** What is written so far. */
  reason: string;
  onChoose: (reason: string) => void;
}

/** Offers the reason of the last decision in the queue: one press or its key writes it. */
export function SameReason({ queue, reason, onChoose }: Props) {
  const t = useT();
  const last = lastReason(queue);
  const choose = () => last !== undefined && onChoose(last);
  const isOff = last === undefined || last === reason;
  useActions([{ name: t('queue.sameReason'), key: KEY_OF.sameReason, isOff, perform: choose }]);
  if (isOff) return null;
  return (
    <button
      type="button"
      className="skip same-reason"
      onClick={({ currentTarget: { form } }) => {
        choose();
        // The button is gone with it.
        form?.querySelector<HTMLElement>('[name="reason"]')?.focus();
      }}
    >
      <span className="clip">
        <span className="muted">{`${t('queue.sameReason')}: `}</span>
        <b translate="no">{last}</b>
      </span>
      <Key>{KEY_OF.sameReason}</Key>
    </button>
  );
}
