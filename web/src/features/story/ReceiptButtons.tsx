import { saveFile } from '@krapao/ui/saveFile.ts';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { toast } from '../../components/toast.ts';
import { t, useT } from '../../i18n/i18n.ts';
import { type Receipt, receiptText } from './receipt.ts';
import { receiptPicture } from './receiptPicture.ts';

/** A receipt to share or to save as a picture, and to copy as text. */
export function ReceiptButtons({ receipt }: { receipt: Receipt }) {
  const translate = useT();
  const [isBusy, setIsBusy] = useState(false);
  async function share(): Promise<void> {
    setIsBusy(true);
    try {
      await shareOrSave(receipt);
    } catch {
      toast.error(() => t('story.receipt.failed'));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <div className="flex items-center gap-3">
      <Button
        size="small"
        className="flex-1"
        icon={<ReceiptText aria-hidden="true" />}
        busyLabel={isBusy && translate('story.receipt.busy')}
        onClick={() => void share()}
      >
        {translate('story.receipt')}
      </Button>
      <CopyButton text={receiptText(receipt)} label={translate('story.receipt.copy')} />
    </div>
  );
}

/**
 * Opens the phone's share sheet, or saves the picture where there is none, or where drawing it took longer than the
 * press allows a sheet to open. Leaving the sheet is no failure.
 */
async function shareOrSave(receipt: Receipt): Promise<void> {
  const file = await receiptPicture(receipt);
  const shared = { files: [file], text: receiptText(receipt) };
  if (!navigator.canShare?.(shared)) return saveFile(file.name, file);
  await navigator.share(shared).catch((error: unknown) => {
    const reason = error instanceof DOMException ? error.name : '';
    if (reason === 'NotAllowedError') saveFile(file.name, file);
    else if (reason !== 'AbortError') throw error;
  });
}
