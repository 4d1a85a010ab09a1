import type { Elements } from '@krapao/ui/elements.ts';
import { useId } from 'react';
import { useT } from '../i18n/i18n.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: Elements;
  confirmLabel: string;
  /** While set, the confirm button is busy with this text and the dialog stays open. */
  busyLabel?: string | false;
  /** The confirmed action is destructive. */
  destructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an important action, and says what it will do. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  busyLabel = false,
  destructive,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useT();
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      shape="centred"
      role="alertdialog"
      describedBy={id}
      busy={Boolean(busyLabel)}
    >
      <div id={id} className="flex flex-col">
        {children}
      </div>
      <div className="mt-5 flex flex-col gap-2">
        <Button variant={destructive ? 'danger' : 'primary'} full busyLabel={busyLabel} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="text" full disabled={Boolean(busyLabel)} onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
