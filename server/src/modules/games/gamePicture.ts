import { drawGame, type GamePicture } from '@krapao/contract/gameArt';
import type { AppContext } from '../../context.ts';

/** `/media/providers/<code>-logo.svg`, `-background.svg`. */
const DRAWN = /^providers\/([a-z][a-z0-9]*)-(logo|background)\.svg$/;

interface Pictures {
  code: string;
  drawing: string;
  logo: string | null;
  background: string | null;
}

/** The address of a game's picture: the uploaded one, or one that came with the server or is drawn. */
export function pictureOf(game: Pictures, picture: GamePicture): string {
  return game[picture] ?? `/media/providers/${game.code}-${picture}.svg?v=${game.drawing}`;
}

/** Draws the picture at a path below `/media/`; undefined if there is no such game, or it is retired. */
export async function drawnPicture(
  { db }: Pick<AppContext, 'db'>,
  path: string,
): Promise<string | undefined> {
  const [, code, picture] = DRAWN.exec(path) ?? [];
  if (code === undefined) return undefined;
  const game = await db
    .selectFrom('game_provider')
    .select(['name_en', 'colour'])
    .where('code', '=', code)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return game && drawGame(picture as GamePicture, { code, name: game.name_en, colour: game.colour });
}
