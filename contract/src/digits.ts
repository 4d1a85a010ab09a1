/** The zeros of the digits that people type: Thai, Lao, and those of full width of East Asian keyboards. */
const ZEROS = [0x0e50, 0x0ed0, 0xff10];

/** The text with Thai, Lao and full-width digits as 0 to 9; everything else stays. */
export function plainDigits(text: string): string {
  return text.replace(/[๐-๙໐-໙０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
  });
}
