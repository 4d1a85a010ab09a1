import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { howtoQuery } from '../../lib/lookupQueries.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import { useServerCanMore } from '../../lib/serverCan.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { type HowtoVideo, lengthText } from './howtoVideo.ts';
import './howto.css';
import { lazyPart } from '../../lib/lazyPart.ts';

const VideoDialog = lazyPart(() => import('./VideoDialog.tsx'));

/** The position of the star behind a picture; neighbouring pictures differ. */
const STARS = [
  'inset-0 m-auto size-[120px]',
  '-top-[58px] -left-[44px] size-[150px]',
  '-right-[70px] -bottom-[90px] size-[190px]',
  '-top-[100px] left-1/2 size-[180px] -translate-x-1/2',
  '-bottom-[70px] -left-[60px] size-[150px]',
];

/** HOW-01: the how-to videos that operators have published; each plays in a dialog. */
export function HowtoList() {
  const t = useT();
  const { data, isPending, isError, refetch } = useQuery(howtoQuery);
  const loading = useDelayed(isPending);
  const canMore = useServerCanMore();
  const [shown, setShown] = useState<{ video: HowtoVideo; open: boolean } | null>(null);
  return (
    <>
      {data && (
        <p className="mt-1 text-ink-2">
          {data.length === 0 ? t('howto.empty') : t('howto.text', { count: data.length })}
        </p>
      )}
      {isError && !canMore && <p className="mt-1 text-ink-2">{t('howto.empty')}</p>}
      {isError && canMore && <LoadFailed message={t('howto.listFailed')} onRetry={() => refetch()} />}
      {loading && <Skeleton className="mt-4 h-[480px] rounded-lg" />}
      <ul className="mt-4 flex flex-col gap-3">
        {data?.map((video, index) => (
          <li key={`${video.video} ${video.title}`}>
            <button
              type="button"
              className="card howto-item"
              aria-haspopup="dialog"
              onClick={() => setShown({ video, open: true })}
            >
              <span className="howto-picture">
                {video.poster === '' ? (
                  <span
                    className={`star absolute opacity-60 ${STARS[index % STARS.length]}`}
                    aria-hidden="true"
                  />
                ) : (
                  <img src={mediaUrl(video.poster)} alt="" className="howto-poster" />
                )}
                <span className="howto-play" aria-hidden="true">
                  <Play size={18} fill="currentColor" className="ml-0.5" />
                </span>
                {video.seconds > 0 && <span className="howto-length num">{lengthText(video.seconds)}</span>}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-semi">{video.title}</span>
                <span className="block text-caption text-ink-2">{video.text}</span>
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
    </>
  );
}
