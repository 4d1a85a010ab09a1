import { Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { PageHeading } from '../../components/PageHeading.tsx';
import '../../features/howto/howto.css';
import { lengthText, VIDEOS, type VideoName } from '../../features/howto/videos.ts';
import { useLanguage, useT } from '../../i18n/i18n.ts';

const VideoDialog = lazy(() => import('../../features/howto/VideoDialog.tsx'));

/** Where the star lies behind each picture, so that no two look the same. */
const STARS: Record<VideoName, string> = {
  wallet: 'inset-0 m-auto size-[120px]',
  play: '-top-[58px] -left-[44px] size-[150px]',
  balance: '-right-[70px] -bottom-[90px] size-[190px]',
  bonus: '-top-[100px] left-1/2 size-[180px] -translate-x-1/2',
  cancel: '-bottom-[70px] -left-[60px] size-[150px]',
};

/** HOW-01: the five how-to videos; each plays in a dialog. */
export default function HowtoPage() {
  const t = useT();
  const language = useLanguage();
  const [shown, setShown] = useState<{ video: VideoName; open: boolean } | null>(null);
  return (
    <div className="page">
      <PageHeading>{t('howto.title')}</PageHeading>
      <p className="mt-1 text-ink-2">{t('howto.text')}</p>
      <ul className="mt-4 flex flex-col gap-3">
        {VIDEOS.map((video) => (
          <li key={video}>
            <button
              type="button"
              className="card howto-item"
              aria-haspopup="dialog"
              onClick={() => setShown({ video, open: true })}
            >
              <span className="howto-picture">
                <span className={`star absolute opacity-60 ${STARS[video]}`} aria-hidden="true" />
                <span className="howto-play" aria-hidden="true">
                  <Play size={18} fill="currentColor" className="ml-0.5" />
                </span>
                <span className="howto-length num">{lengthText(video, language)}</span>
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-semi">{t(`howto.${video}`)}</span>
                <span className="block text-caption text-ink-2">{t(`howto.${video}Text`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Suspense>
          <VideoDialog {...shown} onClose={() => setShown({ ...shown, open: false })} />
        </Suspense>
      )}
    </div>
  );
}
