import { nameIn } from '@krapao/ui/nameIn.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { Profile } from '../../lib/profileQuery.ts';

/** The Thai name of the bank (PRO-01), after its name in the member's language where that differs. */
export function BankNames({ bank }: { bank: Profile['bank'] }) {
  const local = nameIn(bank, useLanguage());
  if (local === bank.nameTH) return <span>{local}</span>;
  return (
    <span>
      <span>{`${local} `}</span>
      <span lang="th">{`(${bank.nameTH})`}</span>
    </span>
  );
}
