import { CircleAlert, CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { type Alert, dismissAlert, useAlert } from './alert.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Shows the alerts of `showAlert`. */
export default function AlertHost() {
  const t = useT();
  const id = useId();
  const alert = useAlert();
  // The last alert stays visible while its dialog closes.
  const [last, setLast] = useState<Alert | null>(null);
  if (alert && alert !== last) setLast(alert);
  const shown = alert ?? last;
  if (!shown) return null;
  const failed = shown.kind === 'error';
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <Dialog
      open={alert !== null}
      onClose={dismissAlert}
      title={shown.title ?? t(failed ? 'alert.error' : 'alert.success')}
      shape="centred"
      role="alertdialog"
      describedBy={id}
    >
      <div className="flex items-start gap-3">
        <Icon size={24} className={failed ? 'text-verm' : 'text-jade'} aria-hidden="true" />
        <p id={id} className="flex-1 text-ink-2">
          {shown.message}
        </p>
      </div>
      <Button variant="primary" full className="mt-5" data-autofocus onClick={dismissAlert}>
        {t('dialog.ok')}
      </Button>
    </Dialog>
  );
}
