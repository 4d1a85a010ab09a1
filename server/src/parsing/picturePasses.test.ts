import { expect, test } from 'vitest';
import { scannedJpeg, segment } from '../testing/scannedJpeg.ts';
import { PASSES_MAX, passesOf, requireFewPasses, WORK_MAX } from './picturePasses.ts';

const END = Buffer.from([0xff, 0xd9]);
const open = (jpeg: Buffer) => jpeg.subarray(0, -END.length);

test('the scans of a JPEG are counted as its decoder meets them', () => {
  expect(passesOf('jpeg', scannedJpeg(1))).toBe(1);
  expect(passesOf('jpeg', scannedJpeg(PASSES_MAX))).toBe(PASSES_MAX);
  const scan = segment(0xda, 1, 1, 0x00, 63, 63, 0);
  const more = (...between: Buffer[]) => Buffer.concat([open(scannedJpeg(2)), ...between, scan, END]);
  expect(passesOf('jpeg', more())).toBe(3);
  // Padding, restarts and stuffed bytes are data of a scan.
  expect(passesOf('jpeg', more(Buffer.from([0xff, 0xff])))).toBe(3);
  expect(passesOf('jpeg', more(Buffer.from([0xff, 0xd0, 0x01, 0xff, 0x00])))).toBe(3);
});

test('what a segment carries, and what stands behind the picture, is no scan of it', () => {
  const thumbnail = [...scannedJpeg(20)];
  const [start, rest] = [scannedJpeg(3).subarray(0, 2), scannedJpeg(3).subarray(2)];
  const jpeg = Buffer.concat([start, segment(0xe1, ...thumbnail), rest, scannedJpeg(20)]);
  expect(passesOf('jpeg', jpeg)).toBe(3);
});

test('a segment that ends early, or far behind the picture, hides no scan and ends the count', () => {
  const scan = segment(0xda, 1, 1, 0x00, 63, 63, 0);
  const tooShort = Buffer.from([0xff, 0xe1, 0, 0]);
  expect(passesOf('jpeg', Buffer.concat([open(scannedJpeg(2)), tooShort, scan, END]))).toBe(3);
  const tooLong = Buffer.from([0xff, 0xe1, 0xff, 0xff]);
  expect(passesOf('jpeg', Buffer.concat([open(scannedJpeg(2)), tooLong, END]))).toBe(2);
  expect(passesOf('jpeg', Buffer.alloc(1_000, 0xff))).toBe(0);
});

test('an interlaced PNG is gone over seven times', () => {
  const header = (interlace: number) => Buffer.concat([Buffer.alloc(28), Buffer.of(interlace)]);
  expect(passesOf('png', header(0))).toBe(1);
  expect(passesOf('png', header(1))).toBe(7);
});

test('passes are refused by their number, and by the pixels that they go over', () => {
  const largest = 40_000_000;
  expect(() => requireFewPasses(largest, WORK_MAX / largest)).not.toThrow();
  expect(() => requireFewPasses(largest, WORK_MAX / largest + 1)).toThrow('11 passes over 40000000 pixels');
  expect(() => requireFewPasses(100, PASSES_MAX)).not.toThrow();
  expect(() => requireFewPasses(100, PASSES_MAX + 1)).toThrow('33 passes');
});
