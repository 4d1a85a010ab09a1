/** What the replay reads of a posting's line (chains.ts). Ids are decimal texts; an absent one is empty. */
export interface PostingLine {
  text: string;
  id: string;
  phase: string;
  debit: string;
  credit: string;
  currency: string;
  /** Satang. */
  amount: bigint;
  pendingId: string;
  reversesId: string;
  debitAfter: string;
  debitVersion: string;
  creditAfter: string;
  creditVersion: string;
  /** Microseconds since 1970. */
  at: number;
}

export function parsePosting(text: string): PostingLine {
  const part = text.split('|', 16) as [string, ...string[]] & string[];
  const of = (nth: number) => part[nth] ?? '';
  return {
    text,
    id: of(0),
    phase: of(3),
    debit: of(4),
    credit: of(5),
    currency: of(6),
    amount: BigInt(of(7)),
    pendingId: of(8),
    reversesId: of(9),
    debitAfter: of(11),
    debitVersion: of(12),
    creditAfter: of(13),
    creditVersion: of(14),
    at: Number(of(15)),
  };
}

/** Whether the posting moves money at once or at last; a hold and its void do not. */
export const isMoving = ({ phase }: Pick<PostingLine, 'phase'>): boolean =>
  phase === 'single' || phase === 'post';
