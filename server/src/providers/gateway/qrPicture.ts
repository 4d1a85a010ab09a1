import { Unanswered } from '../../parsing/parserPool.ts';
import { readSvg } from '../../parsing/pictures.ts';
import { makerTurn } from '../../parsing/turns.ts';

/** Far more than a plain picture takes, also where the process has to start. */
const READ_WITHIN_MS = 10_000;

/**
 * The payload of the one payment QR in a maker's SVG, of which the member gets a QR that we draw; null if there is none,
 * several, or the picture is more than plain areas, or broken.
 * @param host the maker's, who takes the turn
 */
export async function qrOfMaker(svg: string, host: string): Promise<string | null> {
  try {
    return await readSvg(makerTurn(host), svg, READ_WITHIN_MS);
  } catch (error) {
    // The maker's picture took too long, and is as bad as none.
    if (error instanceof Unanswered) return null;
    throw error;
  }
}
