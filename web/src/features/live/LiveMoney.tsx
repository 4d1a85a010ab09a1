import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { type Arrival, readMoneyStream, type UnhealthyGame } from './moneyStream.ts';
import { pauseAfter } from './pauseAfter.ts';
import { sayArrival } from './sayArrival.ts';

/** After this time in a hidden tab the event stream is closed. */
const HIDDEN_MS = 30_000;

interface LiveMoneyProps {
  onNotification: () => void;
}

/**
 * Keeps the amounts on every screen up to date: the server's event stream reports changes, and the queries are
 * reloaded. While the stream cannot be opened, they are reloaded at each retry. Arrivals are shown as toasts, also
 * those that the stream missed. Of games it tells what is against playing them.
 * @param onNotification a notification was written or read, or may have been before the stream opened
 */
export default function LiveMoney({ onNotification }: LiveMoneyProps): null {
  const queryClient = useQueryClient();
  const askAgain = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: ['wallet'], exact: true });
    for (const key of ['statement', 'bonus', 'qr']) void queryClient.invalidateQueries({ queryKey: [key] });
  });
  const askNotifications = useEffectEvent(
    () => void queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  );
  const tellNotification = useEffectEvent(() => {
    askNotifications();
    onNotification();
  });
  const tellMissed = useEffectEvent(() => onNotification());
  const askProtection = useEffectEvent(
    () => void queryClient.invalidateQueries({ queryKey: ['protection'] }),
  );
  const say = useEffectEvent((arrived: Arrival[]) => {
    for (const one of arrived) void sayArrival(one);
  });

  const showGames = useEffectEvent((games: UnhealthyGame[]) =>
    queryClient.setQueryData<ResponseOf<Contract['GET /api/wallet']>>(
      ['wallet'],
      (wallet) =>
        wallet && {
          ...wallet,
          slots: wallet.slots.map((slot) => ({
            ...slot,
            health: null,
            healthUntil: null,
            ...games.find(({ code }) => code === slot.code),
          })),
        },
    ),
  );

  useEffect(() => {
    const arrivals: Arrivals = createArrivals();
    let line: AbortController | null = null;
    let hiding: ReturnType<typeof setTimeout> | undefined;
    let hiddenAt = 0;

    async function hold({ signal }: AbortController): Promise<void> {
      for (let failures = 0; !signal.aborted; ) {
        let readyAt: number | null = null;
        const onReady = () => {
          readyAt = performance.now();
          askAgain();
          askNotifications();
          askProtection();
          // Money that arrived has a message of its own, and no second one.
          void arrivals.missed().then(say).then(tellMissed);
        };
        const onMoney = (arrived: Arrival[]) => {
          askAgain();
          // Room of limits, and the sum that a member acknowledges.
          if (arrived.length > 0) askProtection();
          say(arrivals.told(arrived));
        };
        await readMoneyStream(signal, {
          onReady,
          onMoney,
          onNotification: tellNotification,
          onProtection: askProtection,
          onGames: showGames,
        }).catch(() => undefined);
        const pause = pauseAfter(failures, readyAt === null ? null : performance.now() - readyAt);
        failures = pause.failures;
        await new Promise((resolve) => setTimeout(resolve, pause.ms));
        // Without a stream the figures are reloaded at each retry.
        if (signal.aborted || readyAt !== null) continue;
        askAgain();
        askNotifications();
        askProtection();
      }
    }

    function open() {
      clearTimeout(hiding);
      if (line) return;
      line = new AbortController();
      void hold(line);
    }
    function close() {
      line?.abort();
      line = null;
    }
    function follow() {
      if (document.visibilityState !== 'visible') {
        hiddenAt = Date.now();
        hiding = setTimeout(close, HIDDEN_MS);
        return;
      }
      // On a phone that slept no timer has run, and the stream may be dead.
      if (line && Date.now() - hiddenAt > HIDDEN_MS) close();
      open();
    }
    function again() {
      close();
      follow();
    }

    open();
    if (document.visibilityState !== 'visible') follow();
    document.addEventListener('visibilitychange', follow);
    window.addEventListener('online', again);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('online', again);
      clearTimeout(hiding);
      close();
    };
  }, []);
  return null;
}
