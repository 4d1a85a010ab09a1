import { NEW_ITEM } from '@krapao/contract/contentPermissions';
import { drawGame, type GamePicture } from '@krapao/contract/gameArt';
import { LANGUAGES, type Language } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { amountText, bahtText } from '@krapao/ui/money.ts';
import { SegmentedControl } from '@mantine/core';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import type { ContentDocument } from '../../lib/content/document.ts';
import './gamePreview.css';

interface Game {
  code: string;
  name: Record<Language, string>;
  creditsForBaht: number;
  colour: string;
  logo: string | null;
  background: string | null;
  isRetired: boolean;
}

const BAHT = 1_250;
const COLOUR = /^#[0-9a-f]{6}$/;
const WHILE_TYPING = '#b9c3d6';

/** The game's tile as members see it, in both themes and each language, while it is edited. */
export function GamePreview({ document, value }: { document: ContentDocument; value: unknown }) {
  const t = useT();
  const [language, setLanguage] = useState(useLanguage());
  const game = shownGame(document, value as Game);
  return (
    <aside className="example" aria-label={t('content.tile')}>
      <h2>{t('content.tile')}</h2>
      <SegmentedControl
        fullWidth
        aria-label={t('content.language')}
        value={language}
        onChange={(chosen) => setLanguage(chosen as Language)}
        data={LANGUAGES.map((one) => ({
          value: one,
          label: <span translate="no">{LANGUAGE_NAMES[one]}</span>,
        }))}
      />
      {(['dark', 'light'] as const).map((theme) => (
        <figure key={theme} className="tile-ground" data-theme={theme}>
          <Tile game={game} language={language} />
          <figcaption>{t(`content.tileTheme.${theme}`)}</figcaption>
        </figure>
      ))}
    </aside>
  );
}

function Tile({ game, language }: { game: ShownGame; language: Language }) {
  const t = useT();
  return (
    <div className="tile" data-uploaded={game.background !== null || undefined}>
      <img className="tile-art" src={game.pictures.background} alt="" />
      <div className="tile-head">
        <img src={game.pictures.logo} alt="" width={38} height={38} />
        <b lang={languageTag(language)}>{game.name[language] || '…'}</b>
      </div>
      <div className="tile-foot">
        <div className="grow">
          <p translate="no" className="tile-amount num">
            {bahtText(BAHT)}
          </p>
          <small className="num">
            {t('content.tileAmount', { amount: amountText(BAHT * game.creditsForBaht) })}
          </small>
        </div>
        <span className="tile-play">
          <Play size={18} aria-hidden />
        </span>
      </div>
    </div>
  );
}

interface ShownGame extends Game {
  pictures: Record<GamePicture, string>;
}

/** The game with its pictures: uploaded, as the server has them now, or as it will draw them. */
function shownGame({ item, version, value }: ContentDocument, game: Game): ShownGame {
  const { code, name, colour } = game;
  const published = value as Game;
  // A retired game has no picture any more.
  const isServed =
    item !== NEW_ITEM && !published.isRetired && name.en === published.name.en && colour === published.colour;
  const drawn = { code, name: name.en, colour: COLOUR.test(colour) ? colour : WHILE_TYPING };
  const addressOf = (picture: GamePicture) =>
    isServed
      ? `/media/providers/${code}-${picture}.svg?v=${version}`
      : `data:image/svg+xml,${encodeURIComponent(drawGame(picture, drawn))}`;
  return {
    ...game,
    pictures: {
      logo: game.logo ?? addressOf('logo'),
      background: game.background ?? addressOf('background'),
    },
  };
}
