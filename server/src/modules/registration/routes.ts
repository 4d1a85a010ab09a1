import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import { type Caller, keepDevice, readCaller, withDevice } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { countWithin, type RateLimit, requireWithin } from '../../http/rateCounter.ts';
import { askAtDoor } from '../exclusionRegister/askAtDoor.ts';
import { checkRegistration, type RegistrationTerms } from './checkRegistration.ts';
import { registerMember } from './registerMember.ts';

/** Every check may reveal whether a number is registered, and EXISTING_USER does; both are limited per address. */
const CHECKS: RateLimit = { name: 'registration:check', limit: 300, seconds: 3_600 };
const EXISTING_USERS: RateLimit = { name: 'registration:existing', limit: 20, seconds: 3_600 };

/** Registration (REG-07, REG-10). */
export function registrationRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, db, settings } = context;
  const terms = (): RegistrationTerms => ({
    variant: config.variant,
    needsOtp: settings.get('registration').otp,
    sources: settings.get('sources'),
    minimumAge: settings.get('protection').age.years,
    secrets: context.secrets,
  });

  async function bounded<T>({ address }: Caller, work: () => Promise<T>): Promise<T> {
    await requireWithin(db, EXISTING_USERS, address);
    await countWithin(db, CHECKS, address);
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === 'EXISTING_USER')
        await countWithin(db, EXISTING_USERS, address);
      throw error;
    }
  }

  bind(app, context, 'POST /api/account/validate', ({ body, request }) => {
    const caller = readCaller(context, request);
    return bounded(caller, async () => {
      await db.transaction().execute((trx) => checkRegistration(trx, body, terms(), caller));
      return { code: 'OK' as const };
    });
  });
  bind(app, context, 'POST /api/account', ({ body, request, reply }) => {
    const caller = withDevice(readCaller(context, request));
    return bounded(caller, async () => {
      const memberId = await registerMember(db, body, terms(), caller, request.headers['user-agent']);
      await askAtDoor(context, memberId);
      keepDevice(context, request, reply, caller);
      return { code: 'SUCCESS' as const };
    });
  });
}
