/** Where a rule is enforced or shown. `seamless` is not there yet: games with a balance at their own side debit nothing. */
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
