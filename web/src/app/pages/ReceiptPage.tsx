import { PageHeading } from '../../components/PageHeading.tsx';
import { ReceiptCheck } from '../../features/story/ReceiptCheck.tsx';
import { useT } from '../../i18n/i18n.ts';
import { QueryProvider } from '../QueryProvider.tsx';

/** Checks a receipt that somebody shows: for members and visitors. */
export default function ReceiptPage() {
  const t = useT();
  return (
    <div className="page">
      <PageHeading>{t('receipt.title')}</PageHeading>
      <QueryProvider>
        <ReceiptCheck />
      </QueryProvider>
    </div>
  );
}
