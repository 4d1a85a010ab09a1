/** Game houses whose wire formats the sandbox speaks, at `/as/<name>`. */
export const GAME_MAKERS = ['hub88', 'game-generic'] as const;
export type GameMakerName = (typeof GAME_MAKERS)[number];

/** Further faults of the houses in their makers' formats. */
export const GAME_MAKER_FAULT_MODES = [
  'wrongKey',
  'busy',
  'code',
  'otherOrder',
  'otherCurrency',
  'html',
  'gigantic',
  'redirect',
] as const;
