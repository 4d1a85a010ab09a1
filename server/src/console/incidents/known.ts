/**
 * A code that may leave the site: one of ours. What a counterpart or a person wrote may name a member, and is OTHER.
 */
export function known(code: string, ours: readonly string[]): string;
export function known(code: string | null, ours: readonly string[]): string | null;
export function known(code: string | null, ours: readonly string[]): string | null {
  return code === null || ours.includes(code) ? code : 'OTHER';
}
