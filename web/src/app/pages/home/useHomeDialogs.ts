import { DELAY_MS } from '@krapao/contract/limits';
import { useCallback, useRef, useState } from 'react';
import type { Banner } from '../../../components/BannerCarousel.tsx';
import { toast } from '../../../components/toast.ts';
import { t } from '../../../i18n/i18n.ts';
import type { ShownText } from '../../../lib/agreeTo.ts';

/** The dialog to show. `from` and `to` are account codes. */
export type HomeDialog =
  /** `qr`: the bank or gateway of the QR to show. `slip`: a slip that another app shared. */
  | { kind: 'deposit'; qr?: string; slip?: File }
  | { kind: 'withdraw' }
  | { kind: 'withdrawn'; amount: number; isPaid: boolean }
  | { kind: 'transfer'; from: string | null; to: string | null }
  | { kind: 'game'; code: string }
  | { kind: 'along'; code: string }
  /** What is known against a game, before it opens. */
  | { kind: 'health'; code: string }
  | { kind: 'bankName' }
  | { kind: 'banners'; before: 'invite' | 'refund'; banners: readonly Banner[] }
  | { kind: 'invite' }
  | { kind: 'spin' }
  | { kind: 'refund' }
  | { kind: 'agreement'; agreement: ShownText };

/** A dialog that is open or closing; each showing has its own serial number. */
export interface ShownDialog {
  dialog: HomeDialog;
  open: boolean;
  serial: number;
}

/** A dialog that loads within this time opens by itself; after it, a waiting sheet opens first. */
const MOMENT_MS = DELAY_MS.spinner;

type Dialogs = typeof import('./HomeDialogs.tsx');

/** Shows one dialog of the home screen at a time. The dialogs and their host are loaded on first use. */
export function useHomeDialogs() {
  const [shown, setShown] = useState<(ShownDialog & { HomeDialogs: Dialogs['HomeDialogs'] }) | null>(null);

  const [opening, setOpening] = useState(0);
  // The kind whose files are loading for longer than a moment: a sheet says so.
  const [waitsFor, setWaitsFor] = useState<HomeDialog['kind'] | null>(null);
  const latest = useRef(0);

  /** `find` finds out which dialog it is to be; until then `expected` is the one that is waited for. */
  const show = useCallback(async (expected: HomeDialog, find?: () => Promise<HomeDialog>): Promise<void> => {
    let dialogs: Dialogs;
    let dialog = expected;
    latest.current += 1;
    const mine = latest.current;
    const waiting = setTimeout(() => setWaitsFor(expected.kind), MOMENT_MS);
    setOpening((count) => count + 1);
    try {
      dialogs = await import('./HomeDialogs.tsx');
      if (find) dialog = await find();
      await dialogs.loadDialog(dialog.kind);
    } catch {
      if (!navigator.onLine) toast.error(() => t('error.offline'));
      // Online, but the file is missing: a newer version has replaced the files of this one.
      else
        toast.error(() => t('home.newVersion'), {
          label: t('crash.reload'),
          run: () => window.location.reload(),
        });
      return;
    } finally {
      clearTimeout(waiting);
      setWaitsFor(null);
      setOpening((count) => count - 1);
    }
    // The member closed the waiting sheet, or pressed for another dialog.
    if (latest.current !== mine) return;
    const { HomeDialogs } = dialogs;
    setShown((last) => ({ dialog, open: true, serial: (last?.serial ?? 0) + 1, HomeDialogs }));
  }, []);

  const stopWaiting = () => {
    latest.current += 1;
    setWaitsFor(null);
  };
  const close = () => setShown((last) => last && { ...last, open: false });
  // `open` also counts: the browser may not show the dialog yet.
  return { shown, show, close, waitsFor, stopWaiting, isOpening: opening > 0 || shown?.open === true };
}
