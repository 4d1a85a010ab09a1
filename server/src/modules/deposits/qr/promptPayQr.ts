import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { generate } from 'promptparse';
import QRCode from 'qrcode';

const PROXY_TYPES = { 10: 'MSISDN', 13: 'NATID', 15: 'EWALLETID' } as const;

/**
 * The PromptPay payload (EMVCo, tag 29) for an exact amount.
 * @param promptPayId mobile number (10 digits), national or tax id (13) or e-wallet (15)
 */
export function promptPayPayload(promptPayId: string, amount: Satang): string {
  const type = PROXY_TYPES[promptPayId.length as keyof typeof PROXY_TYPES];
  if (type === undefined) throw new Error(`"${promptPayId}" is no PromptPay id.`);
  // Exact: satang below 2^53 survive the way to baht and back to two decimals.
  return generate.anyId({ type, target: promptPayId, amount: bahtFromSatang(amount) });
}

/** The payload as SVG markup of two plain paths, without script, style or link (DEP-06). */
export async function qrSvg(payload: string): Promise<string> {
  const svg = await QRCode.toString(payload, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return svg.trim();
}
