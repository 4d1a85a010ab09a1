import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { causeText } from '../../lib/approvalWords.ts';
import { errorText } from '../../lib/errorText.ts';

/** How far the closing of several transfers has come. */
export interface Closing<Item> {
  total: number;
  done: readonly Item[];
  isRunning: boolean;
  /** The first one that was refused or waits for a second operator, and why; the ones after it were not tried. */
  refused?: { item: Item; words: string };
}

/**
 * Closes transfers one after the other, each by the call that closes a single one: it is claimed, counts, and is in the audit
 * log by itself. The first refusal ends it, and the first that waits for a second operator, and so does leaving the page.
 * @param onClosed called after each, and after one that waits
 */
export function useClosing<Item extends { id: string }>(onClosed: (item: Item) => void) {
  const queries = useQueryClient();
  const [closing, setClosing] = useState<Closing<Item>>();
  const isStopped = useRef(false);
  const stop = () => {
    isStopped.current = true;
  };
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  async function close(items: readonly Item[], reason: string): Promise<void> {
    isStopped.current = false;
    let now: Closing<Item> = { total: items.length, done: [], isRunning: true };
    setClosing(now);
    for (const item of items) {
      if (isStopped.current) break;
      const claim = { params: { queue: 'incoming', item: item.id } } as const;
      try {
        await client('POST /api/console/queues/:queue/:item/claim', claim);
        const { waits } = await client('POST /api/console/incoming/:id/dismiss', {
          params: { id: item.id },
          body: { reason },
        });
        if (waits !== null) {
          now = { ...now, refused: { item, words: `${t('approvals.asked')} · ${causeText(waits.cause)}` } };
          onClosed(item);
          break;
        }
      } catch (error) {
        now = { ...now, refused: { item, words: errorText(error) } };
        void client('POST /api/console/queues/:queue/:item/release', claim).catch(() => undefined);
        break;
      }
      now = { ...now, done: [...now.done, item] };
      setClosing(now);
      onClosed(item);
    }
    setClosing({ ...now, isRunning: false });
    await queries.invalidateQueries();
  }
  return { closing, close, stop, forget: () => setClosing(undefined) };
}
