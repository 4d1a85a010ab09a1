/** The payout that a bank's reference proves already; with PAYOUT_REFERENCE_USED. `amount` in baht. */
export interface FirstPayout {
  id: string;
  memberId: string;
  memberName: string;
  amount: number;
}
