import { readFile } from 'node:fs/promises';
import { DepositScenario, type Scenario, TransferScenario } from '@krapao/contract/api/operator/incidents';
import { Value } from 'typebox/value';
import { readJson } from '../outsideJson.ts';
import { StartupError } from '../startupError.ts';

const MIB = 1_048_576;

/** The scenario in a file of the console. @throws StartupError with one sentence for a file that is none, or cannot be played */
export async function readScenario(path: string): Promise<Scenario> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${path} cannot be read (${error.code}).`);
  });
  const scenario = checkedScenario(path, text.length > MIB ? undefined : readJson(text));
  if (scenario.play === null || !scenario.reproducible)
    throw new StartupError(`The sandbox cannot play this incident. ${scenario.because ?? ''}`.trim());
  return scenario;
}

function checkedScenario(path: string, value: unknown): Scenario {
  const { format, version, kind } = (value ?? {}) as Partial<Record<'format' | 'version' | 'kind', unknown>>;
  if (format !== 'krapao-scenario') throw new StartupError(`${path} is no scenario of Krapao.`);
  if (version !== 1)
    throw new StartupError(`${path} has version ${String(version)}; this program plays version 1.`);
  const schema = kind === 'deposit' ? DepositScenario : TransferScenario;
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  throw new StartupError(
    `${path} is damaged at ${first?.instancePath || '/'}: ${first?.message ?? 'unknown'}.`,
  );
}
