import { saveFile } from '@krapao/ui/saveFile.ts';

const SIZE = 1024;
/** The white margin that scanners need around a QR code. */
const QUIET = 96;

/** The SVG inside an element, as soon as it is there: a press may come before the picture. */
export function svgIn(frame: HTMLElement): Promise<SVGElement> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(look);
    observer.observe(frame, { childList: true, subtree: true });
    function look() {
      const svg = frame.querySelector('svg');
      if (!svg) return;
      observer.disconnect();
      resolve(svg);
    }
    look();
  });
}

/** Saves an SVG of the page as a square PNG with a white background. Rejects when the browser cannot draw it. */
export async function savePicture(svg: SVGElement, fileName: string): Promise<void> {
  const source = svg.cloneNode(true) as SVGElement;
  source.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  source.setAttribute('width', String(SIZE));
  source.setAttribute('height', String(SIZE));
  const address = URL.createObjectURL(new Blob([source.outerHTML], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = SIZE;
    canvas.height = SIZE;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, SIZE, SIZE);
    context.drawImage(image, QUIET, QUIET, SIZE - 2 * QUIET, SIZE - 2 * QUIET);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!picture) throw new Error('no picture');
    saveFile(fileName, picture);
  } finally {
    URL.revokeObjectURL(address);
  }
}
