import { type ComponentType, lazy, Suspense } from 'react';
import { useMediaQuery } from '../lib/useMediaQuery.ts';
import type { PullToRefreshProps } from './PullToRefresh.tsx';

// An extra that must not take the page with it when its file cannot be loaded.
const PullToRefresh = lazy<ComponentType<PullToRefreshProps>>(() =>
  import('./PullToRefresh.tsx').catch(() => ({ default: () => null })),
);

/** Pull to refresh where there is a finger; nothing is loaded for a mouse. */
export function PullToRefreshOnTouch(props: PullToRefreshProps) {
  return useMediaQuery('(pointer: coarse)') ? (
    <Suspense>
      <PullToRefresh {...props} />
    </Suspense>
  ) : null;
}
