import type { MediaContent } from '@krapao/contract/chatContent';
import { type ReactElement, type ReactNode, useState } from 'react';

interface MediaProps {
  media: MediaContent['payload'];
  /** Where this browser finds it. */
  address: string;
  /** What it is, for who does not see it. */
  name: string;
  /** How a picture is pressed. */
  picture: (image: ReactElement) => ReactNode;
  /** What stands for a file that is neither picture nor video. */
  file: ReactNode;
  /** What stands in place of what could not be loaded, and asks for it again. */
  failed: ReactNode;
}

/** A picture, a video or a file of a message, in its shape before it is loaded. */
export function Media({ media, address, name, picture, file, failed }: MediaProps) {
  const { fileType, width, height } = media;
  const [lost, setLost] = useState<string | null>(null);
  const size = width && height ? { width, height } : {};
  const style = width && height ? { aspectRatio: `${width} / ${height}` } : {};
  // The link's time is over, or the network was away: the next link is tried again.
  if (lost === address) return failed;
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
