import { PageHeading } from '../../components/PageHeading.tsx';
import { useT } from '../../i18n/i18n.ts';

export default function HomePage() {
  const t = useT();
  return (
    <div className="page page-wide">
      <PageHeading>{t('nav.home')}</PageHeading>
    </div>
  );
}
