import fc from 'fast-check';
import type { Db } from '../database/connect.ts';
import { createTestDatabase } from './database.ts';
import { installMutant } from './ledgerSequences.ts';

/** The checks for histories of one kind; each answers the differences that it found. */
interface LedgerChecks<History> {
  histories: fc.Arbitrary<History>;
  besideModel(db: Db, history: History): Promise<string[]>;
  concurrently(db: Db, owner: Db, rounds: number): Promise<string[]>;
}

/**
 * The findings of the checks when one function of the ledger is changed; an error of a check counts as a finding.
 * @param clusterUrl in a Vitest file: OWN_CLUSTER
 */
export async function problemsOfMutant<History>(
  clusterUrl: string,
  name: 'post' | 'post_batch',
  mutations: [string, string][],
  { histories, besideModel, concurrently }: LedgerChecks<History>,
): Promise<string[]> {
  const mutant = await createTestDatabase(clusterUrl);
  try {
    await installMutant(mutant.owner, name, mutations);
    return await firstProblems();
  } finally {
    await mutant.close();
  }

  async function firstProblems(): Promise<string[]> {
    try {
      const raced = await concurrently(mutant.db, mutant.owner, 5);
      if (raced.length > 0) return raced;
      for (const history of fc.sample(histories, { numRuns: 40, seed: 7 })) {
        const problems = await besideModel(mutant.db, history);
        if (problems.length > 0) return problems;
      }
      return [];
    } catch (error) {
      return [String(error)];
    }
  }
}
