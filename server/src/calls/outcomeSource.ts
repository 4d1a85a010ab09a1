import type { OutcomeKind } from '@krapao/contract/api/outcome';
import type { RawBuilder } from 'kysely';
import type { MemberKeyedTable } from './keyedTables.ts';

/** How a row that carries the key of its call tells what became of the call, in SQL over the row. */
export interface OutcomeSource {
  kind: OutcomeKind;
  state: RawBuilder<'under_way' | 'done' | 'refused'>;
  /** The catalogue code of a refusal, if it has one. */
  code: RawBuilder<string | null>;
  /** Satang. */
  amount: RawBuilder<bigint | null>;
  /** Whether the row was refused and nothing has moved: then its key is taken off, so that pressing again can succeed. */
  isFree?: RawBuilder<boolean>;
}

export type OutcomeSources = Readonly<Record<MemberKeyedTable, OutcomeSource>>;
