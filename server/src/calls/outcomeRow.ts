import type { OutcomeKind } from '@krapao/contract/api/outcome';
import type { RawBuilder } from 'kysely';
import type { Db, Trx } from '../database/connect.ts';

/** What was made before under a key. */
export interface OutcomeRow {
  kind: OutcomeKind;
  id: string;
  state: 'under_way' | 'done' | 'refused';
  /** The catalogue code of a refusal, if it has one. */
  code: string | null;
  /** Satang. */
  amount: bigint | null;
}

/** How a capability whose rows carry the key of their call tells what became of them. */
export interface OutcomeSource {
  /** Selects the columns of OutcomeRow, in their order, of the row that this key of the member made. */
  made(memberId: bigint, key: string): RawBuilder<OutcomeRow>;
  /** Takes the key off its row where that was refused and nothing has moved, so that pressing again can succeed. */
  free?(db: Db | Trx, memberId: bigint, key: string): Promise<unknown>;
}
