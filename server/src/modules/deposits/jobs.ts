import type { AppContext } from '../../context.ts';
import { rowIsDue } from '../../jobs/leasedWork.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { expireManual } from './claim/addTransferClaim.ts';
import { ASK_GATEWAYS, askGateways, PAYMENTS } from './gateway/askGateways.ts';
import { expireGatewayPayments } from './gateway/closeGatewayPayment.ts';
import { GIFT_LINKS, redeemDueGiftLinks } from './gift/redeemGiftLink.ts';
import { READ_STATEMENTS, readStatements, STATEMENTS_ARE_DUE } from './incoming/readStatements.ts';
import { bookDueArrivals } from './incoming/waitingArrivals.ts';
import { expireQrs } from './qr/closeQr.ts';
import { decodeSlips } from './slip/decodeSlip.ts';
import { lookUpNextSlips } from './slip/lookUpSlip.ts';
import { SLIP_STEPS, slipIsDue } from './slip/slipSteps.ts';

/** The jobs of deposits: decode and look up slips, redeem gift links, expire. */
export function depositJobs(context: AppContext): Job[] {
  const { db, providers } = context;
  return [
    {
      name: SLIP_STEPS.DECODE.job,
      due: slipIsDue('DECODE'),
      run: (signal) => decodeSlips(context, signal),
    },
    {
      name: SLIP_STEPS.LOOKUP.job,
      due: slipIsDue('LOOKUP'),
      run: () => lookUpNextSlips(context, providers.slipVerifier),
    },
    {
      name: GIFT_LINKS.job,
      due: rowIsDue(GIFT_LINKS),
      run: () => redeemDueGiftLinks(context),
    },
    { name: READ_STATEMENTS, due: STATEMENTS_ARE_DUE, run: () => readStatements(context) },
    { name: 'waiting-arrivals', intervalMs: 60_000, run: () => bookDueArrivals(db) },
    {
      name: ASK_GATEWAYS,
      due: rowIsDue(PAYMENTS),
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
