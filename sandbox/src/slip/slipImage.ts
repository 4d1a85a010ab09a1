import sharp, { type Sharp } from 'sharp';
import type { Transfer } from '../bank/ledger.ts';
import { SLIP_HEIGHT, SLIP_WIDTH, slipSvg } from './slipSvg.ts';

/** Possible alterations of a slip's image. */
export const SPOILS = ['none', 'blur', 'crop', 'tamper', 'rotate', 'dark'] as const;
export type Spoil = (typeof SPOILS)[number];

const SPOILERS: Readonly<Record<Spoil, (slip: Sharp) => Sharp>> = {
  none: (slip) => slip,
  tamper: (slip) => slip,
  blur: (slip) => slip.blur(2.2),
  // Cut through the QR, so that it cannot be read.
  crop: (slip) =>
    slip.extract({ left: 0, top: 0, width: SLIP_WIDTH, height: Math.floor(SLIP_HEIGHT * 0.77) }),
  rotate: (slip) => slip.rotate(97, { background: '#3a3336' }),
  dark: (slip) => slip.modulate({ brightness: 0.4 }).linear(0.6, 4),
};

/** The image of a transfer's slip. */
export async function slipImage(transfer: Transfer, spoil: Spoil, format: 'png' | 'jpeg'): Promise<Buffer> {
  const svg = Buffer.from(slipSvg(transfer, spoil === 'tamper'));
  // Rendered to pixels first: the pipeline's own order would rotate or crop before it draws.
  const flat = await sharp(svg).flatten().removeAlpha().png().toBuffer();
  const slip = SPOILERS[spoil](sharp(flat));
  return format === 'png'
    ? slip.png({ compressionLevel: 8 }).toBuffer()
    : slip.jpeg({ quality: 82 }).toBuffer();
}
