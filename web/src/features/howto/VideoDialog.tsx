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

/** Plays a how-to video in the member's language, with its captions (HOW-01). It has no sound and waits to be started. */
export default function VideoDialog({ open, onClose, video }: VideoDialogProps) {
  const t = useT();
  const language = useLanguage();
  const [failures, setFailures] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const source = mediaUrl(video.video);
  const player = useRef<HTMLVideoElement>(null);

  function close() {
    // React would give the focus back to a focused video after the dialog has given it to what opened it.
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
        // The key makes another language, and another try, another video.
        <video
          key={`${language} ${failures}`}
          className="howto-video"
          src={source}
          {...(video.poster !== '' && { poster: mediaUrl(video.poster) })}
          // Captions of another address are only read of a film that was asked for in this way.
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
          // It is loaded as soon as it is made, and may have failed before it stands in the page.
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
