import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../appError.ts';
import { authenticate } from '../../calls/authenticate.ts';
import { bind } from '../../calls/bind.ts';
import { keepDevice, readCaller, withDevice } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { sendOtp } from './sendOtp.ts';
import { verifyOtp } from './verifyOtp.ts';

/** One-time codes by SMS (REG-02, REG-03, OTP-01). */
export function otpRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'POST /api/otp/send', async ({ body, request, reply }) => {
    const caller = readCaller(context, request);
    const memberId = await memberOf(context, request);
    const answer = await sendOtp(context, body, { ...caller, memberId });
    // Set the device cookie now, so that the browser has it when it sends the code.
    keepDevice(context, request, reply, withDevice(caller));
    return answer;
  });
  bind(app, context, 'POST /api/otp/verify', ({ body, request }) =>
    verifyOtp(context.db, context.secrets.otp, body, readCaller(context, request)),
  );
}

/** The member of the session that the call came with. A bad one makes nobody worse off than none. */
async function memberOf({ db }: AppContext, request: FastifyRequest): Promise<bigint | null> {
  if (request.headers.authorization === undefined) return null;
  try {
    return (await authenticate(db, request, { isOpen: true })).memberId;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
