import { readStorage, writeStorage } from '../../lib/storage.ts';

const CODE = /^[A-Za-z0-9_-]{1,40}$/;

/** REG-04: the inviter code of ?code=, which is then stored; without one, the stored code. */
export function rememberedInviteCode(search: string): string | null {
  const given = new URLSearchParams(search).get('code');
  if (given !== null && CODE.test(given)) {
    writeStorage('code', given);
    return given;
  }
  return readStorage('code') || null;
}
