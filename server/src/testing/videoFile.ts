/** A box of an MP4. */
export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** 32-bit values. */
export const number = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, 4 * index);
  });
  return bytes;
};

/** A track whose only sample is at an offset; `table` gives another sample list. */
export function track(handler: string, offset: number, size: number, table = samples(offset, size)): Buffer {
  const header = Buffer.alloc(84);
  header.writeUInt32BE(640 << 16, 76);
  header.writeUInt32BE(360 << 16, 80);
  header.writeUInt32BE(3_888_888_888, 4);
  return box(
    'trak',
    box('tkhd', header),
    box('mdia', box('hdlr', number(0, 0), handler, Buffer.alloc(12)), box('minf', table)),
  );
}

/** A video like one from a phone: a picture track, and a track of locations. */
export function movie({
  brand = 'isom',
  top = Buffer.alloc(0),
}: {
  brand?: string;
  top?: Buffer;
} = {}): Buffer {
  const start = box('ftyp', brand, number(512), 'isommp41');
  const data = box('mdat', 'PICTURE-DATA', 'PLACE +13.7563');
  const at = start.length + 8;
  const head = box(
    'moov',
    box('mvhd', number(0, 3_888_888_888, 3_888_888_888, 1_000, 1_000)),
    track('vide', at, 12),
    track('meta', at + 12, 14),
    box('udta', box('\xa9xyz', '+13.7563+100.5018/')),
    box('meta', 'com.apple.quicktime.location.ISO6709'),
  );
  return Buffer.concat([start, data, head, top]);
}

/** The tables of a track with one sample of this size. */
const samples = (offset: number, size: number) =>
  box(
    'stbl',
    box('stsz', number(0, size, 1)),
    box('stsc', number(0, 1, 1, 1, 1)),
    box('stco', number(0, 1, offset)),
  );
