/** The key of each action that has one: the letter that stands on it, whatever the keyboard's layout. */
export const KEY_OF = {
  find: '/',
  approve: 'A',
  refuse: 'R',
  next: 'J',
  previous: 'K',
  release: 'H',
  escalate: 'E',
  otherAmount: 'M',
  fullScreen: 'F',
  sameReason: 'S',
  take: 'T',
  write: 'R',
} as const;

export type ActionKey = (typeof KEY_OF)[keyof typeof KEY_OF];
