import { drawGame, type GamePicture } from '@krapao/contract/gameArt';
import { LANGUAGES, type Language } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { amountText, bahtText } from '@krapao/ui/money.ts';
import { SegmentedControl } from '@mantine/core';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import './gamePreview.css';

interface Game {
  code: string;
  name: Record<Language, string>;
  creditsForBaht: number;
  colour: string;
  logo: string | null;
  background: string | null;
}

const BAHT = 1_250;
const COLOUR = /^#[0-9a-f]{6}$/;
const WHILE_TYPING = '#b9c3d6';

/** The game's tile as members see it, in both themes and each language, while it is edited. */
export function GamePreview({ value }: { value: unknown }) {
  const t = useT();
  const [language, setLanguage] = useState(useLanguage());
  const game = value as Game;
  return (
    <aside className="example" aria-label={t('content.tile')}>
      <h2>{t('content.tile')}</h2>
      <SegmentedControl
        fullWidth
        aria-label={t('content.language')}
        value={language}
        onChange={(chosen) => setLanguage(chosen as Language)}
        data={LANGUAGES.map((one) => ({ value: one, label: t(`language.${one}`) }))}
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

function Tile({ game, language }: { game: Game; language: Language }) {
  const t = useT();
  return (
    <div className="tile" data-uploaded={game.background !== null || undefined}>
      <img className="tile-art" src={pictureOf(game, 'background')} alt="" />
      <div className="tile-head">
        <img src={pictureOf(game, 'logo')} alt="" width={38} height={38} />
        <b lang={languageTag(language)}>{game.name[language] || '…'}</b>
      </div>
      <div className="tile-foot">
        <div className="grow">
          <p className="tile-amount num">{bahtText(BAHT)}</p>
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

/** The uploaded picture, or the one that the server will draw. */
function pictureOf({ code, name, colour, ...pictures }: Game, picture: GamePicture): string {
  const drawn = { code, name: name.en, colour: COLOUR.test(colour) ? colour : WHILE_TYPING };
  return pictures[picture] ?? `data:image/svg+xml,${encodeURIComponent(drawGame(picture, drawn))}`;
}
