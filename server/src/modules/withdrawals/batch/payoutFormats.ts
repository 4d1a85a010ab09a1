import { AppError } from '../../../appError.ts';
import { bcel } from './formats/bcel.ts';
import { generic } from './formats/generic.ts';
import { kCashConnectPlus, kCashConnectPlusOther } from './formats/kCashConnectPlus.ts';
import { krungsriCashLink } from './formats/krungsriCashLink.ts';
import { ktbCorporate } from './formats/ktbCorporate.ts';
import { scbBusinessNet } from './formats/scbBusinessNet.ts';
import type { PayoutFormat } from './payoutFormat.ts';

/** Every format of files for banks; docs/connections/payout-formats.md says what is known of each. */
export const PAYOUT_FORMATS: readonly PayoutFormat[] = [
  generic,
  kCashConnectPlus,
  kCashConnectPlusOther,
  scbBusinessNet,
  krungsriCashLink,
  ktbCorporate,
  bcel,
];

/** @throws AppError PAYOUT_FORMAT for an unknown or former format */
export function payoutFormat(code: string): PayoutFormat {
  const format = PAYOUT_FORMATS.find((one) => one.code === code);
  if (format === undefined) throw new AppError('PAYOUT_FORMAT', code);
  return format;
}
