/** A phone number grouped for reading: `089 000 1234`, `020 5512 3456`. */
export function phoneText(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const second = digits.length > 10 ? 7 : 6;
  return [digits.slice(0, 3), digits.slice(3, second), digits.slice(second)].filter(Boolean).join(' ');
}
