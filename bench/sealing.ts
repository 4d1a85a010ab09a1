import type { TestDatabase } from '@krapao/server/testing/database';
import { sql } from 'kysely';

type Database = TestDatabase['db'];

const EVERY_MS = 1_000;

/** While a running node seals or makes a root, nobody else does. */
const AGAIN_MS = 50;

/** Seals whatever waits, and makes a root over it, also beside a running node. */
export async function sealEverything(db: Database): Promise<void> {
  await until(async () => (await sealSome(db)) === 0n && (await isSealed(db)));
  await until(async () => {
    await sql`select ledger.seal_postings(), ledger.make_root()`.execute(db);
    return isUnderRoot(db);
  });
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((done) => setTimeout(done, AGAIN_MS));
}

async function isSealed(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select not exists (select from ledger.account a left join ledger.head h on h.account_id = a.id
      where a.version > coalesce(h.version, 0)) as is`.execute(db);
  return rows[0]?.is ?? false;
}

async function isUnderRoot(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from ledger.root r where r.at > coalesce((select max(at) from ledger.posting), '-infinity')) as is`.execute(
    db,
  );
  return rows[0]?.is ?? false;
}

async function sealSome(db: Database): Promise<bigint> {
  const { rows } = await sql<{ sealed: bigint }>`select ledger.seal_heads() as sealed`.execute(db);
  return rows[0]?.sealed ?? 0n;
}

/** Seals each second, as a node does. @returns what stops it, with the milliseconds that each turn took */
export function sealBeside(db: Database): () => Promise<number[]> {
  const took: number[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const began = performance.now();
      await sealSome(db);
      await sql`select ledger.seal_postings()`.execute(db);
      took.push(performance.now() - began);
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  })();
  return async () => {
    isOver = true;
    await running;
    return took;
  };
}
