import { mediaUrl } from '../../lib/mediaUrl.ts';

/** The background of a game card. Its art has words nowhere, so it is decoration. */
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
