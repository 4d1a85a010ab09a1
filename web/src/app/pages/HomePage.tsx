import { wholeText } from '@krapao/ui/money.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Coins, ShieldCheck } from 'lucide-react';
import {
  Suspense,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Beyond } from '../../components/Beyond.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Link } from '../../components/Link.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { PullToRefreshOnTouch } from '../../components/PullToRefreshOnTouch.tsx';
import { toast } from '../../components/toast.ts';
import { activeBonusQuery } from '../../features/bonus/activeBonusQuery.ts';
import { Games } from '../../features/games/Games.tsx';
import type { GameAccount } from '../../features/games/groups.ts';
import { alongOf, useActivate, useLaunch } from '../../features/games/queries.ts';
import { useNamedGames } from '../../features/games/useNamedGames.ts';
import { wheelTileQuery } from '../../features/spinwheel/wheelTileQuery.ts';
import { BalanceCard } from '../../features/wallet/BalanceCard.tsx';
import { REFRESH_KEY, useRefreshBalances, type Wallet, walletQuery } from '../../features/wallet/queries.ts';
import { totalsOf } from '../../features/wallet/totals.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { habitsQuery } from '../../lib/habits.ts';
import { useHiddenBalance } from '../../lib/hiddenBalance.ts';
import { optionalPart } from '../../lib/optionalPart.ts';
import { paths } from '../../lib/paths.ts';
import { useServerCanMore } from '../../lib/serverCan.ts';
import { useArrival } from '../../lib/useArrival.ts';
import { loadFirst } from '../QueryProvider.tsx';
import { useWideScreen } from '../shells/useWideScreen.ts';
import './home/home.css';
import { HomeSkeleton } from './home/HomeSkeleton.tsx';
import { Ledger } from './home/InviteBonus.tsx';
import { saysNothing } from './home/saysNothing.ts';
import { Tiles } from './home/Tiles.tsx';
import { useAgreement } from './home/useAgreement.ts';
import { useHomeDialogs } from './home/useHomeDialogs.ts';
import { WaitingSheet } from './home/WaitingSheet.tsx';

const HomeAside = optionalPart(() => import('./home/HomeAside.tsx'));
const HomeSafe = optionalPart(() => import('./home/HomeSafe.tsx'));
const GameTools = optionalPart(() => import('../../features/games/GameTools.tsx'));
const StandingLine = optionalPart(() => import('./home/StandingLine.tsx'));

/** @public Loaded before the page shows (routes.ts). */
export const firstData = () => loadFirst(walletQuery);

/** The member's home: wallet, actions and game accounts. */
export default function HomePage() {
  const t = useT();
  const wide = useWideScreen();
  const { data: wallet, error, refetch } = useQuery(walletQuery);
  const hasWallet = useTransitionTo(wallet !== undefined);
  if (wallet && hasWallet)
    return (
      <div className="page page-wide home">
        <Home wallet={wallet} />
      </div>
    );
  return (
    <div className="page page-wide home">
      <div className="home-content">
        {/* On wide screens the heading stands beside the bar's buttons, where the greeting will be. */}
        {wide ? <PageHeading>{t('nav.home')}</PageHeading> : <h1 className="sr-only">{t('nav.home')}</h1>}
        {error ? (
          <>
            <LoadFailed message={errorMessage(error)} onRetry={refetch} />
            <Suspense>
              <HomeSafe />
            </Suspense>
          </>
        ) : (
          <HomeSkeleton />
        )}
      </div>
      {wide && <div className="home-aside" />}
    </div>
  );
}

/** Follows a condition in a transition. React renders a transition in small pieces, so touches stay responsive. */
function useTransitionTo(condition: boolean): boolean {
  const [known, setKnown] = useState(condition);
  useEffect(() => {
    startTransition(() => setKnown(condition));
  }, [condition]);
  return known;
}

/** HOM-09: how long refresh-all waits before it asks. */
const REFRESH_ALL_PAUSE_MS = 400;
const NO_SLOTS: Wallet['slots'] = [];

