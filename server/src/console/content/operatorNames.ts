import type { Db, Trx } from '../../database/connect.ts';

/** How the operators behind `operator:<id>` are called; an actor that is none stands for itself. */
export async function operatorNames(
  db: Db | Trx,
  actors: readonly (string | null)[],
): Promise<(actor: string | null) => string | null> {
  const ids = [...new Set(actors.flatMap((actor) => /^operator:(\d{1,18})$/.exec(actor ?? '')?.[1] ?? []))];
  if (ids.length === 0) return (actor) => actor;
  const operators = await db
    .selectFrom('operator')
    .select(['id', 'name'])
    .where('id', 'in', ids.map(BigInt))
    .execute();
  const names = new Map(operators.map(({ id, name }) => [`operator:${id}`, name]));
  return (actor) => (actor === null ? null : (names.get(actor) ?? actor));
}
