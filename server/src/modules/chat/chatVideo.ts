import { parserPool } from '../../parsing/parserPool.ts';
import { parserThread } from '../../parsing/parserThread.ts';
import type { TurnTaker } from '../../parsing/turns.ts';
import type { StoredMedia } from './chatImage.ts';
import type { StrippedVideo } from './stripVideo.ts';

const MEMORY_MB = 128;
const LIMIT = { withinMs: 10_000, tooMuch: 'FILE_NOT_SUPPORTED' } as const;

const strippers = parserPool<string, StrippedVideo>({
  atOnce: 2,
  start: () => parserThread(new URL('./stripVideoWorker.ts', import.meta.url), MEMORY_MB),
});

/**
 * Checks an uploaded MP4 or QuickTime video, strips it (stripVideo.ts) in a separate thread, and stores it. The turn lasts
 * until it is stored, so that memory use stays constant.
 * @param path the upload on disk
 * @throws AppError FILE_NOT_SUPPORTED
 */
export function redrawVideo<Result>(
  taker: TurnTaker,
  path: string,
  keep: (video: StoredMedia) => Promise<Result>,
): Promise<Result> {
  return strippers.turn(taker, async (ask) => {
    const { content, ...size } = await ask(path, LIMIT);
    return keep({
      content: Buffer.from(content.buffer),
      contentType: 'video/mp4',
      extension: 'mp4',
      ...size,
    });
  });
}
