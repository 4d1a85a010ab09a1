import { type ComponentType, lazy, Suspense } from 'react';
import { useMediaQuery } from '../lib/useMediaQuery.ts';
import type { PullToRefreshProps } from './PullToRefresh.tsx';

// Pull to refresh is optional: the page works without it when its file cannot be loaded.
const PullToRefresh = lazy<ComponentType<PullToRefreshProps>>(() =>
  import('./PullToRefresh.tsx').catch(() => ({ default: () => null })),
);

/** Pull to refresh on touch devices. Nothing is loaded for a mouse. */
export function PullToRefreshOnTouch(props: PullToRefreshProps) {
  return useMediaQuery('(pointer: coarse)') ? (
    <Suspense>
      <PullToRefresh {...props} />
    </Suspense>
  ) : null;
}
