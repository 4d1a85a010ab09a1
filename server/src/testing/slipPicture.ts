import QRCode from 'qrcode';
import sharp from 'sharp';

const WIDTH = 1_080;
const HEIGHT = 1_920;

/** A PNG picture like one saved by a bank's app, with a QR of this text in its lower right corner. */
export async function paintSlip(qrText: string, qrSide = 260): Promise<Buffer> {
  const qr = await QRCode.toBuffer(qrText, { errorCorrectionLevel: 'M', width: qrSide, margin: 2 });
  const lines = [
    'Transfer completed',
    '21 Nov 2026 13:05',
    'From SOMCHAI J***',
    'xxx-x-x3109-x',
    'To KRAPAO SERVICE',
  ];
  const text = lines
    .map((line, index) => `<text x="90" y="${320 + index * 150}" font-size="52">${line}</text>`)
    .join('');
  const ground = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#ffffff"/>
    <rect width="100%" height="180" fill="#4e2e7f"/>${text}</svg>`,
  );
  return sharp(ground)
    .composite([{ input: qr, left: WIDTH - qrSide - 90, top: HEIGHT - qrSide - 150 }])
    .png()
    .toBuffer();
}
