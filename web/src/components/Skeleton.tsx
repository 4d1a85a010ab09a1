import type { CSSProperties } from 'react';
import { useT } from '../i18n/i18n.ts';
import { useDelayed } from '../lib/useDelayed.ts';

/** A grey placeholder for content that is loading. Set its size by class or style. */
export function Skeleton({ className = '', style }: { className?: string; style?: CSSProperties }) {
  return <div className={`skeleton ${className}`} style={style} />;
}

/** Rows of skeletons, shown when loading takes longer than 200 ms (SHL-07). */
export function SkeletonRows({ count = 6 }: { count?: number }) {
  const t = useT();
  if (!useDelayed(true)) return null;
  return (
    <div className="list" role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={index}>
          <Skeleton className="h-11 w-11 rounded-md" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
