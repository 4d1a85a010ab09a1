import { PRIZE_WHEEL } from '@krapao/contract/limits';
import { memo, useEffect, useEffectEvent, useRef } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import type { WheelSetup, WheelSlice } from './queries.ts';
import frame from './wheel-frame.svg';
import { frictionEasing, SPIN_MS, sliceAtPointer } from './wheelMotion.ts';

const CENTRE = PRIZE_WHEEL.size / 2;
const RADIUS = 160;
/** Distance of the labels from the centre. */
const LABEL_RADIUS = 123;
const FADE_MS = 300;
/** Then the wheel does not turn. */
export const STILL = '(prefers-reduced-motion: reduce)';
const LINE = '#a08046';

interface WheelProps {
  wheel: WheelSetup['activeSpinwheel'];
  /** The wheel rests at `angle` (degrees), or turns there from `from` while `isRolling`; a press ends the turn at once. */
  from: number;
  angle: number;
  isRolling: boolean;
  onStopped: () => void;
}

/** The prize wheel, 350 by 350 or as wide as the space allows (SPN-01). Only its disc turns, on the compositor. */
export function Wheel({ wheel, from, angle, isRolling, onStopped }: WheelProps) {
  const t = useT();
  const disc = useRef<SVGSVGElement>(null);
  const isStill = useMediaQuery(STILL);
  const stopped = useEffectEvent(onStopped);
  useEffect(() => {
    if (!isRolling || !disc.current) return;
    const turn = isStill
      ? disc.current.animate({ opacity: [0, 1] }, FADE_MS)
      : disc.current.animate(
          { transform: [`rotate(${from}deg)`, `rotate(${angle}deg)`] },
          { duration: SPIN_MS, easing: frictionEasing() },
        );
    turn.onfinish = () => stopped();
    return () => turn.cancel();
  }, [isRolling, isStill, from, angle]);

  const { slice: slices, name } = wheel;
  const label = slices[sliceAtPointer(angle, slices.length)]?.label ?? '';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button below skips the turn, too
    <div
      className="wheel"
      role="img"
      aria-label={isRolling ? name : t('spin.wheelAt', { name, label })}
      onClick={isRolling ? onStopped : undefined}
    >
      <svg
        ref={disc}
        viewBox={`0 0 ${PRIZE_WHEEL.size} ${PRIZE_WHEEL.size}`}
        aria-hidden="true"
        style={{ transform: `rotate(${angle}deg)` }}
      >
        <circle cx={CENTRE} cy={CENTRE} r={CENTRE - 1} fill="#120c13" stroke={LINE} />
        <Slices slices={slices} />
        <circle cx={CENTRE} cy={CENTRE} r={98} fill="none" stroke={LINE} strokeWidth={0.7} opacity={0.7} />
      </svg>
      <img src={frame} alt="" />
    </div>
  );
}

/** Does not re-render when the dialog around it changes. */
const Slices = memo(({ slices }: { slices: readonly WheelSlice[] }) =>
  slices.map((slice, index) => <Slice key={slice.code} slice={slice} index={index} count={slices.length} />),
);

function Slice({ slice, index, count }: { slice: WheelSlice; index: number; count: number }) {
  return (
    <g transform={`rotate(${(index * 360) / count} ${CENTRE} ${CENTRE})`}>
      <path d={slicePath(count)} fill={colour(slice.bgColor, '#2a1f2e')} stroke={LINE} strokeWidth={0.8} />
      <text
        x={CENTRE}
        y={CENTRE - LABEL_RADIUS}
        textAnchor="middle"
        fontSize={labelSize(slice.label, count)}
        fill={colour(slice.textColor, '#f3e7cf')}
      >
        {slice.label}
      </text>
    </g>
  );
}

/** The path of a slice whose centre is at the top. */
function slicePath(count: number): string {
  if (count === 1) return `M${CENTRE} ${CENTRE - RADIUS}a${RADIUS} ${RADIUS} 0 1 1 -.01 0z`;
  const half = Math.PI / count;
  const x = Math.sin(half) * RADIUS;
  const y = CENTRE - Math.cos(half) * RADIUS;
  const large = count === 2 ? 1 : 0;
  return `M${CENTRE} ${CENTRE}L${CENTRE - x} ${y}A${RADIUS} ${RADIUS} 0 ${large} 1 ${CENTRE + x} ${y}z`;
}

/** The largest font size that fits the slice, between 9 and 18; vowels and tone marks above or below add no width. */
function labelSize(label: string, count: number): number {
  const letters = label.replace(/\p{M}/gu, '').length;
  const room = count < 3 ? 200 : 2 * LABEL_RADIUS * Math.sin(Math.PI / count) - 8;
  return Math.min(18, Math.max(9, room / (letters * 0.62)));
}

/** A colour from the server, or `otherwise` when it is invalid. */
const colour = (value: string, otherwise: string): string =>
  /^#[0-9a-f]{3,8}$/i.test(value) ? value : otherwise;
