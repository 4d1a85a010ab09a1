import sharp from 'sharp';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { searchSlip } from './slipSearch.ts';
import { NEW_SEARCH } from './slipSearchState.ts';

const PREPROCESSINGS = 12;
let blank: Buffer;
beforeAll(async () => {
  blank = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets the processor seem to work for so long between two looks at it. */
function everyStepTakes(ms: number): void {
  let user = 0;
  vi.spyOn(process, 'cpuUsage').mockImplementation((since) => {
    if (since !== undefined) user += ms * 1_000;
    else user = 0;
    return { user, system: 0 };
  });
}

test('DEP-05 a picture without a QR is searched in every way, in one turn if that is quick', async () => {
  everyStepTakes(0);
  const search = await searchSlip(blank, NEW_SEARCH);
  expect(search).toMatchObject({ next: PREPROCESSINGS, texts: [], isOver: true });
});

/** Where each turn ended. */
async function turnsOf(picture: Buffer) {
  const turns: number[] = [];
  let search = NEW_SEARCH;
  while (!search.isOver) {
    search = await searchSlip(picture, search);
    turns.push(search.next);
  }
  return { turns, spentMs: search.spentMs };
}

test('DEP-05 a turn ends when the processor has worked a second, and the search after fifteen', async () => {
  everyStepTakes(450);
  // Each turn begins two preprocessings.
  expect((await turnsOf(blank)).turns).toEqual([2, 4, 6, 8, 10, 12]);
  everyStepTakes(900);
  // Each turn has time for one, and the last one for none.
  const { turns, spentMs } = await turnsOf(blank);
  expect(turns).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 8]);
  expect(spentMs).toBeGreaterThan(15_000);
});

test('DEP-05 the reader of QR codes gets four million pixels at most, in every way of the search', async () => {
  everyStepTakes(0);
  const pixels: number[] = [];
  const toBuffer = vi.spyOn(sharp.prototype, 'toBuffer');
  const large = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#ffffff' } })
    .jpeg()
    .toBuffer();
  toBuffer.mockClear();
  await searchSlip(large, NEW_SEARCH);
  for (const { value } of toBuffer.mock.results) {
    const { info } = (await value) as { info: { width: number; height: number } };
    pixels.push(info.width * info.height);
  }
  expect(pixels).toHaveLength(PREPROCESSINGS);
  expect(Math.max(...pixels)).toBeLessThanOrEqual(4_000_000);
  expect(pixels[0]).toBeGreaterThan(3_990_000);
});
