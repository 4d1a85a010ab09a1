/** Signatures of pages, scripts and documents inside a picture; long enough not to occur in pixels by chance. */
const FOREIGN = /<script|<\?php|<!doctype|<html|%pdf-/i;
/** The end record of a ZIP archive is in the last 64 kB of a file. */
const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1');
const ARCHIVE_TAIL = 66_000;

/** Whether a picture is also a file of another kind. */
export function holdsForeign(picture: Buffer): boolean {
  return picture.subarray(-ARCHIVE_TAIL).includes(ARCHIVE_END) || FOREIGN.test(picture.toString('latin1'));
}
