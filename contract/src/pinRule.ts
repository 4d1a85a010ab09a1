/**
 * Whether a PIN is guessed first: a repeated part, a sequence, or a part of the member's own number.
 * @param username the member's number as they type it; empty while it is not known
 */
export function isGuessable(pin: string, username: string): boolean {
  return isRepeated(pin) || isSequence(pin) || username.includes(pin);
}

/** 121212, 111222, 123123, 112233: two digits alone, a part twice, or pairs. */
function isRepeated(pin: string): boolean {
  return new Set(pin).size < 3 || /^(\d{3})\1$/.test(pin) || /^(\d)\1(\d)\2(\d)\3$/.test(pin);
}

/** 123456, 987654, 246802, also over the end of the digits: the same step from each digit to the next. */
function isSequence(pin: string): boolean {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, at) => (digit - (digits[at] ?? 0) + 10) % 10);
  return new Set(steps).size === 1;
}
