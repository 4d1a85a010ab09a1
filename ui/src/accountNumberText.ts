/** A bank account number as 3-3-rest when it has exactly 10 digits, otherwise unchanged (PRO-01). */
export function accountNumberText(accountNo: string): string {
  return accountNo.length === 10
    ? `${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`
    : accountNo;
}
