import type { Receipt } from './receipt.ts';

const WIDTH = 1080;
const MARGIN = 84;
const LINE = 62;
/** The lacquer box of every theme: black inside, gold leaf on the lid. */
const COLOURS = { ground: '#1a0f16', text: '#f6ecdd', soft: '#b9a9a0', gold: '#e3b35c', line: '#3a2a33' };

/** Draws a receipt in this browser; no server sees it. Throws if the browser cannot draw. */
export async function receiptPicture(receipt: Receipt): Promise<File> {
  await document.fonts.ready;
  const family = getComputedStyle(document.body).fontFamily;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  const font = (size: number, weight = 400) => `${weight} ${size}px ${family}`;
  context.font = font(40, 500);
  const rows = receipt.facts.map(([name, value]) => ({
    name,
    lines: linesOf(context, value, (WIDTH - 2 * MARGIN) * 0.6),
  }));
  const below = receipt.address === null ? MARGIN : MARGIN + LINE;
  const height = 480 + rows.reduce((sum, { lines }) => sum + lines.length * LINE + 26, 0) + below;
  // Changing its size clears a canvas and its settings.
  Object.assign(canvas, { width: WIDTH, height });
  context.fillStyle = COLOURS.ground;
  context.fillRect(0, 0, WIDTH, height);
  context.strokeStyle = COLOURS.gold;
  context.lineWidth = 3;
  context.strokeRect(36, 36, WIDTH - 72, height - 72);

  const write = (
    text: string,
    x: number,
    y: number,
    style: string,
    colour: string,
    align: CanvasTextAlign,
  ) => {
    context.font = style;
    context.fillStyle = colour;
    context.textAlign = align;
    context.fillText(text, x, y);
  };
  write(receipt.site, WIDTH / 2, 136, font(46, 600), COLOURS.gold, 'center');
  write(receipt.kind, WIDTH / 2, 222, font(42), COLOURS.soft, 'center');
  write(receipt.amount, WIDTH / 2, 336, font(104, 600), COLOURS.text, 'center');
  context.fillStyle = COLOURS.line;
  context.fillRect(MARGIN, 404, WIDTH - 2 * MARGIN, 2);
  let y = 486;
  for (const { name, lines } of rows) {
    write(name, MARGIN, y, font(38), COLOURS.soft, 'left');
    for (const line of lines) {
      write(line, WIDTH - MARGIN, y, font(40, 500), COLOURS.text, 'right');
      y += LINE;
    }
    y += 26;
  }
  if (receipt.address !== null) {
    const { host, pathname } = new URL(receipt.address);
    write(`${host}${pathname}`, WIDTH / 2, y + 8, font(34), COLOURS.gold, 'center');
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('this browser makes no pictures');
  return new File([blob], `${receipt.site}-receipt.png`, { type: 'image/png' });
}

/** A text in lines no wider than this; words of Thai and Lao, which have no spaces, stay whole where they can. */
function linesOf(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const fits = (line: string) => context.measureText(line).width <= width;
  const lines = [''];
  const add = (part: string) => {
    const line = `${lines.at(-1)}${part}`;
    if (fits(line) || lines.at(-1) === '') lines[lines.length - 1] = line;
    else lines.push(part.trimStart());
  };
  for (const { segment } of new Intl.Segmenter(document.documentElement.lang, {
    granularity: 'word',
  }).segment(text))
    if (fits(segment)) add(segment);
    else for (const letter of segment) add(letter);
  return lines;
}
