import type { Locator, Page } from '@playwright/test';

/** A screenshot, JPEG in base64, and its time (milliseconds since the epoch). */
interface Picture {
  at: number;
  data: string;
}

/** A caption and its start (milliseconds from the start of the video). */
export interface Cue {
  from: number;
  text: string;
}

/** The duration of one frame: pictures are shown at multiples of it. */
export const PICTURE_EVERY_MS = 100;

/** Records a page while `act` runs: every change of the screen, at most ten per second. */
export async function film(page: Page, act: (camera: Camera) => Promise<void>): Promise<Filmed> {
  const session = await page.context().newCDPSession(page);
  const pictures: Picture[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    pictures.push({ at: (metadata.timestamp ?? 0) * 1_000, data });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 92, everyNthFrame: 1 });
  const start = Date.now();
  const cues: Cue[] = [];
  await act(new Camera(page, (text) => cues.push({ from: Date.now() - start, text })));
  const duration = Date.now() - start;
  await session.send('Page.stopScreencast');
  const taken = pictures.map(({ at, data }) => ({ at: Math.max(0, Math.round(at - start)), data }));
  return { pictures: thinned(taken, duration), cues, duration };
}

export interface Filmed {
  pictures: Picture[];
  cues: Cue[];
  duration: number;
}

/** The newest picture of every tenth of a second that has a new one; the last one is repeated at the end. */
function thinned(pictures: readonly Picture[], duration: number): Picture[] {
  const kept = new Map<number, Picture>();
  for (const picture of pictures)
    if (picture.at < duration) kept.set(Math.floor(picture.at / PICTURE_EVERY_MS), picture);
  const shown = [...kept].map(([tick, { data }]) => ({ at: tick * PICTURE_EVERY_MS, data }));
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) throw new Error('the screen never changed');
  const end = Math.ceil(duration / PICTURE_EVERY_MS) * PICTURE_EVERY_MS;
  return [{ at: 0, data: first.data }, ...shown.slice(1), { at: end, data: last.data }];
}

/** The actions of a scene, slow enough to follow. */
export class Camera {
  readonly page: Page;
  private readonly note: (text: string) => void;

  constructor(page: Page, note: (text: string) => void) {
    this.page = page;
    this.note = note;
  }

  /** Starts a caption. */
  say(text: string): void {
    this.note(text);
  }

  /** Waits, so that the viewer can look. */
  async look(seconds: number): Promise<void> {
    await this.page.waitForTimeout(seconds * 1_000);
  }

  /** Presses an element and shows a ring at the finger's position. */
  async press(target: Locator): Promise<void> {
    await this.point(target, true);
    await target.click();
    await this.look(1);
  }

  /** Shows a ring around an element without pressing it. */
  async point(target: Locator, isPress = false): Promise<void> {
    await target.evaluate((element) => element.scrollIntoView({ block: 'nearest', behavior: 'smooth' }));
    await this.look(0.4);
    const box = await target.boundingBox();
    if (!box) throw new Error('nothing to point at');
    await this.page.evaluate(
      ({ x, y, size }) => {
        document.querySelector('[data-finger]')?.remove();
        const finger = document.createElement('div');
        finger.dataset.finger = '';
        finger.popover = 'manual';
        Object.assign(finger.style, {
          position: 'fixed',
          inset: 'auto',
          left: `${x - size / 2}px`,
          top: `${y - size / 2}px`,
          width: `${size}px`,
          height: `${size}px`,
          margin: '0',
          padding: '0',
          border: '3px solid #ffe3a3',
          borderRadius: '50%',
          background: 'rgb(255 227 163 / 35%)',
          pointerEvents: 'none',
        });
        document.body.append(finger);
        finger.showPopover();
      },
      { x: box.x + box.width / 2, y: box.y + box.height / 2, size: isPress ? 44 : 64 },
    );
    await this.look(isPress ? 0.6 : 1.4);
    await this.page.evaluate(() => document.querySelector('[data-finger]')?.remove());
  }
}

/** Captions as WebVTT: each is shown until the next one. */
export function webVtt(cues: readonly Cue[], duration: number): string {
  const blocks = cues.map(
    ({ from, text }, index) => `${clock(from)} --> ${clock(cues[index + 1]?.from ?? duration)}\n${text}\n`,
  );
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.${String(milliseconds % 1_000).padStart(3, '0')}`;
}
