import { setImmediate as nextTurn } from 'node:timers/promises';

/** Signatures of pages, scripts and documents inside a picture; long enough not to occur in pixels by chance. */
const FOREIGN = /<script|<\?php|<!doctype|<html|%pdf-/i;
/** The end record of a ZIP archive is in the last 64 kB of a file. */
const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1');
const ARCHIVE_TAIL = 66_000;
const SLICE = 256 * 1024;
const OVERLAP = 16;

/** Whether a picture is also a file of another kind. Reads it in slices, so that other calls can run in between. */
export async function holdsForeign(picture: Buffer): Promise<boolean> {
  if (picture.subarray(-ARCHIVE_TAIL).includes(ARCHIVE_END)) return true;
  for (let at = 0; at < picture.length; at += SLICE) {
    if (FOREIGN.test(picture.toString('latin1', at, at + SLICE + OVERLAP))) return true;
    await nextTurn();
  }
  return false;
}
