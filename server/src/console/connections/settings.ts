import Value from 'typebox/value';
import { AppError } from '../../appError.ts';
import type { SecretValues } from '../../providers/connections/connectionRow.ts';
import type { Driver } from '../../providers/connections/driver.ts';
import { findDriver } from '../../providers/connections/registry.ts';

/** Secrets that an operator types: null removes one. */
export type TypedSecrets = Readonly<Record<string, string | null>>;

/** @throws AppError CONNECTION_INVALID if there is no such driver */
export function requireDriver(capability: string, name: string): Driver {
  const driver = findDriver(capability, name);
  if (driver === undefined) throw new AppError('CONNECTION_INVALID', `no driver ${name} for ${capability}`);
  return driver;
}

/** The stored secrets with the typed ones in their places. */
export function mergedSecrets(stored: SecretValues, typed: TypedSecrets): SecretValues {
  const all = Object.entries({ ...stored, ...typed });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** @throws AppError CONNECTION_INVALID with the first wrong field; never with a secret */
export function requireSettings(driver: Driver, config: object, secrets: SecretValues): void {
  for (const [part, schema, value] of [
    ['config', driver.config, config],
    ['secrets', driver.secrets, secrets],
  ] as const) {
    const [error] = Value.Errors(schema, value);
    if (error) throw new AppError('CONNECTION_INVALID', `${part}${error.instancePath} ${error.message}`);
  }
  const [problem] = driver.problems?.({ config: config as never, secrets: secrets as never }) ?? [];
  if (problem !== undefined) throw new AppError('CONNECTION_INVALID', problem);
}
