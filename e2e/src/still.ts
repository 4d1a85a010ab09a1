import type { Page } from '@playwright/test';

/** Waits for the fonts and for every motion that is on its way to an end; what turns as long as something loads has none. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const moving = document
      .getAnimations()
      .filter(({ playState, playbackRate }) => playState === 'running' && playbackRate !== 0)
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) !== Number.POSITIVE_INFINITY)
      // In what is not drawn, as in closed details, Chromium begins a transition when axe asks for a colour, and never ends it.
      .filter(({ effect }) => (effect as KeyframeEffect | null)?.target?.checkVisibility() !== false);
    await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)));
  });
}
