import { randomBytes } from 'node:crypto';

/** The environment of a site in production, with a key of its own. Nothing is connected there. */
export const productionStart = (settings: Readonly<Record<string, string>> = {}) => ({
  KRAPAO_MODE: 'production',
  KRAPAO_SECRET: randomBytes(32).toString('hex'),
  PUBLIC_URL: 'https://wallet.example',
  ...settings,
});
