import { useT } from '../i18n/i18n.ts';
import { type Banner, BannerCarousel } from './BannerCarousel.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface BannersDialogProps {
  open: boolean;
  /** Called on every way of closing; it leads to the dialog behind the banners (HOM-10). */
  onClose: () => void;
  title: string;
  banners: readonly Banner[];
}

/** Banners that are shown before a dialog opens (HOM-10). */
export default function BannersDialog({ open, onClose, title, banners }: BannersDialogProps) {
  const t = useT();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button variant="primary" full onClick={onClose}>
          {t('next')}
        </Button>
      }
    >
      <BannerCarousel banners={banners} label={t('banners.label')} />
    </Dialog>
  );
}