function Home({ wallet }: { wallet: Wallet }) {
  const t = useT();
  const wide = useWideScreen();
  const queryClient = useQueryClient();
  const [isHidden, setIsHidden] = useHiddenBalance();
  const dialogs = useHomeDialogs();
  const { shown, show } = dialogs;
  const refresh = useRefreshBalances();
  const { mutateAsync } = refresh;
  const { data: habits } = useQuery(habitsQuery);
  const canMore = useServerCanMore();
  const takesMoneyAlong = habits?.takesMoneyAlong ?? (canMore ? null : false);
  // True after a game was opened here, until the money was brought back.
  const hasPlayed = useRef(false);
  const launch = useLaunch(() => {
    hasPlayed.current = true;
  });
  const { mutate: open } = launch;
  const activate = useActivate(({ code }) => dialogs.show({ kind: 'game', code }));
  const { mutate: openNew } = activate;
  useRefreshOnLoad(() => refresh.mutate({ pause: 0 }));
  useAgreement((agreement) => void show({ kind: 'agreement', agreement }), !dialogs.isOpening);

  useSharedSlip((slip) => void show({ kind: 'deposit', slip }));
  useArrival('deposit', () => void show({ kind: 'deposit' }));
  useArrival('withdraw', () => void show({ kind: 'withdraw' }));

  const { data: WheelTile } = useQuery(wheelTileQuery);
  const { data: bonus } = useQuery(activeBonusQuery);
  // The many game cards render deferred and in small pieces, after the wallet's actions; touches stay responsive.
  const slots = useNamedGames(useDeferredValue(wallet.slots, NO_SLOTS));
  const totals = totalsOf(wallet);
  const { profile, invite } = wallet;

  function reload() {
    void queryClient.invalidateQueries({ queryKey: walletQuery.queryKey, exact: true });
    void queryClient.invalidateQueries({ queryKey: ['statement'] });
    void queryClient.invalidateQueries({ queryKey: ['bonus'] });
  }

  function moved() {
    reload();
    if (!refresh.isPending) refresh.mutate({ pause: 0 });
  }

  // The callbacks of the games keep their identity, so that the cards do not re-render.
  const ask = useCallback(
    async (pause: number) => {
      if (queryClient.isMutating({ mutationKey: REFRESH_KEY }) > 0) return;
      await mutateAsync({ pause }).catch((error: unknown) => toast.error(() => errorMessage(error)));
    },
    [queryClient, mutateAsync],
  );
  const retry = useCallback(() => void ask(0), [ask]);
  const [isTakingBack, setIsTakingBack] = useState(false);
  async function takeBack(isAsked: boolean) {
    if (isTakingBack) return;
    setIsTakingBack(true);
    try {
      const module = await import('../../features/transfer/takeBack.ts');
      await module.takeBack(isAsked);
    } catch (error) {
      toast.error(() => errorMessage(error));
    }
    setIsTakingBack(false);
    moved();
  }
  useOnReturn(() => {
    if (hasPlayed.current && habits?.bringsMoneyBack) void takeBack(false);
    else if (!refresh.isPending) refresh.mutate({ pause: 0 });
    hasPlayed.current = false;
  });
  const along = alongOf(totals.wallet);
  const play = useCallback(
    (game: GameAccount) => {
      if (game.health) void show({ kind: 'health', code: game.code });
      else if (game.isSeamless) open({ game, along: 0 });
      else if (along > 0 && takesMoneyAlong === null) void show({ kind: 'along', code: game.code });
      else open({ game, along: takesMoneyAlong ? along : 0 });
    },
    [along, takesMoneyAlong, open, show],
  );
  const openAccount = useCallback(
    (game: GameAccount) => (game.health ? void show({ kind: 'health', code: game.code }) : openNew(game)),
    [show, openNew],
  );
  // A game that bets from the wallet has nothing to show but itself.
  const showGame = useCallback(
    (game: GameAccount) => (game.isSeamless ? play(game) : void show({ kind: 'game', code: game.code })),
    [show, play],
  );

  const cardActions = {
    isHidden,
    walletAmount: totals.wallet,
    opening: activate.isPending ? activate.variables.code : undefined,
    onShow: showGame,
    onPlay: play,
    onOpen: openAccount,
    onRetry: retry,
  };

  // HOM-10: banners come first. When there are none, or they cannot be loaded, the dialog opens directly.
  async function showAfterBanners(kind: 'invite' | 'refund') {
    await dialogs.show({ kind }, async () => {
      const all = await client(`GET /api/${kind}/banners`).catch(() => []);
      const banners = all.filter((banner) => !saysNothing(banner));
      return banners.length > 0 ? { kind: 'banners', before: kind, banners } : { kind };
    });
  }

  return (
    <>
      <PullToRefreshOnTouch onRefresh={() => ask(0)} />
      <div className="home-content">
        {wide && (
          <PageHeading>
            <span>{`${t('home.greeting')} `}</span>
            <span translate="no">{profile.name}</span>
            <span className="home-coins">
              <Coins size={20} strokeWidth={1.6} aria-hidden="true" className="text-gold" />
              <span translate="no" className="num font-semi">
                {wholeText(profile.coin)}
              </span>
              <span className="text-small text-ink-2">{t('home.coins')}</span>
            </span>
          </PageHeading>
        )}
        <BalanceCard
          name={profile.name}
          totals={totals}
          wide={wide}
          isHidden={isHidden}
          onHide={setIsHidden}
          isRefreshing={refresh.isPending}
          onRefresh={() => ask(0)}
          onTransfer={() => dialogs.show({ kind: 'transfer', from: 'WALLET', to: null })}
          standing={
            <Suspense>
              <StandingLine
                totals={totals}
                isHidden={isHidden}
                bonus={bonus}
                onDeposit={(qr) => void show({ kind: 'deposit', ...(qr !== undefined && { qr }) })}
                isTakingBack={isTakingBack}
                onTakeBack={() => takeBack(true)}
              />
            </Suspense>
          }
        />
        <Tiles
          onDeposit={() => dialogs.show({ kind: 'deposit' })}
          onWithdraw={() => dialogs.show({ kind: 'withdraw' })}
          onRefreshAll={() => ask(REFRESH_ALL_PAUSE_MS)}
          wheel={
            WheelTile ? (
              <WheelTile coins={profile.coin} onOpen={() => dialogs.show({ kind: 'spin' })} />
            ) : null
          }
          onInvite={() => showAfterBanners('invite')}
          hasBonus={bonus?.status === true}
          onRefund={() => showAfterBanners('refund')}
          isRefreshing={refresh.isPending}
        />
        {!wide && <Ledger invite={invite} coin={profile.coin} onReceived={moved} />}
        <Beyond>
          <Link href={paths.saferPlay} className="home-safe">
            <ShieldCheck size={18} strokeWidth={1.6} aria-hidden="true" />
            <span>{t('safe.title')}</span>
          </Link>
        </Beyond>
        {wallet.slots.length > 0 ? (
          <Suspense fallback={<div className="games-tools" />}>
            <GameTools games={slots} {...cardActions} />
          </Suspense>
        ) : (
          <EmptyState title={t('games.empty.title')} text={t('games.empty.text')} />
        )}
        <Games games={slots} arrows={wide} {...cardActions} />
      </div>
      {wide && (
        <aside className="home-aside">
          <Suspense>
            <HomeAside invite={invite} memberId={profile._id} onReceived={moved} />
          </Suspense>
        </aside>
      )}
      {dialogs.waitsFor && dialogs.waitsFor !== 'agreement' && (
        <WaitingSheet kind={dialogs.waitsFor} onClose={dialogs.stopWaiting} />
      )}
      {shown && (
        <shown.HomeDialogs
          show={show}
          close={dialogs.close}
          shown={shown}
          wallet={wallet}
          totals={totals}
          takesMoneyAlong={takesMoneyAlong}
          launch={launch}
          onOpenAccount={openNew}
          onMoved={moved}
          onChanged={reload}
        />
      )}
    </>
  );
}

/** Calls back when the page becomes visible again: a member who returns from a game has a new balance there. */
function useOnReturn(onReturn: () => void): void {
  const tell = useEffectEvent(onReturn);
  useEffect(() => {
    const changed = () => document.visibilityState === 'visible' && tell();
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
}

/** Opens the form of a slip that another app of the phone shared. */
function useSharedSlip(onShared: (slip: File) => void): void {
  const tell = useEffectEvent(onShared);
  useEffect(() => {
    if (!navigator.serviceWorker?.controller) return;
    void import('../../features/deposits/sharedSlip.ts')
      .then(({ takeSharedSlip }) => takeSharedSlip())
      .then((slip) => slip && tell(slip))
      .catch(() => {});
  }, []);
}

/** HOM-08: refreshes all game balances once when the screen has loaded. */
function useRefreshOnLoad(refresh: () => void): void {
  const isAsked = useRef(false);
  const ask = useEffectEvent(refresh);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    ask();
  }, []);
}
