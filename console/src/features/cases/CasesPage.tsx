import { useRoute } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { AllCasesPage } from './AllCasesPage.tsx';
import { CaseQueue } from './CaseQueue.tsx';
import { CaseReportPage } from './CaseReportPage.tsx';
import { OneCasePage } from './OneCasePage.tsx';

/** Cases: those that wait, all of them, one, and its report. */
export function CasesPage() {
  const [isAll] = useRoute(paths.allCases);
  const [isOne, params] = useRoute<{ id: string }>(`${paths.cases}/:id`);
  const [isReport, reported] = useRoute<{ id: string }>(`${paths.cases}/:id/report`);
  if (isReport && /^\d{1,18}$/.test(reported.id))
    return <CaseReportPage key={reported.id} id={reported.id} />;
  if (isAll) return <AllCasesPage />;
  if (isOne && /^\d{1,18}$/.test(params.id)) return <OneCasePage key={params.id} id={params.id} />;
  return <CaseQueue />;
}
