import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Filmed, PICTURE_EVERY_MS } from './film.ts';

const KEY_EVERY_SECONDS = 5;
const BITRATE = 320_000;
/** The whole library as one file for a script tag. */
const BUNDLE = new URL('../../bundles/mediabunny.min.cjs', import.meta.resolve('mediabunny'));
/** The global that this file defines in a page. */
declare const Mediabunny: typeof import('mediabunny');

/** Prepares a page for `encode`; its context must bypass the content security policy. */
export async function furnishStudio(page: Page): Promise<void> {
  await page.addScriptTag({ path: fileURLToPath(BUNDLE) });
}

/**
 * Encodes pictures as a seekable WebM video (VP9). It uses a browser (WebCodecs), because every machine of this project
 * has one.
 * @param studio a page that `furnishStudio` prepared
 */
export async function encode(studio: Page, { pictures }: Filmed): Promise<Uint8Array> {
  const bytes = await studio.evaluate(
    async ({ pictures, framesPerSecond, keyFrameInterval, bitrate }) => {
      const bitmapOf = async (data: string) =>
        createImageBitmap(await (await fetch(`data:image/jpeg;base64,${data}`)).blob());
      const first = await bitmapOf(pictures[0]?.data ?? '');
      // VP9 needs even dimensions.
      const canvas = new OffscreenCanvas(first.width & ~1, first.height & ~1);
      const screen = canvas.getContext('2d');
      const target = new Mediabunny.BufferTarget();
      const output = new Mediabunny.Output({ format: new Mediabunny.WebMOutputFormat(), target });
      const quality = new Mediabunny.Quality({ bitrate });
      const source = new Mediabunny.CanvasSource(canvas, { codec: 'vp9', quality, keyFrameInterval });
      output.addVideoTrack(source, { frameRate: framesPerSecond });
      await output.start();
      for (const { at, data } of pictures) {
        const bitmap = await bitmapOf(data);
        screen?.drawImage(bitmap, 0, 0);
        bitmap.close();
        await source.add(at / 1_000);
      }
      await output.finalize();
      return Array.from(new Uint8Array(target.buffer ?? []));
    },
    {
      pictures,
      framesPerSecond: 1_000 / PICTURE_EVERY_MS,
      keyFrameInterval: KEY_EVERY_SECONDS,
      bitrate: BITRATE,
    },
  );
  return Uint8Array.from(bytes);
}
