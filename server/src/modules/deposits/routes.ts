import { QR_MINIMUM_BAHT } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { rememberQr, rememberWay } from '../account/habits.ts';
import { addTransferClaim } from './claim/addTransferClaim.ts';
import { readDepositAmount } from './depositAmount.ts';
import { depositRules } from './depositRules.ts';
import { cancelGatewayPayment } from './gateway/closeGatewayPayment.ts';
import { openGatewayPayment, startGatewayPayment } from './gateway/createGatewayPayment.ts';
import { newestGatewayPayment, presentGatewayPayment } from './gateway/gatewayPayment.ts';
import {
  GIFT_LINKS,
  readGiftLink,
  redeemGiftLink,
  requireNotRefused,
  takeGiftLink,
} from './gift/redeemGiftLink.ts';
import { cancelQr } from './qr/closeQr.ts';
import { createQr } from './qr/createQr.ts';
import { hideClosed, newestQr, presentQr } from './qr/showQr.ts';
import { waitingQrs } from './qr/waitingQrs.ts';
import { listSlips, slipOfReference } from './slip/listSlips.ts';
import { signSlipLink } from './slip/slipLink.ts';
import { presentSlip, receiveSlipFile, uploadSlip } from './slip/uploadSlip.ts';
import { showAccounts } from './turn/showAccounts.ts';

const QR_MINIMUM = BigInt(QR_MINIMUM_BAHT) * 100n;

/** Deposits: accounts, QRs, slips, gift links, notices (DEP-01, DEP-04 to DEP-06, DEP-14, STM-04, STM-05). */
export function depositRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings, lookups, secrets, files, connections } = context;
  const gatewayOf = (code: string) => lookups.get().gateways.find((gateway) => gateway.code === code);
  const minimum = () => BigInt(settings.get('deposit').minimumSatang);

  bind(app, context, 'GET /api/lookup/deposit', ({ session }) => showAccounts(context, session.memberId));

  bind(app, context, 'GET /api/qrcode', async ({ session }) => ({
    waiting: await waitingQrs(db, session.memberId),
  }));
  bind(app, context, 'GET /api/qrcode/:bankCode', async ({ session: { memberId }, params: { bankCode } }) => {
    const gateway = gatewayOf(bankCode);
    const newest = gateway
      ? await newestGatewayPayment(db, memberId, gateway)
      : await newestQr(db, memberId, bankCode);
    return hideClosed(db, memberId, newest);
  });
  bind(
    app,
    context,
    'POST /api/qrcode/:bankCode',
    async ({ session: { memberId }, params: { bankCode }, body, keyFor }) => {
      const gateway = gatewayOf(bankCode);
      const least = minimum() > QR_MINIMUM ? minimum() : QR_MINIMUM;
      const request = {
        memberId,
        amount: readDepositAmount(body.amount, gateway ? 0n : least),
        minutes: settings.get('deposit').qrMinutes,
        attForBaht: settings.get('kip').attForBaht,
        requestKey: keyFor('POST /api/qrcode', bankCode, body),
      };
      if (gateway === undefined) {
        const qr = await db.transaction().execute((trx) => createQr(trx, { ...request, bankCode }));
        await rememberQr(db, memberId, bankCode, request.amount);
        return hideClosed(db, memberId, await presentQr(db, qr));
      }
      const started = await db
        .transaction()
        .execute((trx) =>
          startGatewayPayment(trx, connections, { ...request, code: bankCode, minimum: minimum() }),
        );
      await rememberQr(db, memberId, bankCode, request.amount);
      const opened = await openGatewayPayment(context, started, gateway);
      return hideClosed(db, memberId, await presentGatewayPayment(opened));
    },
  );
  bind(app, context, 'DELETE /api/qrcode/:qrcodeId', ({ session: { memberId }, params: { qrcodeId } }) =>
    db.transaction().execute(async (trx) =>
      // Orders of gateways have a UUID, QRs of our own accounts a number.
      qrcodeId.includes('-')
        ? presentGatewayPayment(await cancelGatewayPayment(trx, memberId, qrcodeId))
        : presentQr(trx, await cancelQr(trx, memberId, qrcodeId)),
    ),
  );

  bind(app, context, 'POST /api/wallet/slip', async ({ session, request, idempotencyKey, keyFor }) => {
    if (!settings.get('deposit').acceptsSlips)
      throw new AppError('SLIP_UPLOAD_FAIL', 'slips are switched off');
    const slip = await uploadSlip(
      db,
      files,
      session.memberId,
      await receiveSlipFile(db, session.memberId, request, idempotencyKey),
      (hash) => keyFor('POST /api/wallet/slip', hash),
    );
    await rememberWay(db, session.memberId, 'bank');
    context.wakeJob('decode-slips');
    return presentSlip(slip);
  });
  bind(app, context, 'POST /api/statement/slip', ({ session, body }) =>
    listSlips(db, session.memberId, body),
  );
  bind(app, context, 'GET /api/statement/slip/reference/:reference', async ({ session, params }) => {
    const { reference } = await slipOfReference(db, session.memberId, params.reference);
    return { url: signSlipLink(secrets.signedLink, reference) };
  });

  bind(app, context, 'POST /api/wallet/truelink', async ({ session, body, keyFor }) => {
    const hash = await readGiftLink(body.link);
    const requestKey = keyFor('POST /api/wallet/truelink', hash);
    const taken = await db.transaction().execute((trx) =>
      takeGiftLink(trx, session.memberId, {
        hash,
        requestKey,
        config: context.config,
      }),
    );
    if (taken.isNew) context.metrics.countLease(GIFT_LINKS.job, 'claimed');
    const link = taken.isNew ? await redeemGiftLink(context, taken.link) : taken.link;
    requireNotRefused(link);
    await rememberWay(db, session.memberId, 'wallet');
    return {
      status: link.status as 'PENDING' | 'SUCCESS',
      id: String(link.id),
      amount: bahtFromSatang(link.amount ?? 0n),
      ...(taken.isRepeat && { isRepeat: true }),
    };
  });

  bind(app, context, 'POST /api/wallet/add', async ({ session, body, keyFor }) => {
    const requestKey = keyFor('POST /api/wallet/add', body);
    const { isManual } = settings.get('deposit');
    if (!isManual) throw new AppError('NO_DATA', 'transfer claims are switched off');
    const claim = {
      memberId: session.memberId,
      amount: readDepositAmount(body.amount, minimum()),
      rules: depositRules(settings),
      requestKey,
    };
    const deposit = await db.transaction().execute((trx) => addTransferClaim(trx, claim));
    await rememberWay(db, session.memberId, 'bank');
    return {
      status: deposit.status as 'PENDING' | 'SUCCESS' | 'FAILED',
      id: String(deposit.id),
      amount: bahtFromSatang(deposit.amount),
    };
  });
}
