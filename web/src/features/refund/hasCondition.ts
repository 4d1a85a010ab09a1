/**
 * True where a refund has to be played before it can be withdrawn: its target, in percent of itself, lies above itself.
 * Such a refund is received as a bonus; any other can go into the wallet (RFD-02).
 */
export function hasCondition({ refundSuccess }: { refundSuccess: number }): boolean {
  return refundSuccess > 100;
}
