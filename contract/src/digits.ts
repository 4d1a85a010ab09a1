const DIGIT = /^\p{Nd}$/u;

/** Replaces decimal digits of any script (Thai, Lao, Burmese, full-width …) by 0 to 9; everything else stays. */
export function plainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Unicode keeps the digits of a script together, from zero to nine; sets that touch are whole, too.
    let zero = code;
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}
