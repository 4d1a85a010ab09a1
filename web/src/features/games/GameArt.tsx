import { mediaUrl } from '../../lib/mediaUrl.ts';

/** Pictures that operators upload. Those that come with the server, or are drawn, are made for the card's text. */
const UPLOADED = '/media/content/';

/** The background of a game card, decorative. */
export function GameArt({ src }: { src: string }) {
  return (
    <img
      className="game-art"
      data-uploaded={src.startsWith(UPLOADED) || undefined}
      src={mediaUrl(src)}
      alt=""
      width={300}
      height={211}
      loading="lazy"
      decoding="async"
    />
  );
}
