/**
 * What the wallet shows of the member's earnings from invited friends (HOM-03): nothing to receive, since no invite
 * bonus is calculated yet. Satang and percentages.
 */
export function inviteShare(): { amount: bigint; success: number; fail: number } {
  return { amount: 0n, success: 0, fail: 0 };
}
