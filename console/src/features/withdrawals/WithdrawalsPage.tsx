import { useRoute } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { FilePage } from './FilePage.tsx';
import { FilesPage } from './FilesPage.tsx';
import { WithdrawalQueue } from './WithdrawalQueue.tsx';

/** Withdrawals: the queue, the files for the bank, and one of them. */
export function WithdrawalsPage() {
  const [isList] = useRoute(paths.bankFiles);
  const [isOne, params] = useRoute<{ id: string }>(`${paths.bankFiles}/:id`);
  if (isOne && /^\d{1,18}$/.test(params.id)) return <FilePage key={params.id} id={params.id} />;
  return isList ? <FilesPage /> : <WithdrawalQueue />;
}
