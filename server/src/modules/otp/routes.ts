import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { sendOtp } from './sendOtp.ts';
import { verifyOtp } from './verifyOtp.ts';

/** One-time codes by SMS (REG-02, REG-03, OTP-01). */
export function otpRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'POST /api/otp/send', ({ body, ip }) => sendOtp(context, body, ip));
  bind(app, context, 'POST /api/otp/verify', ({ body }) =>
    verifyOtp(context.db, context.secrets.otp, body.otpToken, body.otpCode),
  );
}
