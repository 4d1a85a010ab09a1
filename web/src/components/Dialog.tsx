import { followKeyboard } from '@krapao/ui/followKeyboard.ts';
import { ChevronLeft, X } from 'lucide-react';
import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useT } from '../i18n/i18n.ts';
import { registerDialog } from './dialogStack.ts';
import { dragSheet } from './dragSheet.ts';
import { IconButton } from './IconButton.tsx';
import { keepFocus, restFocus } from './keepFocus.ts';
import { focusOpener, noteOpener } from './lastPress.ts';
import { pressMain } from './pressMain.ts';
import { ToastPlace } from './ToastPlace.tsx';
import { shieldTaps } from './tapShield.ts';

const LEAVE_MS = 220;

export interface DialogProps {
  open: boolean;
  /** Called by the close button, Esc, the back button and a press on the backdrop. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Stays below the scrolling body. */
  footer?: ReactNode;
  /** `centred`: a small dialog in the middle on every screen. `wide`: 860 px for two columns, on a large screen. `tall`: full height. */
  shape?: 'sheet' | 'tall' | 'wide' | 'centred';
  role?: 'dialog' | 'alertdialog';
  /** The id of the element with what an `alertdialog` says: screen readers say it as it opens. */
  describedBy?: string;
  /** The body is a long text: it takes the focus, so that the arrow keys scroll it. */
  reading?: boolean;
  /** Returns to the dialog's earlier content. */
  onBack?: (() => void) | undefined;
  /** While set, the dialog cannot be closed. */
  busy?: boolean;
  /** Only its own buttons close it, and it stays above dialogs that open after it. */
  isBinding?: boolean;
  /**
   * The dialog itself reports money that arrives through it now (`noteArrivalSaid`). Under any other dialog, toasts report
   * arrivals at once.
   */
  saysArrival?: boolean;
  /**
   * Styles its content. A rule with :has() instead would recalculate the styles of the whole content at every change.
   */
  className?: string;
}

/**
 * A modal dialog: a sheet on phones, centred from 768 px. The browser's dialog element keeps the focus inside, gives it
 * back afterwards and makes the page behind inert.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  shape = 'sheet',
  role,
  describedBy,
  reading = false,
  onBack,
  busy: isBusy = false,
  isBinding = false,
  saysArrival = false,
  className = '',
}: DialogProps) {
  const t = useT();
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const present = usePresence(open);
  const busy = isBusy || isBinding;

  const requestClose = useEffectEvent(() => {
    if (!busy) onClose();
    return !busy;
  });

  useLayoutEffect(() => {
    const dialog = element.current;
    if (!open || !dialog) return;
    // The browser focuses this element when it opens the dialog. Moving the focus later would need a second layout.
    (dialog.querySelector('[data-autofocus]') ?? heading.current)?.setAttribute('autofocus', '');
    dialog.showModal();
    noteOpener(dialog);
    const unregister = registerDialog({ element: dialog, close: () => requestClose(), isBinding });
    const unfollow = followKeyboard(dialog);
    const letGo = dragSheet(dialog, () => requestClose());
    const stop = keepFocus(dialog);
    return () => {
      stop();
      letGo();
      unfollow();
      unregister();
      dialog.close();
      // The browser has given the focus back, unless the control is gone or never had it.
      setTimeout(() => {
        focusOpener(dialog);
        restFocus();
      });
      shieldTaps(LEAVE_MS);
    };
  }, [open, isBinding]);

  const goBack = useEffectEvent(() => {
    if (!busy) onBack?.();
    return !busy;
  });
  const hasEarlier = onBack !== undefined;
  useLayoutEffect(() => {
    // The phone's back button leads to the earlier content too, before it closes the dialog.
    if (open && hasEarlier) return registerDialog({ element: null, close: () => goBack() });
    return undefined;
  }, [open, hasEarlier]);

  if (!present) return null;
  return (
    <dialog
      ref={element}
      role={role}
      inert={!open}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      data-says-arrival={saysArrival || undefined}
      className={`dialog dialog-${shape} ${className}`}
      onKeyDown={pressMain}
      onCancel={(event) => {
        // A file chooser inside the dialog sends a cancel event too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!busy) onClose();
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget && open) onClose();
      }}
      onClick={(event) => {
        const isBeside = event.target === event.currentTarget && !isOnToast(event);
        if (isBeside && !busy && role !== 'alertdialog') onClose();
      }}
    >
      <div className="dialog-grip" aria-hidden="true" />
      <header className="dialog-header">
        {onBack && (
          <IconButton label={t('back')} className="-ml-3" disabled={busy} onClick={onBack}>
            <ChevronLeft size={22} aria-hidden="true" />
          </IconButton>
        )}
        <h2 id={titleId} ref={heading} tabIndex={-1} className="mr-auto min-w-0">
          {title}
        </h2>
        {!isBinding && (
          <IconButton label={t('dialog.close')} disabled={busy} onClick={onClose}>
            <X size={22} aria-hidden="true" />
          </IconButton>
        )}
      </header>
      <div
        className="dialog-body"
        {...(reading && { tabIndex: 0, role: 'group', 'aria-labelledby': titleId })}
      >
        {children}
      </div>
      {footer && <div className="dialog-footer">{footer}</div>}
      <ToastPlace />
    </dialog>
  );
}

/** Toasts let presses through, and lie over the backdrop too: who presses one does not mean to leave the dialog. */
function isOnToast({ currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const box = currentTarget.querySelector(':scope > .toasts')?.getBoundingClientRect();
  if (!box) return false;
  return clientX > box.left && clientX < box.right && clientY > box.top && clientY < box.bottom;
}

/** True while the dialog is open, and until its closing animation has ended. */
function usePresence(open: boolean): boolean {
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);
  useEffect(() => {
    if (open || !present) return;
    const timer = setTimeout(() => setPresent(false), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [open, present]);
  return present;
}
