import { AppError } from '../../appError.ts';
import type { StoredMedia } from './chatImage.ts';

/** A box of the ISO base media file format (ISO/IEC 14496-12), which MP4 and QuickTime share. */
interface Box {
  type: string;
  start: number;
  /** Where its content begins. */
  body: number;
  end: number;
}

/** Boxes that hold boxes, as far as a video needs them. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf', 'moof', 'traf', 'mvex']);
/** The only boxes at the top of a file that stay; whatever else is there could hold anything. */
const TOP = new Set(['ftyp', 'moov', 'mdat', 'moof', 'sidx', 'styp', 'mfra']);
/** Where files say who made them, where and when, and what else comes with them. */
const METADATA = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'wide', 'pnot', 'tref', 'xml ', 'ctab']);
/** Boxes with a creation and a modification time behind their version and flags. */
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);
const KEPT_TRACKS = new Set(['vide', 'soun']);
const BRAND = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |M4VP|MSNV|dash|qt {2}|3gp[4-9])$/;
const BOXES_MAX = 20_000;

/**
 * Checks an uploaded MP4 or QuickTime video by its bytes and strips it: descriptions, places, times and tracks that are
 * neither picture nor sound are overwritten in place, so that no offset changes. The picture itself is not encoded
 * anew (docs/decisions/116-chat-media.md).
 * @throws AppError FILE_NOT_SUPPORTED
 */
export function stripVideo(upload: Buffer): StoredMedia {
  const bytes = Buffer.from(upload);
  const top = boxesIn(bytes, 0, bytes.length);
  const brand = top[0]?.type === 'ftyp' ? bytes.toString('latin1', top[0].body, top[0].body + 4) : '';
  if (!BRAND.test(brand)) throw new AppError('FILE_NOT_SUPPORTED', `brand "${brand}"`);
  const movie = top.find(({ type }) => type === 'moov');
  if (!movie || !top.some(({ type }) => type === 'mdat'))
    throw new AppError('FILE_NOT_SUPPORTED', 'no movie in it');
  for (const box of top) {
    if (!TOP.has(box.type)) blank(bytes, box);
    else if (CONTAINERS.has(box.type)) strip(bytes, box);
  }
  const size = pictureSize(bytes, movie);
  if (size === undefined) throw new AppError('FILE_NOT_SUPPORTED', 'no picture in it');
  return { content: bytes, contentType: 'video/mp4', extension: 'mp4', ...size };
}

function strip(bytes: Buffer, container: Box): void {
  for (const box of boxesIn(bytes, container.body, container.end)) {
    if (METADATA.has(box.type)) blank(bytes, box);
    else if (box.type === 'trak' && !KEPT_TRACKS.has(handlerOf(bytes, box))) {
      blankSamples(bytes, box);
      blank(bytes, box);
    } else if (CONTAINERS.has(box.type)) strip(bytes, box);
    else if (TIMED.has(box.type)) {
      const isLong = bytes[box.body] === 1;
      bytes.fill(0, box.body + 4, Math.min(box.body + (isLong ? 20 : 12), box.end));
    }
  }
}

/** The boxes between two offsets. @throws AppError FILE_NOT_SUPPORTED when they do not fill it exactly */
function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end; ) {
    // QuickTime may end a list of boxes with four zero bytes.
    if (end - at === 4 && bytes.readUInt32BE(at) === 0) break;
    if (end - at < 8) throw new AppError('FILE_NOT_SUPPORTED', 'a box is cut off');
    let size = bytes.readUInt32BE(at);
    let header = 8;
    if (size === 1) {
      if (end - at < 16) throw new AppError('FILE_NOT_SUPPORTED', 'a box is cut off');
      size = Number(bytes.readBigUInt64BE(at + 8));
      header = 16;
    } else if (size === 0) size = end - at;
    if (size < header || size > end - at) throw new AppError('FILE_NOT_SUPPORTED', 'a box has no true size');
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      start: at,
      body: at + header,
      end: at + size,
    });
    if (boxes.length > BOXES_MAX) throw new AppError('FILE_NOT_SUPPORTED', 'too many boxes');
    at += size;
  }
  return boxes;
}

/** Makes a box free space without content; its size stays. */
function blank(bytes: Buffer, { start, body, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, body, end);
}

function inside(bytes: Buffer, box: Box, ...path: string[]): Box | undefined {
  let found: Box | undefined = box;
  for (const type of path)
    found = found && boxesIn(bytes, found.body, found.end).find((candidate) => candidate.type === type);
  return found;
}

function handlerOf(bytes: Buffer, track: Box): string {
  const handler = inside(bytes, track, 'mdia', 'hdlr');
  return handler && handler.end - handler.body >= 12
    ? bytes.toString('latin1', handler.body + 8, handler.body + 12)
    : '';
}

/** Overwrites what a track says in the media data: phones write places and faces there as a track of their own. */
function blankSamples(bytes: Buffer, track: Box): void {
  const table = inside(bytes, track, 'mdia', 'minf', 'stbl');
  if (!table) return;
  const sizes = inside(bytes, table, 'stsz');
  const runs = inside(bytes, table, 'stsc');
  const short = inside(bytes, table, 'stco');
  const long = inside(bytes, table, 'co64');
  const offsets = short ?? long;
  if (!sizes || !runs || !offsets) return;
  const read = (box: Box, at: number) =>
    box.body + at + 4 <= box.end ? bytes.readUInt32BE(box.body + at) : 0;
  const same = read(sizes, 4);
  const chunks = Math.min(read(offsets, 4), (offsets.end - offsets.body - 8) / (short ? 4 : 8));
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    while (run + 1 < read(runs, 4) && read(runs, 8 + 12 * (run + 1)) <= chunk + 1) run += 1;
    const samples = Math.min(read(runs, 8 + 12 * run + 4), bytes.length);
    let length = 0;
    for (let index = 0; index < samples && length <= bytes.length; index += 1, sample += 1)
      length += same || read(sizes, 12 + 4 * sample);
    const offset = short
      ? read(offsets, 8 + 4 * chunk)
      : Number(bytes.readBigUInt64BE(offsets.body + 8 + 8 * chunk));
    // Only what lies in media data: an offset into the movie's own boxes would break what is kept.
    for (const box of boxesIn(bytes, 0, bytes.length))
      if (box.type === 'mdat' && offset >= box.body && offset < box.end)
        bytes.fill(0, offset, Math.min(offset + length, box.end));
  }
}

/** The largest picture track's size in pixels; null where the header says none, undefined without such a track. */
function pictureSize(bytes: Buffer, movie: Box): { width: number | null; height: number | null } | undefined {
  for (const track of boxesIn(bytes, movie.body, movie.end)) {
    if (track.type !== 'trak' || handlerOf(bytes, track) !== 'vide') continue;
    const header = inside(bytes, track, 'tkhd');
    const at = header ? header.end - 8 : -1;
    if (!header || at < header.body) return { width: null, height: null };
    const [width, height] = [bytes.readUInt32BE(at) >>> 16, bytes.readUInt32BE(at + 4) >>> 16];
    return width > 0 && height > 0 ? { width, height } : { width: null, height: null };
  }
  return undefined;
}
