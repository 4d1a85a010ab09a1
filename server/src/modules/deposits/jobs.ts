import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { expireManual } from './claim/addTransferClaim.ts';
import { ASK_GATEWAYS, askGateways } from './gateway/askGateways.ts';
import { expireGatewayPayments } from './gateway/closeGatewayPayment.ts';
import { GIFT_LINKS, redeemDueGiftLinks } from './gift/redeemGiftLink.ts';
import { READ_STATEMENTS, readStatements } from './incoming/readStatements.ts';
import { expireQrs } from './qr/closeQr.ts';
import { decodeNextSlip } from './slip/decodeSlip.ts';
import { lookUpNextSlips } from './slip/lookUpSlip.ts';
import { SLIP_STEPS } from './slip/slipSteps.ts';

/** The jobs of deposits: decode and look up slips, redeem gift links, expire. */
export function depositJobs(context: AppContext): Job[] {
  const { db, providers } = context;
  return [
    {
      name: SLIP_STEPS.DECODE.job,
      intervalMs: 2_000,
      run: async () => {
        const decoded = await decodeNextSlip(context);
        if (decoded > 0) context.wakeJob(SLIP_STEPS.LOOKUP.job);
        return decoded;
      },
    },
    {
      name: SLIP_STEPS.LOOKUP.job,
      intervalMs: 1_000,
      run: () => lookUpNextSlips(context, providers.slipVerifier),
    },
    {
      name: GIFT_LINKS.job,
      intervalMs: 5_000,
      run: () => redeemDueGiftLinks(context),
    },
    { name: READ_STATEMENTS, intervalMs: 2_000, run: () => readStatements(context) },
    {
      name: ASK_GATEWAYS,
      intervalMs: 2_000,
      run: () => askGateways(context),
    },
    {
      name: 'expire-deposits',
      intervalMs: 5_000,
      run: () =>
        db
          .transaction()
          .execute(
            async (trx) =>
              (await expireQrs(trx)) + (await expireGatewayPayments(trx)) + (await expireManual(trx)),
          ),
    },
  ];
}
