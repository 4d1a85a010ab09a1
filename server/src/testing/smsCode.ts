/** The newest SMS to a number in the sandbox's inbox. */
export async function newestSms(sandboxUrl: string, phoneNumber: string): Promise<string> {
  const response = await fetch(`${sandboxUrl}/sms?to=${encodeURIComponent(phoneNumber)}`);
  const [newest] = (await response.json()) as { text: string }[];
  if (newest === undefined) throw new Error(`No SMS to ${phoneNumber}.`);
  return newest.text;
}

/** The six digits in the newest SMS to a number. */
export async function newestOtpCode(sandboxUrl: string, phoneNumber: string): Promise<string> {
  const code = /\b\d{6}\b/.exec(await newestSms(sandboxUrl, phoneNumber))?.[0];
  if (code === undefined) throw new Error(`The SMS to ${phoneNumber} has no code.`);
  return code;
}
