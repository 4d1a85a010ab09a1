/** A member who begins a break of more days proves who they are: whoever holds the phone for a moment closes no account. */
const DAYS_WITHOUT_PASSWORD = 7;

/** Whether a break of this length asks for the password. */
export const asksPassword = (length: { days: number } | { months: number | null }): boolean =>
  !('days' in length) || length.days > DAYS_WITHOUT_PASSWORD;
