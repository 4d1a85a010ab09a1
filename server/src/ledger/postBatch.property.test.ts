import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HISTORIES_TIMEOUT_MS, histories } from '../testing/budget.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { batches, runBatchesBesideModel, runBatchesConcurrently } from '../testing/ledgerBatches.ts';
import { problemsOfMutant } from '../testing/ledgerMutant.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { sealPostings } from './sealer.ts';
import { verify } from './verify.ts';

const RUNS = histories(40, 200);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

test(`${RUNS} histories of batches agree with a model, and the whole ledger verifies`, {
  timeout: HISTORIES_TIMEOUT_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (history) => {
      expect(await runBatchesBesideModel(database.db, history)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  await sealPostings(database.db);
  expect(await verify(database.owner)).toEqual([]);
});

test('batches at the same time over the same accounts and keys, in any order, leave no trace of a race', {
  timeout: HISTORIES_TIMEOUT_MS,
}, async () => {
  expect(await runBatchesConcurrently(database.db, database.owner, 10)).toEqual([]);
});

describe('negative controls: the checks catch a batch', () => {
  const problemsOf = (mutations: [string, string][]) =>
    problemsOfMutant(OWN_CLUSTER, 'post_batch', mutations, {
      histories: batches,
      besideModel: runBatchesBesideModel,
      concurrently: runBatchesConcurrently,
    });

  test('without a lock', async () => {
    expect(await problemsOf([[' FOR NO KEY UPDATE', '']])).not.toEqual([]);
  });
  test('without a lock and without a look at the version', async () => {
    expect(
      await problemsOf([
        [' FOR NO KEY UPDATE', ''],
        [' AND a.version = c.first - 1', ''],
      ]),
    ).not.toEqual([]);
  });
  test('with locks in the order of the batch', async () => {
    const problems = await problemsOf([['ORDER BY a.id FOR', 'ORDER BY array_position(p_debit, a.id) FOR']]);
    expect(problems.some((problem) => problem.includes('deadlock'))).toBe(true);
  });
  test('that lets two members pay each other', async () => {
    expect(
      await problemsOf([
        ['AND (d.member_id = c.member_id OR d.member_id IS NULL OR c.member_id IS NULL)', ''],
      ]),
    ).not.toEqual([]);
  });
  test('whose holds hold nothing', async () => {
    expect(await problemsOf([["WHEN 'hold' THEN d.amount", "WHEN 'hold' THEN 0"]])).not.toEqual([]);
  });
  test('that counts a batch of postings as one version', async () => {
    expect(await problemsOf([['version = a.version + c.times', 'version = a.version + 1']])).not.toEqual([]);
  });
  test('that takes an account that can pay for one of the items to pay for all, nor writes each alone then', async () => {
    expect(
      await problemsOf([
        ['d_free >= sum(amount) FILTER (WHERE is_clear) OVER (PARTITION BY debit)', 'd_free >= amount'],
        [
          'WHEN unique_violation OR check_violation OR not_null_violation OR numeric_value_out_of_range THEN\n    --',
          'WHEN unique_violation THEN\n    --',
        ],
      ]),
    ).not.toEqual([]);
  });
  test('that does not see a key that was booked, nor writes each item alone then', async () => {
    expect(
      await problemsOf([
        ['k.known IS NULL AND ', ''],
        [
          'WHEN unique_violation OR check_violation OR not_null_violation OR numeric_value_out_of_range THEN\n    --',
          'WHEN not_null_violation THEN\n    --',
        ],
      ]),
    ).not.toEqual([]);
  });
});
