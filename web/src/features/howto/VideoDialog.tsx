import { languageTag } from '@krapao/contract/variant';
import { useRef, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import type { HowtoVideo } from './howtoVideo.ts';
import './howto.css';

interface VideoDialogProps {
  open: boolean;
  onClose: () => void;
  video: HowtoVideo;
}

/** Plays a how-to video in the member's language, with captions (HOW-01). It is muted and does not start by itself. */
export default function VideoDialog({ open, onClose, video }: VideoDialogProps) {
  const t = useT();
  const language = useLanguage();
  const [failures, setFailures] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const source = mediaUrl(video.video);
  const player = useRef<HTMLVideoElement>(null);

  function close() {
    // The dialog returns the focus to its opener. Without this, React would then restore it to the focused video.
    player.current?.blur();
    onClose();
  }

  return (
    <Dialog open={open} onClose={close} title={video.title} shape="tall">
      {hasFailed ? (
        <LoadFailed
          message={t('howto.failed')}
          onRetry={() => {
            setFailures(failures + 1);
            setHasFailed(false);
          }}
        />
      ) : (
        // The key creates a new video element for another language, and for each retry.
        <video
          key={`${language} ${failures}`}
          className="howto-video"
          src={source}
          {...(video.poster !== '' && { poster: mediaUrl(video.poster) })}
          // Captions from another origin load only when the video was requested with CORS.
          {...(source.startsWith('http') && { crossOrigin: 'anonymous' as const })}
          width={540}
          height={1080}
          controls
          playsInline
          muted
          disableRemotePlayback
          preload="metadata"
          data-autofocus
          aria-label={video.title}
          onError={() => setHasFailed(true)}
          // The element loads as soon as it is created, and may have failed before it is in the page.
          ref={(element) => {
            player.current = element;
            if (element?.error) setHasFailed(true);
          }}
        >
          {video.captions !== '' && (
            <track
              default
              kind="captions"
              src={mediaUrl(video.captions)}
              srcLang={languageTag(language)}
              label={t('howto.captions')}
            />
          )}
        </video>
      )}
      <p className="mt-3 text-small text-ink-2">{video.text}</p>
    </Dialog>
  );
}
