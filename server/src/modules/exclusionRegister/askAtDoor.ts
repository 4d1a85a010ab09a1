import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { askRegister, isRegisterAsked } from './askRegister.ts';
import { personOf } from './personOf.ts';
import { scheduleCheck } from './scheduleCheck.ts';
import { excludeListed, keepAnswer } from './takeAnswer.ts';

/** How long a registration or a log-in waits for the register. */
export const WAIT_MS = 2_000;

/**
 * Asks the registers at registration and log-in (rule 13). Who is listed is excluded when this returns. One that does not
 * answer within two seconds keeps nobody out: the job asks again, and closes within the pack's hours. Never throws for what
 * a register does.
 */
export async function askAtDoor(context: AppContext, memberId: bigint): Promise<void> {
  if (!isRegisterAsked(context)) return;
  const { db, settings, log } = context;
  try {
    const person = await personOf(db, memberId);
    if (person === undefined) return;
    const { listed, isComplete } = await askRegister(context, person, clock.now() + WAIT_MS);
    await db.transaction().execute(async (trx) => {
      await excludeListed(trx, memberId, listed);
      if (isComplete) await keepAnswer(trx, memberId, listed, settings.get('protection').register.hours);
      else await scheduleCheck(trx, memberId);
    });
  } catch (error) {
    log.error({ err: error, memberId: memberId.toString() }, 'register not asked at the door');
    await scheduleCheck(db, memberId);
  }
}
