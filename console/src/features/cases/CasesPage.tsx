import { useLocation, useRoute } from 'wouter';
import { NotHere } from '../../components/NotHere.tsx';
import { paths, queuePath } from '../../lib/paths.ts';
import { AllCasesPage } from './AllCasesPage.tsx';
import { CaseQueue } from './CaseQueue.tsx';
import { CaseReportPage } from './CaseReportPage.tsx';
import { OneCasePage } from './OneCasePage.tsx';

/** Cases: those that wait, all of them, one, and its report. */
export function CasesPage() {
  const [location] = useLocation();
  const [isQueue] = useRoute(`${queuePath('cases')}/*?`);
  const [isAll] = useRoute(paths.allCases);
  const [isOne, params] = useRoute<{ id: string }>(`${paths.cases}/:id`);
  const [isReport, reported] = useRoute<{ id: string }>(`${paths.cases}/:id/report`);
  if (isReport && /^\d{1,18}$/.test(reported.id))
    return <CaseReportPage key={reported.id} id={reported.id} />;
  if (isAll) return <AllCasesPage />;
  if (isOne && /^\d{1,18}$/.test(params.id)) return <OneCasePage key={params.id} id={params.id} />;
  if (isQueue || location === paths.cases) return <CaseQueue />;
  return <NotHere path={paths.cases} />;
}
