import { test as base, expect } from '@playwright/test';

/**
 * The `test` of all browser tests. Nothing moves, and messages stay ten times as long, because a passing state can be gone
 * before a busy machine looks at it: tests of motion switch it on with `page.emulateMedia`. After a test no answer of it is still being mocked.
 */
export const test = base.extend({
  contextOptions: { reducedMotion: 'reduce' },
  context: async ({ context, browser }, use) => {
    await use(context);
    for (const opened of browser.contexts()) {
      await opened.unrouteAll({ behavior: 'ignoreErrors' });
      await Promise.all(opened.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    }
  },
});

export { expect };
