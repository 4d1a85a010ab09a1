import type { ErrorDetail, ErrorReason } from '@krapao/contract/errors';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';

/** Details of a refusal besides its code: its cause, with amounts in satang, which the API reports in baht. */
export function errorDetail(reason: ErrorReason, amounts: Record<string, Satang> = {}): ErrorDetail {
  return {
    reason,
    amounts: Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [name, bahtFromSatang(amount)]),
    ),
  };
}

/** The limit that an amount does not keep. */
export const limitOf = (limit: Satang): ErrorDetail => errorDetail('LIMIT', { limit });
