import { PageHead } from '../../components/PageHead.tsx';
import { useT } from '../../i18n/i18n.ts';
import { Breaches } from './Breaches.tsx';
import { Retention } from './Retention.tsx';

/** What the law asks about the data of all members: breaches that are reported, and data that are not kept too long. */
export function PersonalDataPage() {
  const t = useT();
  return (
    <div className="inside">
      <PageHead title={t('personalData.title')} />
      <Breaches />
      <Retention />
    </div>
  );
}
