import { Play, Search, X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { registerDialog } from '../../components/dialogStack.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import { findGames } from './findGames.ts';
import { GameCard, type GameCardActions } from './GameCard.tsx';
import type { GameAccount } from './groups.ts';
import { lastPlayed } from './lastPlayed.ts';

interface GameToolsProps extends GameCardActions {
  games: readonly GameAccount[];
}

const WORDS_MAX = 60;
/** One letter finds hundreds of games; so many cards would hold up the typing. */
const SHOWN_FIRST = 24;

/**
 * Stands above the games: the game that was played last, and the search. While words are searched, its results take the
 * place of the groups (home.css).
 */
export default function GameTools({ games, ...actions }: GameToolsProps): ReactNode {
  const t = useT();
  const [words, setWords] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const last = lastPlayed(games);
  function close() {
    setWords(null);
    // The button comes back with the next rendering.
    requestAnimationFrame(() => opener.current?.focus());
  }
  if (words !== null)
    return <SearchedGames games={games} words={words} onWords={setWords} onClose={close} {...actions} />;
  return (
    <div className="games-tools">
      {last ? (
        <button type="button" className="continue" onClick={() => actions.onPlay(last)}>
          <img src={mediaUrl(last.logo)} alt="" width={38} height={38} />
          <span className="min-w-0 flex-1 text-left">
            <span className="block text-caption text-ink-3">{t('games.continue')}</span>
            <span translate="no" className="clip block font-semi">
              {last.name}
            </span>
          </span>
          {last.health && <span className="game-health text-small">{t(`games.health.${last.health}`)}</span>}
          <Play aria-hidden="true" />
        </button>
      ) : (
        <h2 tabIndex={-1} className="flex-1">
          {t('games.title')}
        </h2>
      )}
      <button
        ref={opener}
        type="button"
        className="icon-button search-open"
        aria-label={t('games.search')}
        onClick={() => setWords('')}
      >
        <Search size={22} aria-hidden="true" />
      </button>
    </div>
  );
}

interface SearchedGamesProps extends GameToolsProps {
  words: string;
  onWords: (words: string) => void;
  onClose: () => void;
}

function SearchedGames({ games, words, onWords, onClose, ...actions }: SearchedGamesProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const resultId = useId();
  // Typing stays ahead of many cards.
  const searched = useDeferredValue(words);
  const found = findGames(games, searched);
  const isSearching = searched.trim() !== '';
  const [allOf, setAllOf] = useState<string | null>(null);
  const shown = allOf === searched ? found : found.slice(0, SHOWN_FIRST);
  useEffect(() => field.current?.focus(), []);
  const closeByBack = useEffectEvent(() => {
    onClose();
    return true;
  });
  useEffect(() => registerDialog({ element: null, close: () => closeByBack() }), []);
  function openFirst() {
    const [first] = findGames(games, words);
    if (first === undefined || words.trim() === '') return;
    if (first.isActive) actions.onPlay(first);
    else if (actions.opening === undefined) actions.onOpen(first);
  }
  return (
    <>
      <search className="games-tools" data-found={isSearching || undefined}>
        <div className="games-search">
          <Search size={20} aria-hidden="true" />
          <input
            ref={field}
            type="search"
            aria-label={t('games.search')}
            aria-controls={resultId}
            placeholder={t('games.searchHint')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={WORDS_MAX}
            value={words}
            onChange={(event) => onWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              // Enter that ends a word of an input method opens nothing.
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter') openFirst();
              if (event.key !== 'Escape') return;
              if (words === '') onClose();
              else onWords('');
            }}
          />
        </div>
        <IconButton label={t('games.searchClose')} className="search-open" onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </search>
      {/* It stands before the first letter. Empty, it takes no place. */}
      <p className="text-small text-ink-2 empty:-mt-2.5 lg:empty:-mt-4" role="status">
        {isSearching &&
          (found.length === 0
            ? t('games.foundNone', { words: searched })
            : t('games.found', { count: found.length }))}
      </p>
      <div id={resultId} className="games-found" hidden={!isSearching}>
        <h2 className="sr-only">{t('games.search')}</h2>
        {isSearching && found.length === 0 && (
          <button
            type="button"
            className="link"
            onClick={() => {
              onWords('');
              field.current?.focus();
            }}
          >
            {t('games.showAll')}
          </button>
        )}
        {isSearching && (
          <ul className="games" data-spread="">
            {shown.map((game) => (
              <li key={game.code}>
                <GameCard game={game} {...actions} />
              </li>
            ))}
          </ul>
        )}
        {isSearching && shown.length < found.length && (
          <button type="button" className="link" onClick={() => setAllOf(searched)}>
            {t('games.all')}
          </button>
        )}
      </div>
    </>
  );
}
