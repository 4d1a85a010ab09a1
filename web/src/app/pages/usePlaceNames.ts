import { nameIn } from '@krapao/ui/nameIn.ts';
import { useQuery } from '@tanstack/react-query';
import { hasMessage, useLanguage, useT } from '../../i18n/i18n.ts';
import { banksQuery } from '../../lib/lookupQueries.ts';

/**
 * Names the places of the statement that it does not name itself: the wallet and banks. An unknown code is shown as it is,
 * but only after the names have loaded.
 */
export function usePlaceNames(): (place: string) => string {
  const t = useT();
  const language = useLanguage();
  const { data: banks, isPending } = useQuery(banksQuery);
  return (place) => {
    const id = `statement.place.${place}`;
    if (hasMessage(id)) return t(id);
    const bank = banks?.find(({ code }) => code === place);
    return bank ? nameIn(bank, language) : isPending ? '…' : place;
  };
}
