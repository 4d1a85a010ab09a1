import { Avatar } from '@mantine/core';

const HUES = [320, 160, 60, 20, 240, 100, 200, 280];

interface Props {
  id: string;
  name: string;
  size?: number;
}

/** The first letter of a name, on a colour derived from the name. */
export function Monogram({ id, name, size = 38 }: Props) {
  const hue = HUES[Number(BigInt(id) % BigInt(HUES.length))] ?? 320;
  return (
    <Avatar
      className="monogram"
      size={size}
      radius="xl"
      aria-hidden="true"
      style={{ '--hue': hue }}
      styles={{ placeholder: { background: 'var(--ground)', color: 'var(--ink)', border: 0 } }}
    >
      {/* Thai and Lao vowels written before their consonant are not initials. */}
      {[...name].find((letter) => /\p{L}/u.test(letter) && !/[\u0e40-\u0e44\u0ec0-\u0ec4]/.test(letter)) ??
        '?'}
    </Avatar>
  );
}
