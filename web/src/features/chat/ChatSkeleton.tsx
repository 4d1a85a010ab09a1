import { Skeleton } from '../../components/Skeleton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useDelayed } from '../../lib/useDelayed.ts';

/** Placeholder bubbles while the conversation loads, shown after 200 ms (SHL-07). */
export function ChatSkeleton() {
  const t = useT();
  const isShown = useDelayed(true);
  return (
    <div className="chat-empty justify-end gap-3 p-5" role="status" aria-label={t('loading')}>
      {isShown && (
        <>
          <Skeleton className="h-12 w-3/5 rounded-lg" />
          <Skeleton className="h-12 w-2/5 self-end rounded-lg" />
          <Skeleton className="h-20 w-3/4 rounded-lg" />
        </>
      )}
    </div>
  );
}
