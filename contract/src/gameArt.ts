import { darkOf, lightOf } from './gameColour.ts';

/** What a drawn picture is made of: the pattern comes from the code, the letters from the name. */
export interface DrawnGame {
  code: string;
  /** The English name. */
  name: string;
  /** `#rrggbb`. */
  colour: string;
}

export const GAME_PICTURES = ['logo', 'background'] as const;
export type GamePicture = (typeof GAME_PICTURES)[number];

/** Draws a picture of a game that has none of its own, as SVG. The same game has the same picture everywhere. */
export function drawGame(picture: GamePicture, game: DrawnGame): string {
  return picture === 'logo' ? drawLogo(game) : drawBackground(game);
}

/** At most two letters that stand for a name: the first of its first two words. Thai and Lao have one. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  // Vowels that Thai and Lao write before the consonant say nothing alone.
  const letters = words.map((word) => /[^\p{M}เแโใไເແໂໃໄ]/u.exec(word)?.[0] ?? '').filter(Boolean);
  const [first = '?', second = ''] = letters;
  return /^[\p{Script=Latin}\p{N}]$/u.test(first) ? (first + second).toUpperCase() : first;
}

const SHAPES = [
  'M20 2.5a17.5 17.5 0 1 1 0 35a17.5 17.5 0 0 1 0-35z',
  'M20 2.5L35 7V20C35 29 28 34.5 20 37.5C12 34.5 5 29 5 20V7z',
  'M20 2.5L35.2 11.2V28.8L20 37.5L4.8 28.8V11.2z',
  'M13 3.5H27Q36.5 3.5 36.5 13V27Q36.5 36.5 27 36.5H13Q3.5 36.5 3.5 27V13Q3.5 3.5 13 3.5z',
  'M20 2.5L30 7L37.5 20L30 33L20 37.5L10 33L2.5 20L10 7z',
];

function drawLogo({ code, name, colour }: DrawnGame): string {
  const dark = darkOf(colour);
  const light = lightOf(colour);
  const shape = SHAPES[numbersFrom(code)(SHAPES.length)];
  const letters = initialsOf(name);
  const size = [...letters].length > 1 ? 12.5 : 18;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path d="${shape}" fill="${light}"/><path d="${shape}" fill="none" stroke="${dark}" transform="translate(3.2 3.2) scale(.84)" opacity=".55"/><text x="20" y="20" dy=".36em" text-anchor="middle" font-family="Hanken Grotesk,Noto Sans Thai,Noto Sans Lao,system-ui,sans-serif" font-weight="700" font-size="${size}" fill="${dark}">${escaped(letters)}</text></svg>`;
}

function drawBackground({ code, colour }: DrawnGame): string {
  const dark = darkOf(colour);
  const light = lightOf(colour);
  const next = numbersFrom(code);
  const pattern = PATTERNS[next(PATTERNS.length)] as (typeof PATTERNS)[number];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="211" viewBox="0 0 300 211" preserveAspectRatio="xMaxYMid slice"><defs><linearGradient id="fade"><stop offset=".12" stop-color="${dark}"/><stop offset=".66" stop-color="${dark}" stop-opacity="0"/></linearGradient></defs><rect width="300" height="211" fill="${dark}"/><g opacity=".6" fill="none" stroke="${light}" stroke-linecap="round" stroke-linejoin="round">${pattern(next)}</g><rect width="300" height="211" fill="url(#fade)"/></svg>`;
}

type Numbers = (below: number) => number;

/** Each draws lines over the whole picture with its centre on the right; the left fades out behind the text. */
const PATTERNS: readonly ((next: Numbers) => string)[] = [rosette, waves, lattice, rings, rays];

function rosette(next: Numbers): string {
  const [x, y, petals] = [210 + next(30), 90 + next(40), 8 + 2 * next(5)];
  return [26, 52, 82, 116, 154]
    .map((reach, ring) => {
      const half = (reach * Math.PI) / petals;
      const petal = `M0 ${-reach * 0.35}Q${short(half)} ${short(-reach * 0.7)} 0 ${-reach}Q${short(-half)} ${short(-reach * 0.7)} 0 ${short(-reach * 0.35)}`;
      return Array.from({ length: petals }, (_, index) => {
        const turn = ((index + (ring % 2) / 2) * 360) / petals;
        return `<path d="${petal}" transform="translate(${x} ${y}) rotate(${short(turn)})" opacity="${short(1 - ring * 0.15)}"/>`;
      }).join('');
    })
    .join('');
}

function waves(next: Numbers): string {
  const [step, depth] = [24 + next(14), 10 + next(10)];
  return Array.from({ length: Math.ceil(230 / depth) }, (_, row) => {
    const start = (row % 2) * (step / 2) - step;
    const humps = Math.ceil(320 / step) + 1;
    return `<path d="M${start} ${row * depth}${`q${step / 2} ${depth * 1.6} ${step} 0`.repeat(humps)}"/>`;
  }).join('');
}

function lattice(next: Numbers): string {
  const [width, height] = [26 + next(16), 30 + next(20)];
  const [columns, rows] = [Math.ceil(300 / width) + 1, Math.ceil(211 / height) + 1];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height];
    const diamond = (share: number) =>
      `M${x} ${short(y - (height / 2) * share)}L${short(x + (width / 2) * share)} ${y}L${x} ${short(y + (height / 2) * share)}L${short(x - (width / 2) * share)} ${y}z`;
    return `<path d="${diamond(0.96)}${diamond(0.5)}"/>`;
  }).join('');
}

function rings(next: Numbers): string {
  const [x, y, step] = [200 + next(50), 70 + next(80), 9 + next(6)];
  return Array.from({ length: 22 }, (_, index) => {
    const radius = (index + 1) * step;
    const dashes = index % 3 === 2 ? ' stroke-dasharray="1 7" stroke-width="2.4"' : '';
    return `<circle cx="${x}" cy="${y}" r="${radius}"${dashes}/>`;
  }).join('');
}

function rays(next: Numbers): string {
  const [x, count] = [190 + next(70), 18 + 2 * next(8)];
  const lines = Array.from({ length: count + 1 }, (_, index) => {
    const angle = Math.PI + (index * Math.PI) / count;
    return `M${x} 216L${short(x + 320 * Math.cos(angle))} ${short(216 + 320 * Math.sin(angle))}`;
  }).join('');
  const arcs = [40, 74, 108, 142, 176].map((radius) => `<circle cx="${x}" cy="216" r="${radius}"/>`).join('');
  return `<path d="${lines}" opacity=".7"/>${arcs}`;
}

/** A row of numbers that depends on the text alone (FNV-1a, then an LCG). */
function numbersFrom(text: string): Numbers {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const short = (value: number): number => Math.round(value * 10) / 10;

function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);
}
