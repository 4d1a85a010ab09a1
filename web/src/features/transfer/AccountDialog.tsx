import { Check } from 'lucide-react';
import { Dialog } from '../../components/Dialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { AccountRow } from './AccountRow.tsx';
import type { Account } from './transferRules.ts';

interface AccountDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  accounts: readonly Account[];
  /** There is no other account than the wallet. */
  isAlone: boolean;
  /** False on a site that offers no games. */
  hasGames: boolean;
  chosen: string | null;
  onChoose: (code: string) => void;
}

/** The slot-selection dialog (HOM-05): the wallet and every open game account that the money can come from, or go to. */
export function AccountDialog({
  open,
  onClose,
  title,
  accounts,
  isAlone,
  hasGames,
  chosen,
  onChoose,
}: AccountDialogProps) {
  const t = useT();
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <ul className="list">
        {accounts.map((account) => (
          <li key={account.code} className="p-0!">
            <button
              type="button"
              className="account-option"
              aria-pressed={account.code === chosen}
              onClick={() => onChoose(account.code)}
            >
              <AccountRow
                account={account}
                trailing={
                  <Check
                    size={20}
                    aria-hidden="true"
                    className={account.code === chosen ? 'text-gold' : 'invisible'}
                  />
                }
              />
            </button>
          </li>
        ))}
      </ul>
      {isAlone && (
        <p className="mt-3 text-small text-ink-2">
          {t(hasGames ? 'transfer.noGames' : 'transfer.siteWithoutGames')}
        </p>
      )}
    </Dialog>
  );
}
