import type { Manual } from './outcome.ts';
import type { Providers } from './providers.ts';

const manual = async (): Promise<Manual> => ({ status: 'manual' });
const unsigned = () => ({ status: 'rejected', reason: 'BAD_SIGNATURE' }) as const;
const game = {
  createPlayer: manual,
  setPassword: manual,
  balance: manual,
  transfer: manual,
  queryTransfer: manual,
  launch: manual,
  loginForm: manual,
  turnover: manual,
  kick: manual,
};

/** Replaces every adapter that is not configured: all work goes to the operators' queues, no notice is accepted. */
export const MANUAL_PROVIDERS: Providers = {
  sms: { send: manual },
  slipVerifier: { lookUp: manual },
  incomingTransfers: { read: unsigned },
  statements: { read: manual },
  payouts: { accountName: manual, pay: manual, query: manual },
  payoutConnection: async () => null,
  giftLinks: { redeem: manual },
  game: () => game,
  isGameOpen: () => true,
};
