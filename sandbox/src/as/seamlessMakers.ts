/** Makers as which the sandbox's seamless house plays: its games bet from the site's wallet. */
export const SEAMLESS_MAKERS = ['hub88', 'slotegrator', 'bgaming'] as const;
export type SeamlessMaker = (typeof SEAMLESS_MAKERS)[number];

/**
 * What the house can do wrong. `betTwice`: each bet is sent twice at once. `cancelFirst`: the cancellation goes before its
 * bet. `lostAnswer`: the answer to a bet does not arrive, so the house cancels it. `wrongKey`: another key signs.
 * `wrongAmount`: the bet is sent again under its id with one baht more. `heldWin`: the win waits until the back office
 * sends it.
 */
export const SEAMLESS_FAULT_MODES = [
  'slow',
  'betTwice',
  'cancelFirst',
  'lostAnswer',
  'wrongKey',
  'wrongAmount',
  'heldWin',
] as const;

export const isSeamlessMaker = (name: string): name is SeamlessMaker =>
  (SEAMLESS_MAKERS as readonly string[]).includes(name);
