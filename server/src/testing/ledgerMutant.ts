import fc from 'fast-check';
import type { Db } from '../database/connect.ts';
import { createTestDatabase } from './database.ts';
import { installMutant } from './ledgerSequences.ts';

/** How histories of one kind are checked; each answers what is wrong. */
interface LedgerChecks<History> {
  histories: fc.Arbitrary<History>;
  besideModel(db: Db, history: History): Promise<string[]>;
  concurrently(db: Db, owner: Db, rounds: number): Promise<string[]>;
}

/**
 * What the checks find in a ledger whose function of this name is changed so; an error of it counts.
 * @param clusterUrl in a Vitest file: `inject('databaseUrl')`
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
