import { AppError } from '../../appError.ts';
import { type Box, inside } from './videoBoxes.ts';

type Interval = [start: number, end: number];

/** Of all removed tracks: a track of places has one chunk per second. */
const CHUNKS_MAX = 100_000;

/**
 * Overwrites the media data of removed tracks: phones write places and faces there as separate tracks. Overlapping
 * parts are overwritten once. @throws AppError FILE_NOT_SUPPORTED for more chunks than any video has
 */
export function blankSamples(bytes: Buffer, tracks: readonly Box[], media: readonly Box[]): void {
  const chunks: Interval[] = [];
  for (const track of tracks) {
    addChunks(bytes, track, chunks);
    if (chunks.length > CHUNKS_MAX) throw new AppError('FILE_NOT_SUPPORTED', 'too many chunks');
  }
  chunks.sort((one, other) => one[0] - other[0]);
  let box = 0;
  let done = 0;
  for (const [start, end] of chunks) {
    // Only inside media data: an offset into the movie's own boxes would destroy data that stays.
    while (box < media.length && (media[box]?.end ?? 0) <= start) box += 1;
    const { body, end: bodyEnd } = media[box] ?? { body: Number.POSITIVE_INFINITY, end: 0 };
    if (start < body) continue;
    const to = Math.min(end, bodyEnd);
    if (to > done) bytes.fill(0, Math.max(start, done), to);
    done = Math.max(done, to);
  }
}

/** Adds the position of each chunk of a track, from its tables. Reads only entries that the table really has. */
function addChunks(bytes: Buffer, track: Box, chunks: Interval[]): void {
  const table = inside(track, 'mdia', 'minf', 'stbl');
  const sizes = table && inside(table, 'stsz');
  const runs = table && inside(table, 'stsc');
  const short = table && inside(table, 'stco');
  const long = table && inside(table, 'co64');
  const offsets = short ?? long;
  if (!sizes || !runs || !offsets) return;
  const at = ({ body, end }: Box, position: number) =>
    body + position + 4 <= end ? bytes.readUInt32BE(body + position) : 0;
  const entries = (box: Box, header: number, bytesEach: number) =>
    Math.max(0, Math.min(at(box, header - 4), Math.floor((box.end - box.body - header) / bytesEach)));
  const same = at(sizes, 4);
  const samplesHeld = entries(sizes, 12, 4);
  const runsHeld = entries(runs, 8, 12);
  const chunksHeld = Math.min(entries(offsets, 8, short ? 4 : 8), CHUNKS_MAX + 1);
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < chunksHeld; chunk += 1) {
    while (run + 1 < runsHeld && at(runs, 8 + 12 * (run + 1)) <= chunk + 1) run += 1;
    const samples = at(runs, 8 + 12 * run + 4);
    let length = same * samples;
    if (same === 0) {
      const last = Math.min(sample + samples, samplesHeld);
      for (; sample < last; sample += 1) length += at(sizes, 12 + 4 * sample);
    }
    const offset = short
      ? at(offsets, 8 + 4 * chunk)
      : Number(bytes.readBigUInt64BE(offsets.body + 8 + 8 * chunk));
    if (length > 0 && offset < bytes.length) chunks.push([offset, offset + length]);
  }
}
