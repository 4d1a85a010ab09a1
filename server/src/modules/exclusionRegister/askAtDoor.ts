import type { AppContext } from '../../context.ts';
import { askRegister, isRegisterAsked } from './askRegister.ts';
import { personOf } from './personOf.ts';
import { scheduleCheck } from './scheduleCheck.ts';
import { takeAnswer } from './takeAnswer.ts';

/** How long a registration or a log-in waits for the register. */
const WAIT_MS = 2_000;

/**
 * Asks the register at registration and log-in (rule 13). Who is listed is excluded when this returns. A register that
 * does not answer within two seconds keeps nobody out: the job asks again, and closes within the pack's hours. Never throws
 * for what the register does.
 */
export async function askAtDoor(context: AppContext, memberId: bigint): Promise<void> {
  if (!isRegisterAsked(context)) return;
  const { db, settings, log } = context;
  try {
    const person = await personOf(db, memberId);
    if (person === undefined) return;
    const answer = await askRegister(context, person, Date.now() + WAIT_MS);
    if (answer.status === 'unknown') return await scheduleCheck(db, memberId);
    await db
      .transaction()
      .execute((trx) => takeAnswer(trx, memberId, answer, settings.get('protection').register.hours));
  } catch (error) {
    log.error({ err: error, memberId: memberId.toString() }, 'register not asked at the door');
    await scheduleCheck(db, memberId);
  }
}
