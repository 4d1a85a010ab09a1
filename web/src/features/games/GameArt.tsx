import { mediaUrl } from '../../lib/mediaUrl.ts';

/** The background of a game card. The pictures contain no words, so they are decorative. */
export function GameArt({ src }: { src: string }) {
  return (
    <img
      className="game-art"
      src={mediaUrl(src)}
      alt=""
      width={300}
      height={211}
      loading="lazy"
      decoding="async"
    />
  );
}
