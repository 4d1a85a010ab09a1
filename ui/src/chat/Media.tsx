import type { MediaContent } from '@krapao/contract/chatContent';
import { type ReactElement, useState } from 'react';
import type { Elements } from '../elements.ts';

interface MediaProps {
  media: MediaContent['payload'];
  /** The address from which the browser loads the file. */
  address: string;
  /** The accessible name. */
  name: string;
  /** Wraps a picture in the control that opens it. */
  picture: (image: ReactElement) => Elements;
  /** Shown for a file that is neither picture nor video. */
  file: Elements;
  /** Asks for a new address: the old one may have expired. */
  renew: () => Promise<void>;
  /** Shown when the file could not be loaded; offers the retry. */
  failed: (retry: () => void) => Elements;
}

/** A picture, a video or a file of a message. Keeps its aspect ratio while it loads. */
export function Media({ media, address, name, picture, file, renew, failed }: MediaProps) {
  const { fileType, width, height } = media;
  const [lost, setLost] = useState<string | null>(null);
  const size = width && height ? { width, height } : {};
  const style = width && height ? { aspectRatio: `${width} / ${height}` } : {};
  // The link has expired or the network was down. The server may name the same address again, which is loaded again.
  if (lost === address) return failed(() => void renew().finally(() => setLost(null)));
  const onError = () => setLost(address);
  switch (fileType) {
    case 'image':
      return picture(<img src={address} {...size} style={style} alt={name} onError={onError} />);
    case 'video':
      return (
        <video
          src={address}
          {...size}
          style={style}
          controls
          playsInline
          preload="metadata"
          aria-label={name}
          onError={onError}
        >
          <track kind="captions" />
        </video>
      );
    case 'file':
      return file;
  }
}
