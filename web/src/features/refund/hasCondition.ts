/**
 * True when a refund must be played before it can be withdrawn: its target, in percent of the refund, is above 100.
 * Such a refund is received as a bonus; any other can go into the wallet (RFD-02).
 */
export function hasCondition({ refundSuccess }: { refundSuccess: number }): boolean {
  return refundSuccess > 100;
}
