import { AppError } from '../../appError.ts';

/** A box of the ISO base media file format (ISO/IEC 14496-12), which MP4 and QuickTime share. */
export interface Box {
  type: string;
  start: number;
  /** Where its content begins. */
  body: number;
  end: number;
  /** The boxes inside it, if it is a container box. */
  inside: Box[];
}

/** The container boxes that a video needs. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf', 'moof', 'traf', 'mvex']);
/** In a whole file: a video in fragments of one second has about ten boxes per second. */
const BOXES_MAX = 20_000;
/** moov, trak, mdia, minf, stbl: a real file is five levels deep. */
const DEPTH_MAX = 8;

/** All boxes of a file, read once. @throws AppError FILE_NOT_SUPPORTED if they do not fill it exactly */
export function boxesOf(bytes: Buffer): Box[] {
  let count = 0;
  function read(start: number, end: number, depth: number): Box[] {
    if (depth > DEPTH_MAX) throw new AppError('FILE_NOT_SUPPORTED', 'boxes too deep');
    const boxes: Box[] = [];
    for (let at = start; at < end; ) {
      // QuickTime may end a list of boxes with four zero bytes.
      if (end - at === 4 && bytes.readUInt32BE(at) === 0) break;
      const { header, size } = sizeAt(bytes, at, end);
      count += 1;
      if (count > BOXES_MAX) throw new AppError('FILE_NOT_SUPPORTED', 'too many boxes');
      const type = bytes.toString('latin1', at + 4, at + 8);
      const inside = CONTAINERS.has(type) ? read(at + header, at + size, depth + 1) : [];
      boxes.push({ type, start: at, body: at + header, end: at + size, inside });
      at += size;
    }
    return boxes;
  }
  return read(0, bytes.length, 1);
}

function sizeAt(bytes: Buffer, at: number, end: number): { header: number; size: number } {
  if (end - at < 8) throw new AppError('FILE_NOT_SUPPORTED', 'a box is cut off');
  let size = bytes.readUInt32BE(at);
  let header = 8;
  if (size === 1) {
    if (end - at < 16) throw new AppError('FILE_NOT_SUPPORTED', 'a box is cut off');
    size = Number(bytes.readBigUInt64BE(at + 8));
    header = 16;
  } else if (size === 0) size = end - at;
  if (size < header || size > end - at) throw new AppError('FILE_NOT_SUPPORTED', 'a box has no true size');
  return { header, size };
}

/** The first box at a path below this one. */
export function inside(box: Box, ...path: string[]): Box | undefined {
  let found: Box | undefined = box;
  for (const type of path) found = found?.inside.find((candidate) => candidate.type === type);
  return found;
}
