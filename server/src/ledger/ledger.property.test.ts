import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HISTORIES_TIMEOUT_MS, histories } from '../testing/budget.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { problemsOfMutant } from '../testing/ledgerMutant.ts';
import { runBesideModel, runConcurrently, steps } from '../testing/ledgerSequences.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { sealPostings } from './sealer.ts';
import { verify } from './verify.ts';

const RUNS = histories(40, 200);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

test(`${RUNS} random histories agree with a model, and the whole ledger verifies`, {
  timeout: HISTORIES_TIMEOUT_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      expect(await runBesideModel(database.db, history)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  await sealPostings(database.db);
  expect(await verify(database.owner)).toEqual([]);
});

test('concurrent commands over the same accounts and keys leave no trace of a race', {
  timeout: HISTORIES_TIMEOUT_MS,
}, async () => {
  expect(await runConcurrently(database.db, database.owner, 10)).toEqual([]);
});

describe('negative controls: the checks catch a ledger', () => {
  const problemsOf = (mutations: [string, string][]) =>
    problemsOfMutant(OWN_CLUSTER, 'post', mutations, {
      histories: steps,
      besideModel: runBesideModel,
      concurrently: runConcurrently,
    });

  test('without a lock', async () => {
    expect(await problemsOf([[' FOR NO KEY UPDATE', '']])).not.toEqual([]);
  });
  test('without a lock and without a look at the version', async () => {
    expect(
      await problemsOf([
        [' FOR NO KEY UPDATE', ''],
        [' AND a.version = v_debit_version - 1', ''],
        [' AND a.version = v_credit_version - 1', ''],
      ]),
    ).not.toEqual([]);
  });
  test('without a key check', async () => {
    expect(await problemsOf([['VALUES (p_idem,', 'VALUES (gen_random_uuid(),']])).not.toEqual([]);
  });
  test('without comparing the amount under a key', async () => {
    expect(await problemsOf([['v_old.credit, v_old.amount,', 'v_old.credit, p_amount,']])).not.toEqual([]);
  });
  test('with holds ignored', async () => {
    expect(await problemsOf([["WHEN 'hold' THEN p_amount", "WHEN 'hold' THEN 0"]])).not.toEqual([]);
  });
  test('that lets two members pay each other', async () => {
    const problems = await problemsOf([
      ['AND (d.member_id = c.member_id OR d.member_id IS NULL OR c.member_id IS NULL)', ''],
    ]);
    expect(problems).not.toEqual([]);
  });
  test('with unsorted locks', async () => {
    const problems = await problemsOf([['v_credit_strict AND p_credit < p_debit', 'false']]);
    expect(problems.some((problem) => problem.includes('deadlock'))).toBe(true);
  });
});
