import QRCode from 'qrcode';

/** A QR of this payload as SVG path data in modules, and how many modules it is wide. */
export function qrPath(payload: string): { path: string; size: number } {
  const { modules } = QRCode.create(payload, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`;
    }
  }
  return { path, size: modules.size };
}

/** A QR as a complete SVG with its quiet zone; `title` names it for screen readers. */
export function qrSvg(payload: string, title: string): string {
  const { path, size } = qrPath(payload);
  return `<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="-4 -4 ${size + 8} ${size + 8}" role="img" aria-label="${title}" shape-rendering="crispEdges"><path fill="#fff" d="M-4-4h${size + 8}v${size + 8}h-${size + 8}z"/><path d="${path}"/></svg>`;
}
