import { callHeaders } from '@krapao/contract/client';
import { type Locale, text } from '../src/messages.ts';
import { playedTo } from '../src/playback.ts';
import { listen } from '../src/screen.ts';
import { expect, test } from '../src/siteWorld.ts';

const BYTES_MAX = 1_500_000;
const OWN_SCRIPT: Record<Locale, RegExp> = {
  th: /[\u0E01-\u0E5B]/,
  la: /[\u0E81-\u0EDF]/,
  en: /^[^\u0E01-\u0EDF]+$/,
};

for (const locale of ['th', 'la', 'en'] as const satisfies readonly Locale[]) {
  test(`HOW-01 five videos in ${locale}, each played in a dialog with its captions`, async ({ page }) => {
    const isQuiet = listen(page);
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    await page.goto('/howto');
    const listed = await page.request.get('/api/lookup/howto', {
      headers: callHeaders(null, locale === 'la' ? 'lo' : locale),
    });
    const videos: { title: string }[] = await listed.json();
    expect(videos).toHaveLength(5);
    const items = page.getByRole('main').getByRole('listitem');
    await expect(items).toHaveCount(5);
    for (const [index, { title }] of videos.entries()) {
      const item = items.nth(index).getByRole('button');
      await expect(item).toContainText(title);
      await item.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: title });
      const video = dialog.locator('video');
      await expect(video).not.toHaveJSProperty('readyState', 0);
      // The video does not start by itself, has its full length, and handles the keys itself.
      const before = await video.evaluate((shown: HTMLVideoElement) => ({
        isPaused: shown.paused,
        duration: shown.duration,
        isFocused: document.activeElement === shown,
      }));
      expect(before).toMatchObject({ isPaused: true, isFocused: true });
      expect(before.duration).toBeGreaterThan(8);
      expect(before.duration).toBeLessThan(60);
      const minutes = `0:${String(Math.round(before.duration)).padStart(2, '0')}`;
      await expect(item).toContainText(minutes);

      await page.keyboard.press('Space');
      await playedTo(video, 0.3);
      // Seeks like a member, and reads the caption there.
      const captions = await video.evaluate(async (shown: HTMLVideoElement) => {
        shown.currentTime = shown.duration / 2;
        await new Promise((resolve) => shown.addEventListener('seeked', resolve, { once: true }));
        const [track] = shown.textTracks;
        return {
          mode: track?.mode,
          language: track?.language,
          texts: [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text),
          shown: track?.activeCues?.length,
        };
      });
      expect(captions).toMatchObject({
        mode: 'showing',
        language: locale === 'la' ? 'lo' : locale,
        shown: 1,
      });
      expect(captions.texts.length).toBeGreaterThan(2);
      for (const caption of captions.texts) expect(caption).toMatch(OWN_SCRIPT[locale]);

      const source = await video.getAttribute('src');
      const file = await page.request.get(source ?? '');
      expect(file.headers()['content-type']).toBe('video/webm');
      expect((await file.body()).length).toBeLessThan(BYTES_MAX);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(item).toBeFocused();
    }
    isQuiet();
  });
}

test('HOW-01 a video that cannot be loaded says so and can be asked for again', async ({ page }) => {
  await page.route('**/videos/*.webm', (route) => route.abort());
  await page.goto('/howto');
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(text('th', 'howto.failed'))).toBeVisible();
  await page.unroute('**/videos/*.webm');
  await dialog.getByRole('button', { name: text('th', 'retry') }).click();
  const video = dialog.locator('video');
  await expect(video).not.toHaveJSProperty('readyState', 0);
});
