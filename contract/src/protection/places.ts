/** Where rules are enforced or shown. `seamless`: each bet of a game that bets from the wallet. */
export const PLACES = [
  'registration',
  'login',
  'deposit',
  'launch',
  'transfer',
  'bonus',
  'refund',
  'invite',
  'wheel',
  'withdrawal',
  'seamless',
  'pages',
  'messages',
  'operators',
  'publishing',
  'jobs',
] as const;
export type Place = (typeof PLACES)[number];
