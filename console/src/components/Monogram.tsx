import { Avatar } from '@mantine/core';

const HUES = [320, 160, 60, 20, 240, 100, 200, 280];

/** The first letter of a member's name on a colour of its own. */
export function Monogram({ id, name }: { id: string; name: string }) {
  const hue = HUES[Number(BigInt(id) % BigInt(HUES.length))] ?? 320;
  return (
    <Avatar
      size={38}
      radius="xl"
      aria-hidden="true"
      styles={{
        placeholder: { background: `oklch(0.36 0.05 ${hue})`, color: `oklch(0.93 0.04 ${hue})`, border: 0 },
      }}
    >
      {/* Thai and Lao vowels that stand before their consonant are no initials. */}
      {[...name].find((letter) => /\p{L}/u.test(letter) && !/[\u0e40-\u0e44\u0ec0-\u0ec4]/.test(letter)) ??
        '?'}
    </Avatar>
  );
}
