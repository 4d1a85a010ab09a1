import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { expireManual } from './claim/addTransferClaim.ts';
import { ASK_GATEWAYS, askGateways } from './gateway/askGateways.ts';
import { expireGatewayPayments } from './gateway/closeGatewayPayment.ts';
import { redeemDueGiftLinks } from './gift/redeemGiftLink.ts';
import { READ_STATEMENTS, readStatements } from './incoming/readStatements.ts';
import { expireQrs } from './qr/closeQr.ts';
import { decodeNextSlip } from './slip/decodeSlip.ts';
import { lookUpNextSlips } from './slip/lookUpSlip.ts';

/** The jobs of deposits: decode and look up slips, redeem gift links, expire. */
export function depositJobs(context: AppContext): Job[] {
  const {
    db,
    settings,
    providers,
    config: { leaseSeconds },
  } = context;
  return [
    {
      name: 'decode-slips',
      intervalMs: 2_000,
      run: async () => {
        const decoded = await decodeNextSlip(context);
        if (decoded > 0) context.wakeJob('look-up-slips');
        return decoded;
      },
    },
    {
      name: 'look-up-slips',
      intervalMs: 1_000,
      run: () => lookUpNextSlips(db, providers.slipVerifier, settings.get('deposit'), leaseSeconds),
    },
    {
      name: 'redeem-gift-links',
      intervalMs: 5_000,
      run: () =>
        redeemDueGiftLinks(db, providers.giftLinks, {
          satangForCoin: settings.get('deposit').satangForCoin,
          leaseSeconds,
        }),
    },
    { name: READ_STATEMENTS, intervalMs: 2_000, run: () => readStatements(context) },
    {
      name: ASK_GATEWAYS,
      intervalMs: 2_000,
      run: () =>
        askGateways(db, providers.gateways, {
          satangForCoin: settings.get('deposit').satangForCoin,
          leaseSeconds,
        }),
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
