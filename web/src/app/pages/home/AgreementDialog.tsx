import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Checkbox } from '../../../components/Checkbox.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { RichText } from '../../../components/RichText.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { writeStorage } from '../../../lib/storage.ts';

interface AgreementDialogProps {
  open: boolean;
  onClose: () => void;
  agreements: readonly string[];
}

/** The agreement (HOM-11). "Do not show again" is kept under remember-agreement. */
export default function AgreementDialog({ open, onClose, agreements }: AgreementDialogProps) {
  const t = useT();
  const [isRemembered, setIsRemembered] = useState(false);

  function close() {
    if (isRemembered) writeStorage('remember-agreement', 'true');
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('agreement.title')}
      reading
      footer={
        <>
          <Checkbox checked={isRemembered} onChange={setIsRemembered}>
            {t('agreement.remember')}
          </Checkbox>
          <Button variant="primary" full className="mt-1" onClick={close}>
            {t('agreement.accept')}
          </Button>
        </>
      }
    >
      {agreements.map((html) => (
        <RichText key={html} html={html} className="text-ink-2 not-first:mt-4" />
      ))}
    </Dialog>
  );
}
