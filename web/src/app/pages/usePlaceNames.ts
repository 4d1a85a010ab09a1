import { bankName } from '@krapao/ui/bankName.ts';
import { useQuery } from '@tanstack/react-query';
import { walletQuery } from '../../features/wallet/queries.ts';
import { hasMessage, useLanguage, useT } from '../../i18n/i18n.ts';
import { banksQuery } from '../../lib/lookupQueries.ts';

/**
 * Names the places of the statement: the wallet, game accounts and banks. An unknown code is shown as it is, but only
 * after the names have loaded.
 */
export function usePlaceNames(): (place: string) => string {
  const t = useT();
  const language = useLanguage();
  const { data: wallet, isPending: isWalletPending } = useQuery(walletQuery);
  const { data: banks, isPending: areBanksPending } = useQuery(banksQuery);
  const unknown = (place: string) => (isWalletPending || areBanksPending ? '…' : place);
  return (place) => {
    const id = `statement.place.${place}`;
    if (hasMessage(id)) return t(id);
    const game = wallet?.slots.find(({ code }) => code === place);
    if (game) return game.name;
    const bank = banks?.find(({ code }) => code === place);
    return bank ? bankName(bank, language) : unknown(place);
  };
}
