import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { newToken, tokenHash } from './sessionToken.ts';

/** Opens a session with the time-outs of the settings; `remember` chooses the longer ones. @returns its token */
export async function openSession(
  trx: Trx,
  memberId: bigint,
  timeouts: SettingValue<'session'>,
  remember: boolean,
): Promise<string> {
  const token = newToken();
  const hash = tokenHash(token);
  if (hash === null) throw new AppError('INTERNAL_SERVER_ERROR', 'session token');
  const absoluteMinutes = remember ? timeouts.rememberedAbsoluteMinutes : timeouts.absoluteMinutes;
  await trx
    .insertInto('session')
    .values({
      token_hash: hash,
      member_id: memberId,
      idle_minutes: remember ? timeouts.rememberedIdleMinutes : timeouts.idleMinutes,
      expires_at: sql`now() + make_interval(mins => ${absoluteMinutes}::int)`,
    })
    .execute();
  return token;
}
