// Loaded before every test file. Random histories are the same in each run of `npm test`; `npm run soak` draws new ones
// with the seed that it sets here, and a failure is repeated with it.
import fc from 'fast-check';
import { TEST_SEED } from './testSeed.mjs';

fc.configureGlobal({ seed: TEST_SEED });
