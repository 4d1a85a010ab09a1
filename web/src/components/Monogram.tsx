import type { CSSProperties } from 'react';

interface MonogramProps {
  /** A bank code; its first two letters are shown. Bank logos are never used. */
  code: string;
  /** The bank's colour, #rrggbb: only its hue is used, so that the letters stay readable. */
  colour?: string | undefined;
  small?: boolean;
}

/** A two-letter monogram of a bank. */
export function Monogram({ code, colour = '#6d6e71', small }: MonogramProps) {
  const style: CSSProperties = {
    background: `oklch(from ${colour} 0.36 min(c, 0.07) h)`,
    color: `oklch(from ${colour} 0.93 min(c, 0.05) h)`,
  };
  return (
    <span
      translate="no"
      className={`monogram num ${small ? 'monogram-small' : ''}`}
      style={style}
      aria-hidden="true"
    >
      {code.slice(0, 2)}
    </span>
  );
}
