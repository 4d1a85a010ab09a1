import { EmptyState } from '../../components/EmptyState.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useT } from '../../i18n/i18n.ts';

/** The bonus page. Bonuses are not served yet; it says that there is nothing to receive. */
export default function BonusPage() {
  const t = useT();
  return (
    <div className="page">
      <PageHeading>{t('bonus.title')}</PageHeading>
      <EmptyState title={t('bonus.empty.title')} text={t('bonus.empty.text')} />
    </div>
  );
}
