import { useRoute } from 'wouter';
import { feedPath } from '../../lib/paths.ts';
import { ConnectionList } from './ConnectionList.tsx';
import { FeedPage } from './feeds/FeedPage.tsx';

/** Connections: all of them, or the phones of a bank feed. */
export function ConnectionsPage() {
  const [isFeed, params] = useRoute<{ id: string }>(feedPath(':id'));
  return isFeed ? <FeedPage key={params.id} id={params.id} /> : <ConnectionList />;
}
