import { COMPARED_CAPABILITIES } from '@krapao/contract/connections';
import Value from 'typebox/value';
import { AppError } from '../../appError.ts';
import type { SecretValues } from '../../providers/connections/connectionRow.ts';
import type { Driver } from '../../providers/connections/driver.ts';
import { type AllowedHosts, hostAndPort, isOwnNetwork } from '../../providers/connections/ownNetwork.ts';
import { findDriver } from '../../providers/connections/registry.ts';

/** Secrets that an operator types: null removes one. */
export type TypedSecrets = Readonly<Record<string, string | null>>;

/** @throws AppError CONNECTION_INVALID if there is no such driver */
export function requireDriver(capability: string, name: string): Driver {
  const driver = findDriver(capability, name);
  if (driver === undefined) throw new AppError('CONNECTION_INVALID', `no driver ${name} for ${capability}`);
  return driver;
}

/** @throws AppError CONNECTION_INVALID for a shadow where nothing is compared: it would never be asked */
export function requireComparable(capability: string, isShadow: boolean): void {
  if (!isShadow || COMPARED_CAPABILITIES.some((compared) => compared === capability)) return;
  throw new AppError('CONNECTION_INVALID', `${capability} connections are not compared`);
}

/** The maker's address; null if it cannot be read. Placeholders in braces stay. */
export function addressOf(config: Readonly<Record<string, unknown>>): URL | null {
  return URL.parse(String(config.baseUrl));
}

/** The stored secrets with the typed ones in their places. */
export function mergedSecrets(stored: SecretValues, typed: TypedSecrets): SecretValues {
  const all = Object.entries({ ...stored, ...typed });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}

/**
 * @param allowed own hosts that may be called, also without TLS
 * @throws AppError CONNECTION_INVALID with the first wrong field; never with a secret
 */
export function requireSettings(
  driver: Driver,
  config: Readonly<Record<string, unknown>>,
  secrets: SecretValues,
  allowed: AllowedHosts,
): void {
  for (const [part, schema, value] of [
    ['config', driver.config, config],
    ['secrets', driver.secrets, secrets],
  ] as const) {
    const [error] = Value.Errors(schema, value);
    if (error) throw new AppError('CONNECTION_INVALID', `${part}${error.instancePath} ${error.message}`);
  }
  if (Object.hasOwn(driver.config.properties, 'baseUrl'))
    requireOutsideAddress('baseUrl', addressOf(config), allowed);
  const [problem] = driver.problems?.({ config: config as never, secrets: secrets as never }) ?? [];
  if (problem !== undefined) throw new AppError('CONNECTION_INVALID', problem);
}

/**
 * An address to which the site may send: https, and not of the own network; hosts that the environment names are free.
 * @throws AppError CONNECTION_INVALID
 */
export function requireOutsideAddress(field: string, address: URL | null, allowed: AllowedHosts): void {
  if (address === null || address.username !== '' || address.password !== '')
    throw new AppError(
      'CONNECTION_INVALID',
      `${field} must be an address without a name and a password in it`,
    );
  // A key as part of the name would be told to everyone who resolves it.
  if (/[{}]|%7b/i.test(address.host))
    throw new AppError('CONNECTION_INVALID', `${field} must name its host without places`);
  if (isOwnNetwork(address.hostname) && !allowed.has(hostAndPort(address)))
    throw new AppError(
      'CONNECTION_INVALID',
      `${field} leads into the own network: KRAPAO_OWN_NETWORK_HOSTS allows it`,
    );
  // On plain http anyone on the way reads the key, and answers for the maker.
  if (address.protocol !== 'https:' && !allowed.has(hostAndPort(address)))
    throw new AppError('CONNECTION_INVALID', `${field} must be an https:// address`);
}
