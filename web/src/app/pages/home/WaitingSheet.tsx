import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { registerDialog } from '../../../components/dialogStack.ts';
import { ToastPlace } from '../../../components/ToastPlace.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { MessageId } from '../../../i18n/messageId.ts';
import type { HomeDialog } from './useHomeDialogs.ts';

const TITLES: Partial<Record<HomeDialog['kind'], MessageId>> = {
  deposit: 'deposit.title',
  withdraw: 'withdraw.title',
  transfer: 'transfer.title',
  invite: 'home.invite',
  refund: 'home.refund',
};

interface WaitingSheetProps {
  kind: HomeDialog['kind'];
  onClose: () => void;
}

/** The sheet of a dialog whose files are still on their way: a press on a slow network is answered at once. */
export function WaitingSheet({ kind, onClose }: WaitingSheetProps) {
  const t = useT();
  const element = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(() => {
    onClose();
    return true;
  });
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    dialog.showModal();
    const unregister = registerDialog({ element: dialog, close: () => close() });
    return () => {
      unregister();
      dialog.close();
    };
  }, []);
  const title = t(TITLES[kind] ?? 'loading');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes the dialog through its cancel event
    <dialog
      ref={element}
      className="dialog dialog-sheet"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-grip" aria-hidden="true" />
      <header className="dialog-header">
        <h2>{title}</h2>
      </header>
      <div className="dialog-body items-center py-16 text-gold" role="status" aria-label={t('loading')}>
        <span className="spinner" />
      </div>
      <ToastPlace />
    </dialog>
  );
}
