import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import type { Account } from './AccountsPage.tsx';

/** Sets an account apart for members' money, or gives it back to the house. */
export function SetApartDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useT();
  const { id, isClientMoney, bankCode, accountNo } = account;
  const action = t(isClientMoney ? 'accounts.makeOwn' : 'accounts.setApart');
  const set = useAction(
    (reason: string) =>
      client('PUT /api/console/accounts/:id/clientMoney', {
        params: { id },
        body: { isClientMoney: !isClientMoney, reason },
      }),
    { done: t('accounts.stored'), onDone: onClose },
  );
  return (
    <ReasonDialog
      title={`${action} · ${bankCode} ${accountNo}`}
      hint={t('accounts.setApartHint')}
      action={action}
      isHarmless
      isBusy={set.isPending}
      onClose={onClose}
      onConfirm={set.mutate}
    />
  );
}
