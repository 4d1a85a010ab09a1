import type { Elements } from '@krapao/ui/elements.ts';
import { openStory } from '../lib/openStory.ts';
import { useServerCanMore } from '../lib/serverCan.ts';

interface StoryRowProps {
  /** The id of an entry, or `slip-` and the id of a slip. */
  id: string;
  className: string;
  children: Elements;
}

/** A row whose press tells its story; it opens nothing where the server knows no stories. */
export function StoryRow({ id, className, children }: StoryRowProps) {
  if (!useServerCanMore()) return <div className={className}>{children}</div>;
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={() => openStory(id)}>
      {children}
    </button>
  );
}
