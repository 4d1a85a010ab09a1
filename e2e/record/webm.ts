/** An encoded picture. */
export interface Chunk {
  /** Milliseconds from the start. */
  at: number;
  isKey: boolean;
  data: Uint8Array;
}

interface Film {
  width: number;
  height: number;
  /** Milliseconds. */
  duration: number;
  chunks: readonly Chunk[];
}

/** Element ids of WebM (RFC 8794, RFC 9559). */
const ID = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
} as const;

const join = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);

/** A whole number in as many bytes as told. */
function whole(value: number, bytes: number): Uint8Array {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(value));
  return buffer.subarray(8 - bytes);
}

function idBytes(id: number): Uint8Array {
  return whole(id, id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1);
}

/** An element: id, length in eight bytes, content. */
function element(id: number, ...content: Uint8Array[]): Uint8Array {
  const body = join(...content);
  const size = whole(body.length, 8);
  size[0] = 1;
  return join(idBytes(id), size, body);
}

const text = (value: string): Uint8Array => Buffer.from(value, 'latin1');

function real(value: number): Uint8Array {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer;
}

/** Writes VP9 pictures as a WebM file with its length and an index, so that a player can jump. Times in milliseconds. */
export function webm({ width, height, duration, chunks }: Film): Uint8Array {
  const groups: Chunk[][] = [];
  for (const chunk of chunks) {
    if (chunk.isKey || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(chunk);
  }
  const clusters = groups.map((group) => {
    const start = group[0]?.at ?? 0;
    const blocks = group.map(({ at, isKey, data }) =>
      element(0xa3, Buffer.from([0x81]), whole(at - start, 2), Buffer.from([isKey ? 0x80 : 0]), data),
    );
    return { start, bytes: element(ID.cluster, element(0xe7, whole(start, 4)), ...blocks) };
  });
  const header = element(
    ID.header,
    element(0x4286, whole(1, 1)),
    element(0x42f7, whole(1, 1)),
    element(0x42f2, whole(4, 1)),
    element(0x42f3, whole(8, 1)),
    element(0x4282, text('webm')),
    element(0x4287, whole(2, 1)),
    element(0x4285, whole(2, 1)),
  );
  const info = element(
    ID.info,
    element(0x2ad7b1, whole(1_000_000, 4)),
    element(0x4489, real(duration)),
    element(0x4d80, text('krapao')),
    element(0x5741, text('krapao')),
  );
  const tracks = element(
    ID.tracks,
    element(
      0xae,
      element(0xd7, whole(1, 1)),
      element(0x73c5, whole(1, 1)),
      element(0x9c, whole(0, 1)),
      element(0x83, whole(1, 1)),
      element(0x86, text('V_VP9')),
      element(0xe0, element(0xb0, whole(width, 2)), element(0xba, whole(height, 2))),
    ),
  );
  // Every number of the index has a fixed width: its size is known before its positions are.
  const index = (first: number) => {
    let position = first;
    const points = clusters.map(({ start, bytes }) => {
      const point = element(
        0xbb,
        element(0xb3, whole(start, 4)),
        element(0xb7, element(0xf7, whole(1, 1)), element(0xf1, whole(position, 8))),
      );
      position += bytes.length;
      return point;
    });
    return element(ID.cues, ...points);
  };
  const before = info.length + tracks.length;
  const cues = index(before + index(0).length);
  return join(header, element(ID.segment, info, tracks, cues, ...clusters.map(({ bytes }) => bytes)));
}
