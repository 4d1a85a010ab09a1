import type { Page } from '@playwright/test';

/** Waits until the fonts have loaded and all animations have ended; endless loading animations are ignored. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const moving = document
      .getAnimations()
      .filter(({ playState, playbackRate }) => playState === 'running' && playbackRate !== 0)
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) !== Number.POSITIVE_INFINITY)
      // In elements that are not rendered, such as closed details, Chromium starts a transition when axe reads a
      // colour, and never ends it.
      .filter(({ effect }) => (effect as KeyframeEffect | null)?.target?.checkVisibility() !== false);
    await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)));
  });
}
