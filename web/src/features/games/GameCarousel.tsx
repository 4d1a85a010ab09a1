import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../../components/IconButton.tsx';
import { ignoring } from '../../components/ignoring.ts';
import { useT } from '../../i18n/i18n.ts';
import { GameCard, type GameCardActions } from './GameCard.tsx';
import type { GameAccount, GameGroup } from './groups.ts';

interface GameCarouselProps extends GameCardActions {
  group: GameGroup;
  games: readonly GameAccount[];
  /** Arrows beside the heading (desktop). */
  arrows: boolean;
}

/** The game accounts of one group: a row that is swiped, scrolled, or moved by arrows; or all of them in a grid. */
export function GameCarousel({ group, games, arrows, ...actions }: GameCarouselProps) {
  const t = useT();
  const headingId = useId();
  const row = useRef<HTMLUListElement>(null);
  const [isSpread, setIsSpread] = useState(false);
  const edges = useEdges(row, games.length, isSpread);
  const fits = edges.atStart && edges.atEnd;

  function move(direction: 1 | -1) {
    const list = row.current;
    list?.scrollBy({ left: direction * list.clientWidth, behavior: 'smooth' });
  }

  return (
    <section aria-labelledby={headingId}>
      <div className="section-head">
        <h2 id={headingId}>
          <span>{t(`games.group.${group}`)}</span>
          <span className="count num">{games.length}</span>
        </h2>
        <div className="flex items-center gap-1">
          {(!fits || isSpread) && (
            <button
              type="button"
              className="more"
              aria-expanded={isSpread}
              onClick={() => setIsSpread(!isSpread)}
            >
              <span>{t(isSpread ? 'games.fewer' : 'games.all')}</span>
              {!arrows && !isSpread && <ChevronRight aria-hidden="true" />}
            </button>
          )}
          {arrows && !isSpread && !fits && (
            <>
              <IconButton
                label={t('games.previous')}
                className="arrow"
                {...ignoring(edges.atStart, () => move(-1))}
              >
                <ChevronLeft size={20} aria-hidden="true" />
              </IconButton>
              <IconButton label={t('games.next')} className="arrow" {...ignoring(edges.atEnd, () => move(1))}>
                <ChevronRight size={20} aria-hidden="true" />
              </IconButton>
            </>
          )}
        </div>
      </div>
      <ul ref={row} className="games" data-spread={isSpread ? '' : undefined}>
        {games.map((game) => (
          <li key={game.code}>
            <GameCard game={game} {...actions} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether a row is scrolled to its start and to its end; both are true when all cards fit. */
function useEdges(row: RefObject<HTMLElement | null>, count: number, isSpread: boolean) {
  const [edges, setEdges] = useState({ atStart: true, atEnd: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row overflows by its number of cards
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const measure = () => {
      const atStart = list.scrollLeft <= 1;
      const atEnd = list.scrollLeft + list.clientWidth >= list.scrollWidth - 1;
      setEdges((known) => (known.atStart === atStart && known.atEnd === atEnd ? known : { atStart, atEnd }));
    };
    // The observer also fires once after the first layout. Measuring here would force a layout.
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    list.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', measure);
    };
  }, [row, count, isSpread]);
  return edges;
}
