import { parserThread } from '../../parsing/parserThread.ts';
import type { StoredMedia } from './chatImage.ts';
import type { StrippedVideo } from './stripVideo.ts';

const stripper = parserThread<string, StrippedVideo>(new URL('./stripVideoWorker.ts', import.meta.url), {
  withinMs: 10_000,
  memoryMb: 128,
  tooMuch: 'FILE_NOT_SUPPORTED',
});

let queue: Promise<unknown> = Promise.resolve();

/**
 * Checks an uploaded MP4 or QuickTime video, strips it (stripVideo.ts) in a separate thread, and stores it. One at a
 * time until it is stored, so that memory use stays constant.
 * @param path the upload on disk
 * @throws AppError FILE_NOT_SUPPORTED
 */
export function redrawVideo<Result>(
  path: string,
  keep: (video: StoredMedia) => Promise<Result>,
): Promise<Result> {
  const result = queue.then(async () => {
    const { content, ...size } = await stripper.ask(path);
    return keep({
      content: Buffer.from(content.buffer),
      contentType: 'video/mp4',
      extension: 'mp4',
      ...size,
    });
  });
  queue = result.catch(() => undefined);
  return result;
}
