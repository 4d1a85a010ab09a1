import { generate } from 'promptparse';
import { bankByCode } from '../bank/banks.ts';
import type { Transfer } from '../bank/ledger.ts';
import { type MaskedParty, maskReceiver, maskSender } from '../bank/masked.ts';
import { receiverTitle } from '../bank/receiver.ts';
import { escapeMarkup } from '../http/escapeMarkup.ts';
import { bahtForPeople } from '../money.ts';
import { qrPath } from './qrPath.ts';

export const SLIP_WIDTH = 720;
export const SLIP_HEIGHT = 1120;

const MODULE = 7;
const QR_TOP = 790;

/** The slip of a transfer as an SVG. Tampered: another amount, and a QR with a wrong checksum. */
export function slipSvg(transfer: Transfer, tampered: boolean): string {
  const { from, receiver } = transfer;
  const sendingBank = bankByCode(from.bankCode);
  const receivingBank = receiver.type === 'account' ? bankByCode(receiver.bankCode) : undefined;
  const payload = miniQr(sendingBank?.number ?? '000', transfer.transRef, tampered);
  const { path, size } = qrPath(payload);
  const amount = tampered ? transfer.amount * 10n : transfer.amount;
  const unit = transfer.currency === 'LAK' ? 'LAK' : 'บาท';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SLIP_WIDTH}" height="${SLIP_HEIGHT}" viewBox="0 0 ${SLIP_WIDTH} ${SLIP_HEIGHT}" font-family="Hanken Grotesk, Noto Sans Thai">
<rect width="720" height="1120" fill="#f7f2e8"/>
<rect width="720" height="250" fill="#150d12"/>
<path d="M24 48h16V32h640v16h16v154h-16v16H40v-16H24z" fill="none" stroke="#8a6f3d" stroke-width="1.5"/>
${star(640, 125, 118)}
<circle cx="88" cy="125" r="34" fill="#6fd3a6"/><path d="M73 126l11 11 20-23" fill="none" stroke="#10281e" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>
<text x="146" y="118" font-size="36" font-weight="700" fill="#f8f1e1">โอนเงินสำเร็จ</text>
<text x="146" y="158" font-size="22" fill="#cfc4b2">Transfer successful · ${bangkokTime(transfer.at)}</text>
${party(286, 'จาก From', sendingBank?.colour, from.bankCode, sendingBank?.name ?? '', maskSender(from.accountNo, from.accountName))}
<path d="M84 402v44m-9-9l9 10 9-10" fill="none" stroke="#b4975a" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
${party(466, 'ไปยัง To', receivingBank?.colour, receivingBank?.code ?? 'QR', receivingBank?.name ?? receiverTitle(receiver), maskReceiver(receiver, transfer.receiverName))}
<path d="M48 600h624" stroke="#d9cdb6" stroke-width="2"/>
<text x="48" y="652" font-size="22" fill="#6b5f55">จำนวนเงิน Amount</text>
<text x="672" y="660" font-size="46" font-weight="700" fill="#241a20" text-anchor="end">${bahtForPeople(amount)} <tspan font-size="26">${unit}</tspan></text>
<text x="48" y="716" font-size="22" fill="#6b5f55">เลขอ้างอิง Reference</text>
<text x="672" y="716" font-size="22" fill="#241a20" text-anchor="end">${transfer.transRef}</text>
<path d="M48 750h624" stroke="#d9cdb6" stroke-width="2" stroke-dasharray="2 10" stroke-linecap="round"/>
<text x="48" y="826" font-size="24" font-weight="700" fill="#241a20">สแกนเพื่อตรวจสอบสลิป</text>
<text x="48" y="862" font-size="22" fill="#6b5f55">Scan to verify</text>
<text x="48" y="1030" font-size="20" fill="#6b5f55">สลิปสาธิต ไม่ใช่เงินจริง</text>
<text x="48" y="1060" font-size="20" fill="#6b5f55">Demonstration slip, no real money</text>
<rect x="${672 - (size + 8) * MODULE}" y="${QR_TOP - 20}" width="${(size + 8) * MODULE}" height="${(size + 8) * MODULE}" fill="#fff"/>
<path transform="translate(${672 - (size + 4) * MODULE} ${QR_TOP - 20 + 4 * MODULE}) scale(${MODULE})" d="${path}" fill="#000" shape-rendering="crispEdges"/>
</svg>`;
}

/** The mini-QR payload; tampered: one digit of the reference changed under the old checksum. */
function miniQr(sendingBank: string, transRef: string, tampered: boolean): string {
  const payload = generate.slipVerify({ sendingBank, transRef });
  if (!tampered) return payload;
  const changed = `${transRef.slice(0, -1)}${(Number(transRef.at(-1)) + 1) % 10}`;
  return payload.replace(transRef, changed);
}

function party(
  top: number,
  label: string,
  colour: string | undefined,
  code: string,
  bank: string,
  masked: MaskedParty,
): string {
  return `<circle cx="84" cy="${top + 56}" r="36" fill="${colour ?? '#3b2a35'}"/>
<text x="84" y="${top + 66}" font-size="26" font-weight="700" fill="#fff" text-anchor="middle">${escapeMarkup(code.slice(0, 2))}</text>
<text x="146" y="${top + 24}" font-size="20" fill="#6b5f55">${label}</text>
<text x="146" y="${top + 60}" font-size="28" font-weight="700" fill="#241a20">${escapeMarkup(masked.displayName.slice(0, 34))}</text>
<text x="146" y="${top + 94}" font-size="22" fill="#6b5f55">${escapeMarkup(bank)} · ${escapeMarkup(masked.account ?? masked.proxy?.value ?? '')}</text>`;
}

function star(x: number, y: number, radius: number): string {
  const petals = Array.from({ length: 12 }, (_, index) => {
    const turn = index * 30;
    return `<path transform="rotate(${turn})" d="M0 ${-radius * 0.25}C${radius * 0.16} ${-radius * 0.5} ${radius * 0.12} ${-radius * 0.8} 0 ${-radius}C${-radius * 0.12} ${-radius * 0.8} ${-radius * 0.16} ${-radius * 0.5} 0 ${-radius * 0.25}z"/>`;
  }).join('');
  return `<g transform="translate(${x} ${y})" fill="none" stroke="#e3bd72" stroke-width="1.5" opacity=".35">${petals}</g>`;
}

/** DD/MM/YYYY HH:mm:ss in Bangkok. */
function bangkokTime(iso: string): string {
  const at = new Date(Date.parse(iso) + 7 * 3_600_000).toISOString();
  return `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(0, 4)} ${at.slice(11, 19)}`;
}
