import { sql } from 'kysely';

/** Account ids from and up to; the ends are multiples of 1,024, or beyond every id. `only`: these of them. */
export interface Part {
  from: bigint;
  to: bigint;
  only?: readonly string[];
}

/** Whether a column has an account of the part. */
export const within = (column: string, { from, to, only }: Part) =>
  only
    ? sql<boolean>`${sql.ref(column)} = any(${[...only]}::bigint[])`
    : sql<boolean>`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
