/** Text on a drawn picture needs this (WCAG AA). */
const CONTRAST_LEAST = 4.5;
const DARK = { saturation: 0.5, lightness: 0.13 };

/** The dark ground in the hue of a colour; ivory text on it stays readable. Colours are `#rrggbb`. */
export function darkOf(colour: string): string {
  const { hue, saturation } = hslOf(colour);
  return hexOf(hue, Math.min(saturation, DARK.saturation), DARK.lightness);
}

/** The colour itself, or the nearest lighter one that is readable on its dark ground. */
export function lightOf(colour: string): string {
  const dark = darkOf(colour);
  const { hue, saturation, lightness } = hslOf(colour);
  for (let lighter = lightness; lighter < 1; lighter += 0.02) {
    const found = lighter === lightness ? colour : hexOf(hue, saturation, lighter);
    if (contrast(found, dark) >= CONTRAST_LEAST) return found;
  }
  return '#ffffff';
}

/** The contrast of two colours after WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function channels(colour: string): [number, number, number] {
  const at = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((share) =>
    share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hslOf(colour: string): { hue: number; saturation: number; lightness: number } {
  const [red, green, blue] = channels(colour);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const lightness = (most + least) / 2;
  const span = most - least;
  if (span === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = span / (1 - Math.abs(2 * lightness - 1));
  const sixth =
    most === red
      ? ((green - blue) / span + 6) % 6
      : most === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4;
  return { hue: sixth * 60, saturation, lightness };
}

function hexOf(hue: number, saturation: number, lightness: number): string {
  const channel = (offset: number): string => {
    const at = (offset + hue / 30) % 12;
    const share =
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
