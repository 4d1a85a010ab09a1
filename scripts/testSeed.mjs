/** The seed of everything that tests draw: the same in each run of `npm test`; `npm run soak` sets new ones. */
export const TEST_SEED = Number(process.env.KRAPAO_SOAK_SEED ?? 1);
