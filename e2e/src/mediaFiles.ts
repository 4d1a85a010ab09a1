import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

const WIDTH = 300;
const HEIGHT = 430;

/** A PNG with stripes and noise, as large as a slip on a small phone. */
export function picture(): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const row = Buffer.alloc(1 + WIDTH * 3);
    for (let x = 0; x < WIDTH; x += 1) {
      const grey = y < 74 ? 220 : (x * 7 + y * 13) % 31 === 0 ? 120 : 245;
      row.set([grey, grey + (y < 74 ? 12 : 0), grey], 1 + x * 3);
    }
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The location in the video's metadata, as phones write it. */
export const PLACE = '+13.7563+100.5018/';

/** An MP4 of one second, recorded by the browser itself, with a location in its metadata. */
export async function movie(page: Page): Promise<Buffer> {
  const recorded = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 90;
    const context = canvas.getContext('2d');
    const mimeType = ['video/mp4;codecs=vp9', 'video/mp4;codecs=av01.0.04M.08', 'video/mp4'].find((type) =>
      MediaRecorder.isTypeSupported(type),
    );
    const recorder = new MediaRecorder(canvas.captureStream(20), mimeType ? { mimeType } : {});
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const isOver = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      if (context) context.fillStyle = `hsl(${frame * 18} 60% 50%)`;
      context?.fillRect(0, 0, 160, 90);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await isOver;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return [recorder.mimeType, Array.from(bytes)] as const;
  });
  if (!recorded[0].startsWith('video/mp4')) throw new Error(`the browser recorded ${recorded[0]}`);
  return withPlace(Buffer.from(recorded[1]));
}

/** Adds metadata to the movie box. The fragments use relative offsets, so nothing else changes. */
function withPlace(bytes: Buffer): Buffer {
  const text = Buffer.from(PLACE, 'latin1');
  const place = Buffer.concat([
    Buffer.from([0, 0, 0, 0]),
    Buffer.from('\xa9xyz', 'latin1'),
    Buffer.from([0, text.length, 0, 0]),
    text,
  ]);
  place.writeUInt32BE(place.length);
  const description = Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.from('udta', 'latin1'), place]);
  description.writeUInt32BE(description.length);
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) !== 'moov') continue;
    const size = bytes.readUInt32BE(at);
    const head = Buffer.from(bytes.subarray(0, at + size));
    head.writeUInt32BE(size + description.length, at);
    return Buffer.concat([head, description, bytes.subarray(at + size)]);
  }
  throw new Error('there is no movie box');
}
