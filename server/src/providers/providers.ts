import { GATEWAY_CODES } from '@krapao/contract/gateways';
import type { BankStatements } from './bankStatement.ts';
import type { FixedConnection } from './connections/connections.ts';
import type { GamePlace, GameProvider } from './gameProvider.ts';
import type { GiftLinkRedeemer } from './giftLinkRedeemer.ts';
import { httpBankStatements } from './httpBankStatements.ts';
import { httpGameProvider } from './httpGameProvider.ts';
import { httpGiftLinkRedeemer } from './httpGiftLinkRedeemer.ts';
import type { HttpCounterpart } from './httpJson.ts';
import { httpPaymentGateway } from './httpPaymentGateway.ts';
import { httpPayoutGateway } from './httpPayoutGateway.ts';
import { httpSlipVerifier } from './httpSlipVerifier.ts';
import type { IncomingTransferFeed } from './incomingTransferFeed.ts';
import { MANUAL_PROVIDERS } from './manualProviders.ts';
import type { PayoutConnection, PayoutGateway } from './payoutGateway.ts';
import { sandboxSmsGateway } from './sandboxSmsGateway.ts';
import { signedTransferFeed } from './signedTransferFeed.ts';
import type { SlipLookUps } from './slipVerifier.ts';
import type { SmsGateway } from './smsGateway.ts';

/** All external counterparts of the server. */
export interface Providers {
  sms: SmsGateway;
  slipVerifier: SlipLookUps;
  incomingTransfers: IncomingTransferFeed;
  statements: BankStatements;
  payouts: PayoutGateway;
  /** The connection that a payout goes through which is sent now; null: `payouts` without one. */
  payoutConnection(): Promise<PayoutConnection | null>;
  giftLinks: GiftLinkRedeemer;
  /** The game at this place. One that cannot be reached is unknown to every question. */
  game(place: GamePlace): GameProvider;
  /** Whether the house takes orders for this game now. */
  isGameOpen(place: GamePlace): boolean;
}

/** The sandbox, where it plays the counterparts. */
export interface SandboxCounterpart {
  url: string;
  secret: string;
  /** Milliseconds until a call counts as unknown. */
  timeoutMs: number;
}

/** What the connections of operators do; the rest comes from the sandbox. */
type ConnectedProviders = Pick<Providers, 'sms' | 'slipVerifier' | 'game' | 'isGameOpen'>;

/**
 * All counterparts. Where there is neither a connection nor the sandbox, operators decide, and no notice is accepted.
 */
export function buildProviders(connected: ConnectedProviders, sandbox?: SandboxCounterpart): Providers {
  if (sandbox === undefined) return { ...MANUAL_PROVIDERS, ...connected };
  const { secret } = sandbox;
  const counterpart = httpCounterpart(sandbox);
  return {
    ...connected,
    incomingTransfers: signedTransferFeed(secret),
    statements: httpBankStatements(counterpart),
    payouts: httpPayoutGateway(counterpart),
    payoutConnection: async () => null,
    giftLinks: httpGiftLinkRedeemer(counterpart),
  };
}

/** The id of the sandbox's own gateway of this code, and the end of the address for its notices. */
export const sandboxGatewayId = (code: string) => `sandbox-gateway-${code.toLowerCase()}`;

/** The id of the sandbox's own game house. */
export const SANDBOX_GAMES_ID = 'sandbox-game';

/** The sandbox as an SMS gateway, a slip service, payment gateways and a game house. */
export function sandboxConnections(sandbox: SandboxCounterpart): FixedConnection[] {
  const counterpart = httpCounterpart(sandbox);
  const games = { provider: (code: string) => httpGameProvider(counterpart, code) };
  const shared = {
    driver: 'sandbox',
    title: 'Sandbox',
    name: 'Sandbox',
    isActive: true,
    settingsVersion: 1,
    isSandbox: true,
  };
  return [
    { ...shared, id: 'sandbox-sms', capability: 'sms', port: sandboxSmsGateway(counterpart) },
    { ...shared, id: 'sandbox-slip', capability: 'slip', port: httpSlipVerifier(counterpart) },
    ...GATEWAY_CODES.map((code, nth) => ({
      ...shared,
      id: sandboxGatewayId(code),
      capability: 'gateway' as const,
      name: `Sandbox gateway ${nth + 1}`,
      port: httpPaymentGateway(counterpart, code, sandbox.secret),
    })),
    { ...shared, id: SANDBOX_GAMES_ID, capability: 'game', port: games },
  ];
}

const httpCounterpart = ({ url, secret, timeoutMs }: SandboxCounterpart): HttpCounterpart => ({
  baseUrl: url,
  apiKey: secret,
  timeoutMs,
});
