import { StartupError } from '../startupError.ts';
import { isSameEnd, sideBySide } from './played.ts';
import { readScenario } from './readScenario.ts';

// `npm run scenario FILE`: plays an incident that the console exported. Exit 0 if it ends as it did, 1 if not, 2 if
// nothing was played (docs/operations.md, "An incident on a laptop").
const [path] = process.argv.slice(2);

try {
  if (path === undefined) throw new StartupError('Usage: npm run scenario FILE');
  const scenario = await readScenario(path);
  // A bad file is told at once: the world takes seconds to load.
  const { playInOwnWorld } = await import('./ownWorld.ts');
  const played = await playInOwnWorld(scenario);
  const isSame = isSameEnd(played);
  process.stdout.write(`${sideBySide(played)}${isSame ? 'The same end.' : 'ANOTHER END.'}\n`);
  process.exitCode = isSame ? 0 : 1;
} catch (error) {
  const isToldInOneSentence = error instanceof StartupError;
  process.stderr.write(`${isToldInOneSentence ? error.message : (error as Error).stack}\n`);
  process.exitCode = isToldInOneSentence ? 2 : 1;
}
