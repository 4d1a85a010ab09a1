import { eachGateway, type GatewayCode } from '@krapao/contract/gateways';
import type { Variant } from '@krapao/contract/variant';
import type { BankStatements } from './bankStatement.ts';
import type { GameProvider } from './gameProvider.ts';
import type { GiftLinkRedeemer } from './giftLinkRedeemer.ts';
import { httpBankStatements } from './httpBankStatements.ts';
import { httpGameProvider } from './httpGameProvider.ts';
import { httpGiftLinkRedeemer } from './httpGiftLinkRedeemer.ts';
import type { HttpCounterpart } from './httpJson.ts';
import { httpPaymentGateway } from './httpPaymentGateway.ts';
import { httpPayoutGateway } from './httpPayoutGateway.ts';
import { httpSlipVerifier } from './httpSlipVerifier.ts';
import { httpSmsGateway } from './httpSmsGateway.ts';
import type { IncomingTransferFeed } from './incomingTransferFeed.ts';
import { MANUAL_PROVIDERS } from './manualProviders.ts';
import type { PaymentGateway } from './paymentGateway.ts';
import type { PayoutGateway } from './payoutGateway.ts';
import { sandboxSmsGateway } from './sandboxSmsGateway.ts';
import { signedTransferFeed } from './signedTransferFeed.ts';
import type { SlipVerifier } from './slipVerifier.ts';
import type { SmsGateway } from './smsGateway.ts';
import type { SmsTemplate } from './smsTemplate.ts';

/** All external counterparts of the server. */
export interface Providers {
  sms: SmsGateway;
  slipVerifier: SlipVerifier;
  incomingTransfers: IncomingTransferFeed;
  statements: BankStatements;
  payouts: PayoutGateway;
  giftLinks: GiftLinkRedeemer;
  gateways: Readonly<Record<GatewayCode, PaymentGateway>>;
  /** The game provider with this code of the catalogue. */
  game(code: string): GameProvider;
}

/** Adapters from the environment, in any mode. */
interface ConfiguredProviders {
  sms?: { template: SmsTemplate; variant: Variant } | undefined;
}

export type ProvidersConfig = ConfiguredProviders &
  (
    | {
        mode: 'sandbox';
        sandboxUrl: string;
        sandboxSecret: string;
        /** Milliseconds until a call counts as unknown. */
        timeoutMs: number;
      }
    | { mode: 'production' }
  );

/**
 * The adapters of this mode. In production only SMS can have one so far: operators decide everything else, and without
 * a configured gateway every SMS is refused.
 */
export function buildProviders(config: ProvidersConfig): Providers {
  const sms = config.sms && httpSmsGateway(config.sms.template, config.sms.variant);
  if (config.mode === 'production') return { ...MANUAL_PROVIDERS, ...(sms && { sms }) };
  const sandbox: HttpCounterpart = {
    baseUrl: config.sandboxUrl,
    apiKey: config.sandboxSecret,
    timeoutMs: config.timeoutMs,
  };
  return {
    sms: sms ?? sandboxSmsGateway(sandbox),
    slipVerifier: httpSlipVerifier(sandbox),
    incomingTransfers: signedTransferFeed(config.sandboxSecret),
    statements: httpBankStatements(sandbox),
    payouts: httpPayoutGateway(sandbox),
    giftLinks: httpGiftLinkRedeemer(sandbox),
    gateways: eachGateway((code) => httpPaymentGateway(sandbox, code, config.sandboxSecret)),
    game: (code) => httpGameProvider(sandbox, code),
  };
}
