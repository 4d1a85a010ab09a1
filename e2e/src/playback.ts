import type { Locator } from '@playwright/test';

/** Resolves when the video has played up to this second. */
export async function playedTo(video: Locator, second: number): Promise<void> {
  await video.evaluate(
    (shown: HTMLVideoElement, until) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (shown.currentTime <= until) return;
          shown.removeEventListener('timeupdate', look);
          resolve();
        };
        shown.addEventListener('timeupdate', look);
        look();
      }),
    second,
  );
}
