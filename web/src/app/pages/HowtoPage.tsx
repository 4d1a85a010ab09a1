import { CircleX, Gamepad2, Gift, RefreshCw, Wallet } from 'lucide-react';
import { Notice } from '../../components/Notice.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useT } from '../../i18n/i18n.ts';

const VIDEOS = [
  { video: 'wallet', Icon: Wallet },
  { video: 'play', Icon: Gamepad2 },
  { video: 'balance', Icon: RefreshCw },
  { video: 'bonus', Icon: Gift },
  { video: 'cancel', Icon: CircleX },
] as const;

/** HOW-01: the five how-to videos. They are announced only: nothing here looks like a player until there is one. */
export default function HowtoPage() {
  const t = useT();
  return (
    <div className="page">
      <PageHeading>{t('howto.title')}</PageHeading>
      <p className="mt-1 text-ink-2">{t('howto.text')}</p>
      <div className="mt-4">
        <Notice>{t('howto.soon')}</Notice>
      </div>
      <ul className="mt-3 flex flex-col gap-3">
        {VIDEOS.map(({ video, Icon }) => (
          <li key={video} className="card flex items-center gap-3.5 py-2.5 pr-3.5 pl-2.5">
            <span className="relative grid h-[84px] w-[132px] flex-none place-items-center overflow-hidden rounded-md bg-lacquer text-leaf">
              <span className="star absolute inset-0 m-auto size-[120px] opacity-50" aria-hidden="true" />
              <Icon size={32} strokeWidth={1.5} className="relative" aria-hidden="true" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semi">{t(`howto.${video}`)}</span>
              <span className="block text-caption text-ink-2">{t(`howto.${video}Text`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
