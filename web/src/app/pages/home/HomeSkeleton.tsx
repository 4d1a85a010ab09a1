import { LacquerCard } from '../../../components/LacquerCard.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useDelayed } from '../../../lib/useDelayed.ts';

/** The first paint already showed the frame of this screen; without it here the screen would flicker. */
const FOLLOWS_FIRST_PAINT = document.documentElement.dataset.first === 'home';

/** The home screen until the wallet has loaded, shown after 200 ms (SHL-07). */
export function HomeSkeleton() {
  const t = useT();
  if (!useDelayed(true) && !FOLLOWS_FIRST_PAINT) return <div className="flex-1" />;
  return (
    <div role="status" aria-label={t('loading')} className="contents">
      <LacquerCard className="hero hero-skeleton">
        <div className="flex min-h-11 items-center justify-between">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-3.5 w-24" />
        </div>
        <div className="balance-caption">
          <Skeleton className="h-3.5 w-24" />
        </div>
        <div className="balance relative">
          <span>{'\u00a0'}</span>
          <Skeleton className="absolute inset-y-2 left-0 w-52" />
        </div>
        <div className="balance-standing" />
        <div className="flex min-h-11 items-center justify-between">
          <Skeleton className="h-10 w-24" />
          <Skeleton className="size-11 rounded-full" />
          <Skeleton className="h-10 w-24" />
        </div>
      </LacquerCard>
      <div className="tiles">
        <Skeleton className="tile-wide min-h-17 rounded-lg" />
        <Skeleton className="tile-wide min-h-17 rounded-lg" />
        {[1, 2, 3, 4].map((tile) => (
          <Skeleton key={tile} className="min-h-23 rounded-lg" />
        ))}
      </div>
      <div className="ledger lg:hidden">
        <Skeleton className="min-h-18 rounded-lg!" />
        <Skeleton className="min-h-18 rounded-lg!" />
      </div>
      <div className="games-tools">
        <Skeleton className="h-[22px] w-32" />
      </div>
      <div className="flex flex-col gap-[18px]">
        <Skeleton className="h-[22px] w-24" />
        <div className="flex gap-3 overflow-hidden max-md:-mr-(--gutter)">
          {[1, 2, 3].map((card) => (
            <Skeleton key={card} className="h-41 w-58 flex-none rounded-lg md:flex-1" />
          ))}
        </div>
      </div>
    </div>
  );
}
