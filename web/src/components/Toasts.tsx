import { giveWayToFocus } from '@krapao/ui/giveWayToFocus.ts';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../i18n/i18n.ts';
import { useTopDialog } from './dialogStack.ts';
import { IconButton } from './IconButton.tsx';
import { ToastPlace } from './ToastPlace.tsx';
import { dismissToast, type Toast, useToasts } from './toast.ts';

/**
 * Shows and says the toasts. While a dialog is open they are inside the topmost one, because everything outside it is inert.
 * Presses reach what lies below them, except on their own buttons.
 */
export function Toasts() {
  const toasts = useToasts();
  const dialog = useTopDialog();
  useLayoutEffect(() => {
    const lying = (dialog ?? document.body).querySelector<HTMLElement>(':scope > .toasts');
    if (lying && toasts.length > 0) return giveWayToFocus(lying);
    return undefined;
  }, [toasts, dialog]);
  return (
    <>
      {createPortal(<ToastPlace />, document.body)}
      {toasts.map((item) => {
        const { id, kind, text, isSaid } = item;
        const place = placeOf(dialog, isSaid ? '' : `> [role=${kind === 'error' ? 'alert' : 'status'}]`);
        return (
          place &&
          createPortal(
            kind === 'voice' ? (
              <span className="sr-only">{text()}</span>
            ) : (
              <ToastCard {...item} kind={kind} />
            ),
            place,
            `${id}`,
          )
        );
      })}
    </>
  );
}

function placeOf(dialog: HTMLDialogElement | null, part: string): Element | null {
  return (dialog ?? document.body).querySelector(`:scope > .toasts ${part}`);
}

const ICONS = { success: CircleCheck, info: Info, error: CircleAlert };
const COLOURS = { success: 'text-jade', info: 'text-gold', error: 'text-verm' };

function ToastCard({ id, kind, text, action, isClosable }: Toast & { kind: keyof typeof ICONS }) {
  const t = useT();
  const Icon = ICONS[kind];
  return (
    <div className="toast">
      <Icon className={COLOURS[kind]} aria-hidden="true" />
      <span className="flex-1">{text()}</span>
      {action && (
        <button
          type="button"
          className="link px-2"
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      {isClosable && (
        <IconButton label={t('dialog.close')} onClick={() => dismissToast(id)}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
