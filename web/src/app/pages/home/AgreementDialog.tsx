import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Checkbox } from '../../../components/Checkbox.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { RichText } from '../../../components/RichText.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { agreeTo, type ShownText } from '../../../lib/agreeTo.ts';
import { writeStorage } from '../../../lib/storage.ts';

interface AgreementDialogProps {
  open: boolean;
  onClose: () => void;
  agreement: ShownText;
}

/**
 * The agreement (HOM-11). "Do not show again" is kept under remember-agreement. The server keeps which text was accepted by
 * the button; closing accepts nothing.
 */
export default function AgreementDialog({ open, onClose, agreement }: AgreementDialogProps) {
  const t = useT();
  const [isRemembered, setIsRemembered] = useState(false);

  function close() {
    if (isRemembered) writeStorage('remember-agreement', 'true');
    onClose();
  }
  function accept() {
    // Asked for again at the next visit, and on the page of one's own data.
    agreeTo('agreements', 'agreementDialog', agreement).catch(() => undefined);
    close();
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
          <Button variant="primary" full className="mt-1" onClick={accept}>
            {t('agreement.accept')}
          </Button>
        </>
      }
    >
      {agreement.parts.map((html) => (
        <RichText key={html} html={html} className="text-ink-2 not-first:mt-4" />
      ))}
    </Dialog>
  );
}
