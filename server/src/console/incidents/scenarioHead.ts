import type { Variant } from '@krapao/contract/variant';

/** What every scenario begins with, and how it is played. @param play text: why it cannot be played */
export const scenarioHead = <Play extends object>(variant: Variant, play: Play | string) => ({
  format: 'krapao-scenario' as const,
  version: 1 as const,
  variant,
  ...(typeof play === 'string'
    ? { reproducible: false, because: play, play: null }
    : { reproducible: true, because: null, play }),
});
