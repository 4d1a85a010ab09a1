import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { guestTurn, memberTurn } from '../../parsing/turns.ts';
import { box, movie, number, track } from '../../testing/videoFile.ts';
import { redrawVideo } from './chatVideo.ts';
import { stripVideo } from './stripVideo.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-video-'));
  path = join(folder, 'a.mp4');
  await writeFile(path, movie());
});
afterAll(() => rm(folder, { recursive: true }));

/** What stripping a video takes: numbers that are read, and bytes that are overwritten. */
function effort(video: Buffer) {
  const spent = { read: 0, filled: 0 };
  const read = vi.spyOn(video, 'readUInt32BE').mockImplementation((at = 0) => {
    spent.read += 1;
    return Buffer.prototype.readUInt32BE.call(video, at);
  });
  const fill = vi.spyOn(video, 'fill').mockImplementation((...given: unknown[]) => {
    const [value, from = 0, to = video.length] = given as [number, number?, number?];
    spent.filled += Math.max(0, to - from);
    return Buffer.prototype.fill.call(video, value, from, to);
  });
  try {
    stripVideo(video);
    return { ...spent, code: 'stripped' };
  } catch (error) {
    return { ...spent, code: (error as { code?: string }).code };
  } finally {
    read.mockRestore();
    fill.mockRestore();
  }
}

const media = 2_000;
/** A film with a track of places that has these tables; the film's data is at 40. */
const film = (sizes: Buffer, chunks: Buffer, runs = number(0, 1, 1, 1, 1)) =>
  Buffer.concat([
    box('ftyp', 'isom', number(512), 'isommp41'),
    box('mdat', Buffer.alloc(media, 1)),
    box(
      'moov',
      track('vide', 32, 1),
      track('meta', 0, 0, box('stbl', box('stsz', sizes), box('stsc', runs), box('stco', chunks))),
    ),
  ]);
const chunks = (count: number, told = count) =>
  Buffer.concat([number(0, told), Buffer.alloc(4 * count, number(40))]);
const MANY = 4_294_967_295;

test.each<[string, Buffer, string]>([
  ['chunks that all cover the whole film', film(number(0, media, 1), chunks(500)), 'stripped'],
  ['more chunks than it holds', film(number(0, 1, 1), chunks(50, MANY)), 'stripped'],
  [
    'four thousand million samples',
    film(number(0, 0, MANY), chunks(50), number(0, 1, 1, MANY, 1)),
    'stripped',
  ],
  ['four thousand million runs', film(number(0, 1, 1), chunks(50), number(0, MANY, 1, 1, 1)), 'stripped'],
  [
    'four thousand million samples in each chunk',
    film(number(0, MANY, MANY), chunks(50), number(0, 1, 1, MANY, 1)),
    'stripped',
  ],
  ['boxes in one another', Buffer.concat([box('ftyp', 'isom', number(0)), nested(9)]), 'FILE_NOT_SUPPORTED'],
  [
    'one box more than any film',
    Buffer.concat([movie(), Buffer.alloc(8 * 20_001, box('free'))]),
    'FILE_NOT_SUPPORTED',
  ],
])('ASVS 15.2.2 CHT-06 a video of %s takes a few readings of its bytes', (_, video, code) => {
  const spent = effort(video);
  expect(spent.code).toBe(code);
  // A number has four bytes; of a chunk its place, its run and the next one are read.
  expect(spent.read).toBeLessThan((5 * video.length) / 4);
  expect(spent.filled).toBeLessThan(2 * video.length);
});

test('ASVS 15.2.2 CHT-06 a video is read in a thread, and a guest’s keeps nobody else’s waiting', async () => {
  const read = vi.spyOn(Buffer.prototype, 'readUInt32BE');
  const held = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const first = redrawVideo(guestTurn('203.0.113.1'), path, () => {
    began.resolve();
    return held.promise;
  });
  await began.promise;
  let isNext = false;
  const next = redrawVideo(guestTurn('203.0.113.1'), path, async () => {
    isNext = true;
  });
  const other = await redrawVideo(memberTurn(1n), path, async ({ contentType, width }) => ({
    contentType,
    width,
  }));
  expect(other).toEqual({ contentType: 'video/mp4', width: 640 });
  expect(isNext).toBe(false);
  held.resolve();
  await Promise.all([first, next]);
  expect(isNext).toBe(true);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

function nested(depth: number): Buffer {
  return depth === 0 ? Buffer.alloc(0) : box('moov', nested(depth - 1));
}
