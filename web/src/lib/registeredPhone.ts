let phone = '';

/** The number has just been registered here: the log-in begins with it. */
export function noteRegisteredPhone(registered: string): void {
  phone = registered;
}

/** The number that was registered last on this page; empty if none was. */
export const registeredPhone = (): string => phone;
