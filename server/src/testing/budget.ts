import fc from 'fast-check';

/** Whether `npm run soak` runs the tests in their long form. It sets KRAPAO_SOAK_SEED, which repeats such a run too. */
export const IS_SOAK = process.env.KRAPAO_SOAK_SEED !== undefined;

/** The seed of everything that a test draws (scripts/fixedSeed.mjs): a fixed one in `npm test`. */
export const SEED: number = fc.readConfigureGlobal().seed ?? 1;

/** How many histories, kills or attempts a test runs: few in `npm test`, many in `npm run soak`. */
export const histories = (inGate: number, inSoak: number): number => (IS_SOAK ? inSoak : inGate);

/** The time-out of a test whose number of histories depends on it. */
export const HISTORIES_TIMEOUT_MS = IS_SOAK ? 3_600_000 : 600_000;
