import { createHmac } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { identityKeys } from '../../identityKeys.ts';
import { hashPassword, isPassword } from '../auth/password.ts';

type Site = Pick<AppContext, 'db' | 'secrets'>;

/** Hashes without it are of before decision 320. */
const KEYED = 'keyed:';

/**
 * The hash of a PIN as it is stored. A PIN has so few forms that who has the table of a plain hash tries them all: the site's own
 * key goes in, which outlives a change of the master key.
 * @throws AppError SERVICE_UNAVAILABLE if too many wait
 */
export async function hashPin(site: Site, pin: string): Promise<string> {
  return KEYED + (await hashPassword(await withKey(site, pin)));
}

/** Whether it is the PIN of a stored hash. @throws AppError SERVICE_UNAVAILABLE if too many wait */
export async function isPin(site: Site, stored: string, pin: string): Promise<boolean> {
  return isKeyed(stored)
    ? isPassword(stored.slice(KEYED.length), await withKey(site, pin))
    : isPassword(stored, pin);
}

export const isKeyed = (stored: string): boolean => stored.startsWith(KEYED);

async function withKey({ db, secrets }: Site, pin: string): Promise<string> {
  const { pins } = await identityKeys(db, secrets);
  return createHmac('sha256', pins).update(pin).digest('base64');
}
