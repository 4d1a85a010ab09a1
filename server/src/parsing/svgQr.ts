import sharp from 'sharp';
import { readQrCodes } from './qrCodes.ts';

const SIDE = 1_000;
const PIXELS_MAX = 4_000_000;
/** A QR of a payment has some 2,000 modules; makers draw each as one element, or all as one path. */
const ELEMENTS_MAX = 5_000;
const CHARACTERS_MAX = 256 * 1024;
/** What draws plain areas; groups, definitions and texts that only say something may be around them. */
const ELEMENTS = /^(?:svg|g|defs|path|rect|polygon|title|desc|metadata)$/;
/**
 * What a small text makes large work with: filters, masks, layers, dashes, and references to something else. Escapes are
 * refused, because they would hide it, but for those of single marks. How overlapping areas are filled (clip-rule) is no work.
 */
const COSTLY =
  /filter|mask|clip(?!-rule)|dash|blend|isolation|(?<![\w-])opacity|marker|href|url\s*\(|\\|&(?!(?:amp|lt|gt|quot);)|<!entity|<!\[|<\?xml-s/i;

/** The payload of the one QR in a maker's SVG; null if there is none, several, or the picture is refused or broken. */
export async function qrOfSvg(svg: string): Promise<string | null> {
  if (!isPlainSvg(svg)) return null;
  try {
    const image = sharp(Buffer.from(svg), { limitInputPixels: PIXELS_MAX })
      .resize({ width: SIDE, height: SIDE, fit: 'inside' })
      .flatten({ background: '#ffffff' });
    const [payload, ...more] = await readQrCodes(image);
    return payload === undefined || more.length > 0 ? null : payload;
  } catch {
    return null;
  }
}

/** Whether an SVG has plain areas alone, few enough that drawing them is no work. */
export function isPlainSvg(svg: string): boolean {
  if (svg.length > CHARACTERS_MAX || COSTLY.test(svg)) return false;
  const elements = [...svg.matchAll(/<([a-z][^\s/>]*)/gi)];
  return elements.length <= ELEMENTS_MAX && elements.every(([, name = '']) => ELEMENTS.test(name));
}
