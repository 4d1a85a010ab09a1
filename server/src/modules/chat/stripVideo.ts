import { AppError } from '../../appError.ts';
import { type Box, boxesOf, inside } from './videoBoxes.ts';
import { blankSamples } from './videoSamples.ts';

/** A video without the phone's metadata, and its size in pixels; null if its header has none. */
export interface StrippedVideo {
  content: Uint8Array<ArrayBuffer>;
  width: number | null;
  height: number | null;
}

/** The only top-level boxes that stay; any other box could contain anything. */
const TOP = new Set(['ftyp', 'moov', 'mdat', 'moof', 'sidx', 'styp', 'mfra']);
/** Boxes that describe the author, place and time of a file, and other extras. */
const METADATA = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'wide', 'pnot', 'tref', 'xml ', 'ctab']);
/** Boxes with a creation and a modification time behind their version and flags. */
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);
const KEPT_TRACKS = new Set(['vide', 'soun']);
const BRAND = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |M4VP|MSNV|dash|qt {2}|3gp[4-9])$/;

/**
 * Checks an MP4 or QuickTime video by its bytes and strips it in place. Descriptions, places, times and tracks that are
 * neither picture nor sound are overwritten, so no offset changes. The video itself is not re-encoded. Reads every byte
 * a fixed number of times (docs/decisions/152-uploads.md).
 * @throws AppError FILE_NOT_SUPPORTED
 */
export function stripVideo(bytes: Buffer): Omit<StrippedVideo, 'content'> {
  const top = boxesOf(bytes);
  const brand = top[0]?.type === 'ftyp' ? bytes.toString('latin1', top[0].body, top[0].body + 4) : '';
  if (!BRAND.test(brand)) throw new AppError('FILE_NOT_SUPPORTED', `brand "${brand}"`);
  const movie = top.find(({ type }) => type === 'moov');
  const media = top.filter(({ type }) => type === 'mdat');
  if (!movie || media.length === 0) throw new AppError('FILE_NOT_SUPPORTED', 'no movie in it');
  const size = pictureSize(bytes, movie);
  if (size === undefined) throw new AppError('FILE_NOT_SUPPORTED', 'no picture in it');
  const dropped: Box[] = [];
  for (const box of top) {
    if (!TOP.has(box.type)) blank(bytes, box);
    else strip(bytes, box, dropped);
  }
  blankSamples(bytes, dropped, media);
  for (const track of dropped) blank(bytes, track);
  return size;
}

/** @param dropped collects the removed tracks; their tables are needed before they are overwritten */
function strip(bytes: Buffer, container: Box, dropped: Box[]): void {
  for (const box of container.inside) {
    if (METADATA.has(box.type)) blank(bytes, box);
    else if (box.type === 'trak' && !KEPT_TRACKS.has(handlerOf(bytes, box))) dropped.push(box);
    else if (TIMED.has(box.type)) {
      const isLong = bytes[box.body] === 1;
      bytes.fill(0, Math.min(box.body + 4, box.end), Math.min(box.body + (isLong ? 20 : 12), box.end));
    } else strip(bytes, box, dropped);
  }
}

/** Turns a box into free space without content; its size stays. */
function blank(bytes: Buffer, { start, body, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, body, end);
}

function handlerOf(bytes: Buffer, track: Box): string {
  const handler = inside(track, 'mdia', 'hdlr');
  return handler && handler.end - handler.body >= 12
    ? bytes.toString('latin1', handler.body + 8, handler.body + 12)
    : '';
}

/** The first picture track's size in pixels; null where the header says none, undefined without such a track. */
function pictureSize(bytes: Buffer, movie: Box): { width: number | null; height: number | null } | undefined {
  for (const track of movie.inside) {
    if (track.type !== 'trak' || handlerOf(bytes, track) !== 'vide') continue;
    const header = inside(track, 'tkhd');
    const at = header ? header.end - 8 : -1;
    if (!header || at < header.body) return { width: null, height: null };
    const [width, height] = [bytes.readUInt32BE(at) >>> 16, bytes.readUInt32BE(at + 4) >>> 16];
    return width > 0 && height > 0 ? { width, height } : { width: null, height: null };
  }
  return undefined;
}
