import type { Elements } from '@krapao/ui/elements.ts';
import { useServerCanMore } from '../lib/serverCan.ts';

/** Shows what needs calls beyond the specification: nothing where the server speaks the specification alone. */
export function Beyond({ children }: { children: Elements }) {
  return useServerCanMore() ? children : null;
}
