import { useRoute } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { FindPage } from './FindPage.tsx';
import { MemberPage } from './MemberPage.tsx';

/** Members: found by what one knows of them, then everything about one. */
export function MembersPage() {
  const [isOne, params] = useRoute<{ id: string }>(`${paths.members}/:id`);
  return isOne && /^\d{1,18}$/.test(params.id) ? <MemberPage key={params.id} id={params.id} /> : <FindPage />;
}
