import { toast } from '../../components/toast.ts';
import { client } from '../../lib/api.ts';

/** Money that arrived is told by an event of its own, at the same moment. */
const TOLD_WITHIN_MS = 500;

/** Says new notifications of money to those who do not see the badge. */
export interface News {
  /** A message has said what became of this row. */
  tell(row: string): void;
  /** A notification was written, or read. */
  look(): Promise<void>;
}

export function createNews(): News {
  const told = new Set<string>();
  let last: bigint | null = null;
  return {
    tell: (row) => void told.add(row),
    async look() {
      await new Promise((resolve) => setTimeout(resolve, TOLD_WITHIN_MS));
      const { notifications } = await client('GET /api/notifications', { query: {} });
      const seen = last;
      // Of what stood there before the first event of this page, only the newest can be its cause.
      const fresh = notifications.filter(({ _id }, at) => (seen === null ? at === 0 : BigInt(_id) > seen));
      last = BigInt(notifications[0]?._id ?? 0);
      for (const { category, isRead, row = '', title, body } of fresh.reverse())
        if (category === 'money' && !isRead && !told.has(row) && !isSaidByForm(row))
          toast.voice(() => `${title} ${body}`);
    },
  };
}

/** The form that follows a slip says how it ended. */
function isSaidByForm(row: string): boolean {
  return row.startsWith('slip-') && document.querySelector('dialog[open][data-says-arrival]') !== null;
}
