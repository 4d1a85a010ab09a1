import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { useT } from '../i18n/i18n.ts';
import { noPull, PULL_ENOUGH, pullReducer } from './pull.ts';
import './pull.css';

export interface PullToRefreshProps {
  /** Reports its own errors. */
  onRefresh: () => Promise<unknown>;
}

/** Refreshes a page when a finger pulls it down from its top. The page also has a refresh button. */
export default function PullToRefresh({ onRefresh }: PullToRefreshProps) {
  const t = useT();
  const [pull, dispatch] = useReducer(pullReducer, noPull);

  useEffect(() => {
    function touch({ touches }: TouchEvent) {
      const finger = touches[0];
      if (touches.length !== 1 || !finger) return dispatch({ type: 'given up' });
      // The dialog is checked first: the page's scroll position is known only after layout.
      const isAtTop = !document.querySelector('dialog[open]') && window.scrollY <= 0;
      dispatch({ type: 'touched', x: finger.clientX, y: finger.clientY, isAtTop });
    }
    function move({ touches }: TouchEvent) {
      const finger = touches[0];
      if (finger) dispatch({ type: 'moved', x: finger.clientX, y: finger.clientY });
    }
    const release = () => dispatch({ type: 'released' });
    const giveUp = () => dispatch({ type: 'given up' });
    const passive = { passive: true };
    document.addEventListener('touchstart', touch, passive);
    document.addEventListener('touchmove', move, passive);
    document.addEventListener('touchend', release, passive);
    document.addEventListener('touchcancel', giveUp, passive);
    // The browser's own pull-to-refresh would reload the whole page.
    document.documentElement.classList.add('pullable');
    return () => {
      document.removeEventListener('touchstart', touch);
      document.removeEventListener('touchmove', move);
      document.removeEventListener('touchend', release);
      document.removeEventListener('touchcancel', giveUp);
      document.documentElement.classList.remove('pullable');
    };
  }, []);

  const isRefreshing = pull.phase === 'refreshing';
  const refresh = useEffectEvent(async () => {
    await onRefresh().catch(() => {});
    dispatch({ type: 'refreshed' });
  });
  useEffect(() => {
    if (isRefreshing) void refresh();
  }, [isRefreshing]);

  const distance = isRefreshing ? PULL_ENOUGH : pull.phase === 'pulling' ? pull.distance : 0;
  return (
    <div
      className="pull"
      data-busy={isRefreshing ? '' : undefined}
      data-held={pull.phase === 'pulling' ? '' : undefined}
      style={{ '--pull': `${distance}px`, '--part': distance / PULL_ENOUGH } as React.CSSProperties}
    >
      <span aria-hidden="true">
        <RefreshCw size={20} />
      </span>
      <span role="status" className="sr-only">
        {isRefreshing && t('loading')}
      </span>
    </div>
  );
}
