import { useRoute } from 'wouter';
import { PageHead } from '../../components/PageHead.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { OwnShift } from './OwnShift.tsx';
import { ShiftList } from './ShiftList.tsx';
import { ShiftReportPage } from './ShiftReportPage.tsx';

/** The operator’s own shift and the list of shifts, or the report of one. */
export function ShiftsPage() {
  const t = useT();
  const [isOne, params] = useRoute<{ id: string }>(`${paths.shifts}/:id`);
  if (isOne && /^\d{1,18}$/.test(params.id)) return <ShiftReportPage key={params.id} id={params.id} />;
  return (
    <div className="inside">
      <PageHead title={t('shifts.title')} />
      <OwnShift />
      <ShiftList />
    </div>
  );
}
