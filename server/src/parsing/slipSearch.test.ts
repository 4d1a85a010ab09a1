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

test('DEP-05 a turn ends when the processor has worked a second, and the search after six', async () => {
  everyStepTakes(450);
  const turns: number[] = [];
  let search = await searchSlip(blank, NEW_SEARCH);
  turns.push(search.next);
  while (!search.isOver) {
    search = await searchSlip(blank, search);
    turns.push(search.next);
  }
  // Each turn begins two preprocessings, and the last one has time for one.
  expect(turns).toEqual([2, 4, 6, 8, 9]);
  expect(search.spentMs).toBeGreaterThan(6_000);
});
