import { encode, tag } from 'promptparse';
import { emvPayload } from '../../../parsing/emvQr.ts';
import type { Att } from '../kipRate.ts';

export interface LaoQrOrder {
  /** The bank's number in the network, eight digits. */
  iin: string;
  /** Issued by the bank. */
  receiverId: string;
  /** Latin letters. */
  receiverName: string;
  amount: { currency: 'LAK'; att: Att } | { currency: 'THB'; satang: bigint };
  /** Our reference; the network passes it to the receiving bank. */
  reference: string;
}

const AID = 'A005266284662577';
const MERCHANT = '002';
/** Betting and casino gaming (ISO 18245). */
const CATEGORY = '7995';
const NAME_MAX = 25;

/** The LAO QR payload (LAPNet, EMVCo tag 38) for an exact amount, to be paid once (DEP-06). */
export function laoQrPayload({ iin, receiverId, receiverName, amount, reference }: LaoQrOrder): string {
  const isKip = amount.currency === 'LAK';
  const fields = [
    tag('00', '01'),
    tag('01', '12'),
    tag('38', encode([tag('00', AID), tag('01', iin), tag('02', MERCHANT), tag('03', receiverId)])),
    tag('52', CATEGORY),
    tag('53', isKip ? '418' : '764'),
    tag('54', isKip ? String(amount.att / 100n) : decimals(amount.satang)),
    tag('58', 'LA'),
    tag('59', receiverName.slice(0, NAME_MAX)),
    tag('60', 'VIENTIANE'),
    tag('62', encode([tag('05', reference)])),
  ];
  return emvPayload(fields);
}

function decimals(satang: bigint): string {
  return `${satang / 100n}.${String(satang % 100n).padStart(2, '0')}`;
}
