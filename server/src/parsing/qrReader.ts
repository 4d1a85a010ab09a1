import { parserThread } from './parserThread.ts';
import type { Pixels } from './qrReaderWorker.ts';

const reader = parserThread<Pixels, string[]>(new URL('./qrReaderWorker.ts', import.meta.url), {
  withinMs: 15_000,
  memoryMb: 128,
  tooMuch: 'SLIP_INVALID_FILE',
});

/**
 * The texts of all QR codes in a picture, whose bytes are transferred.
 * @throws AppError SLIP_INVALID_FILE if the reader crashes or takes too long; the next call gets a new one
 */
export function readQrCodes(pixels: Pixels): Promise<string[]> {
  return reader.ask(pixels, [pixels.data.buffer]);
}
