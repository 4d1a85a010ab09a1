import { useCallback, useState } from 'react';
import type { Banner } from '../../../components/BannerCarousel.tsx';
import { toast } from '../../../components/toast.ts';
import { t } from '../../../i18n/i18n.ts';

/** The dialog to show. `from` and `to` are account codes. */
export type HomeDialog =
  | { kind: 'deposit' }
  | { kind: 'withdraw' }
  | { kind: 'transfer'; from: string | null; to: string | null }
  | { kind: 'game'; code: string }
  | { kind: 'bankName' }
  | { kind: 'banners'; before: 'invite' | 'refund'; banners: readonly Banner[] }
  | { kind: 'invite' }
  | { kind: 'spin' }
  | { kind: 'refund' }
  | { kind: 'agreement'; agreements: readonly string[] };

/** A dialog that is open or closing; each showing has its own serial number. */
export interface ShownDialog {
  dialog: HomeDialog;
  open: boolean;
  serial: number;
}

type Dialogs = typeof import('./HomeDialogs.tsx');

/** Shows one dialog of the home screen at a time. The dialogs and their host are loaded on first use. */
export function useHomeDialogs() {
  const [shown, setShown] = useState<(ShownDialog & { HomeDialogs: Dialogs['HomeDialogs'] }) | null>(null);

  const [opening, setOpening] = useState(0);

  const show = useCallback(async (dialog: HomeDialog): Promise<void> => {
    let dialogs: Dialogs;
    setOpening((count) => count + 1);
    try {
      dialogs = await import('./HomeDialogs.tsx');
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
      setOpening((count) => count - 1);
    }
    const { HomeDialogs } = dialogs;
    setShown((last) => ({ dialog, open: true, serial: (last?.serial ?? 0) + 1, HomeDialogs }));
  }, []);

  const close = () => setShown((last) => last && { ...last, open: false });
  // `open` also counts: the browser may not show the dialog yet.
  return { shown, show, close, isOpening: opening > 0 || shown?.open === true };
}
