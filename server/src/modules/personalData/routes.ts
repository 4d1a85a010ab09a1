import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import { useProof } from '../../calls/stepUp.ts';
import type { AppContext } from '../../context.ts';
import { requireNotFrozen } from '../auth/frozen.ts';
import { requireOwnPassword } from '../auth/ownPassword.ts';
import { notify } from '../notifications/notify.ts';
import { checkCode, useCode } from '../otp/verifyOtp.ts';
import { hasSettledPin, requirePin } from '../security/checkPin.ts';
import { giveConsent } from './consents/consents.ts';
import { askForCopy, presentCopy } from './copy/askForCopy.ts';
import { signCopyLink } from './copy/copyLink.ts';
import { askForErasure, keepAccount } from './erasure/erasureRow.ts';
import { showOwnData } from './showOwnData.ts';

/** A member's rights to their data: copy, erasure, consents. */
export function personalDataRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, secrets, settings } = context;

  bind(app, context, 'GET /api/account/data', ({ session }) => showOwnData(db, settings, session.memberId));
  bind(app, context, 'POST /api/account/data/copy', async ({ session, language }) => {
    const copy = await db.transaction().execute(async (trx) => {
      await useProof(trx, session, { action: 'personalData', subject: 'copy' });
      return askForCopy(trx, { memberId: session.memberId, language });
    });
    context.wakeJob('copies');
    return presentCopy(copy);
  });
  bind(app, context, 'POST /api/account/data/copy/:copyId/links', async ({ session, params: { copyId } }) => {
    const own = await db
      .selectFrom('data_copy as c')
      .innerJoin('session as s', 's.member_id', 'c.member_id')
      .where('c.id', '=', copyId)
      .where('c.state', '=', 'READY')
      .where('s.token_hash', '=', session.tokenHash)
      .select('s.id')
      .executeTakeFirst();
    if (own === undefined) throw new AppError('NO_DATA');
    await db
      .transaction()
      .execute((trx) => useProof(trx, session, { action: 'personalData', subject: 'copy' }));
    const link = (form: 'html' | 'json') =>
      signCopyLink(secrets.signedLink, { copyId, form, sessionId: own.id });
    return { html: link('html'), json: link('json') };
  });

  bind(app, context, 'POST /api/account/data/erasure', async ({ session, body }) => {
    const { memberId } = session;
    const { phoneNumber, passwordHash } = await requireOwnPassword(db, memberId, body.password);
    const check = await secondProof(context, memberId, phoneNumber, body);
    return db.transaction().execute(async (trx) => {
      await requireNotFrozen(trx, memberId);
      if (check !== 'pin') await useCode(trx, check);
      const same = await trx
        .selectFrom('member')
        .select('id')
        .where('id', '=', memberId)
        .where('password_hash', '=', passwordHash)
        .executeTakeFirst();
      if (same === undefined) throw new AppError('WRONG_PASSWORD');
      await askForErasure(trx, { memberId });
      await notify(trx, { memberId, kind: 'erasureAsked', key: `erasure:${randomUUID()}` });
      return showOwnData(trx, settings, memberId);
    });
  });
  bind(app, context, 'DELETE /api/account/data/erasure', ({ session }) =>
    db.transaction().execute(async (trx) => {
      await keepAccount(trx, session.memberId);
      return showOwnData(trx, settings, session.memberId);
    }),
  );

  bind(app, context, 'PUT /api/account/consents/:kind', async ({ session, params, body, request }) => {
    await db.transaction().execute((trx) =>
      giveConsent(trx, {
        memberId: session.memberId,
        kind: params.kind,
        isGiven: body.isGiven,
        shown: body.shown,
        userAgent: request.headers['user-agent'],
      }),
    );
    return { code: 'OK' };
  });
}

/**
 * The PIN, or a code by SMS to the member's number. The password alone sets a first PIN, so a new one does not count.
 * @throws AppError WRONG_PIN, PIN_LOCKED, the codes of checkCode
 */
async function secondProof(
  { db, secrets }: AppContext,
  memberId: bigint,
  phoneNumber: string,
  { pin, otpToken, otpCode }: { pin?: string; otpToken?: string; otpCode?: string },
) {
  if (pin !== undefined && (await hasSettledPin(db, memberId))) {
    await requirePin({ db, secrets }, memberId, pin);
    return 'pin' as const;
  }
  const check = await checkCode(
    db,
    secrets.otp,
    { otpToken: otpToken ?? '', otpCode: otpCode ?? '' },
    'erase',
  );
  if (check === 'verified') throw new AppError('OTP_EXPIRED');
  if (check.phoneNumber !== phoneNumber) throw new AppError('OTP_CODE_INVALID');
  return check;
}
