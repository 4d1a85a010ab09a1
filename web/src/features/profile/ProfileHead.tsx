import { dateText } from '@krapao/ui/time.ts';
import { LacquerCard } from '../../components/LacquerCard.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Profile } from '../../lib/profileQuery.ts';

/** Who the member is: name, id, and since when (PRO-01). */
export function ProfileHead({ profile }: { profile: Profile }) {
  const t = useT();
  return (
    <LacquerCard className="rounded-[24px] px-[26px] py-6" star="-top-[90px] -right-[110px] size-[280px]">
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid size-[60px] flex-none place-items-center rounded-full bg-lacquer-2 text-[1.375rem] font-semi text-leaf shadow-[inset_0_0_0_1.5px_var(--leaf)]">
          {firstLetter(profile.name)}
        </span>
        <div className="min-w-0 flex-[1_1_9rem]">
          <h2 translate="no" className="[overflow-wrap:anywhere]">
            {profile.name}
          </h2>
          <div className="num text-small whitespace-normal text-lacquer-text-2">
            {t('profile.memberId', { id: profile._id })}
          </div>
          <div className="num text-caption whitespace-normal text-lacquer-text-2">
            {t('profile.memberSince', { date: dateText(profile.createdAt) })}
          </div>
        </div>
      </div>
    </LacquerCard>
  );
}

/** The first letter a reader sees: Thai and Lao write some vowels before their consonant. */
function firstLetter(name: string): string {
  return /[^\s\u0E40-\u0E44\u0EC0-\u0EC4]/u.exec(name)?.[0] ?? '';
}
