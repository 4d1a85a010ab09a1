import type { Elements } from '@krapao/ui/elements.ts';

interface LacquerCardProps {
  children: Elements;
  className?: string;
  /** Size and position of the star as classes. An edge may crop it; it must never lie behind text. */
  star?: string;
  /** The stepped hairline frame. */
  framed?: boolean;
}

/** The signature card: black lacquer in both themes, a gold star, a stepped frame. Use one per screen. */
export function LacquerCard({ children, className = '', star, framed = true }: LacquerCardProps) {
  return (
    <section className={`lacquer ${className}`}>
      <div
        className={`lacquer-star ${star ?? '-top-[150px] -right-[150px] size-[372px]'}`}
        aria-hidden="true"
      />
      {framed && <div className="lacquer-frame" aria-hidden="true" />}
      {children}
    </section>
  );
}
