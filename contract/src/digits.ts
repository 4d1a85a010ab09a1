/** The zero of each set of digits: Thai, Lao, and the full-width digits of East Asian keyboards. */
const ZEROS = [0x0e50, 0x0ed0, 0xff10];

/** Replaces Thai, Lao and full-width digits by 0 to 9; everything else stays. */
export function plainDigits(text: string): string {
  return text.replace(/[๐-๙໐-໙０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
  });
}
