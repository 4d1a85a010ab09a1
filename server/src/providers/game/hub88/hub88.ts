import { createPublicKey } from 'node:crypto';
import { Type } from 'typebox';
import { driver } from '../../connections/driver.ts';
import {
  HUB88_CONFIG,
  HUB88_SECRETS,
  hub88Problems,
  launchHub88,
  openHub88,
  testHub88,
} from '../hub88-transfer/hub88Api.ts';
import { seamlessGame } from '../seamlessGame.ts';
import { askHub88Round } from './hub88Rounds.ts';
import { hub88Wallet } from './hub88Wallet.ts';

/** Hub88's seamless wallet: it calls us for each bet. */
export const hub88 = driver({
  capability: 'game',
  driver: 'hub88',
  title: 'Hub88 Wallet',
  isSeamless: true,
  config: Type.Object(
    {
      ...HUB88_CONFIG,
      /** Hub88's, in PEM: it signs what Hub88 sends. */
      publicKey: Type.String({ minLength: 1, maxLength: 8_000 }),
    },
    { additionalProperties: false },
  ),
  secrets: HUB88_SECRETS,
  documentation: 'https://docs.hub88.io/developer-docs/operator-api-reference/wallet-api',
  warnings: ['FIXED_ADDRESSES'],
  problems: (settings) => [
    ...(isPublicRsaKey(settings.config.publicKey) ? [] : ['publicKey must be Hub88’s public RSA key in PEM']),
    ...hub88Problems(settings),
  ],
  open: (settings, tools) => {
    const { post, house } = openHub88(settings, tools);
    return {
      provider: (gameCode) =>
        seamlessGame((username, viewer) => launchHub88(post, house, { username, gameCode, viewer })),
      seamless: hub88Wallet(createPublicKey(settings.config.publicKey), tools),
      askRound: (round) => askHub88Round(post, house.shared, round),
      test: () => testHub88(post, house.shared),
    };
  },
});

function isPublicRsaKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
