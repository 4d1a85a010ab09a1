import type { SumFigure } from '@krapao/contract/figures';
import { bahtText } from '@krapao/ui/money.ts';
import { RowsDrawer } from '../../components/RowsDrawer.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { figureRowText, figureTitle } from '../../lib/figureWords.ts';

interface Props {
  memberId: string;
  figure: SumFigure;
  onClose: () => void;
}

/** The postings and days of play whose sum a figure of the member is. */
export function MemberFigure({ memberId: id, figure, onClose }: Props) {
  const t = useT();
  return (
    <RowsDrawer
      title={`${t(figureTitle(figure))} · ${id}`}
      queryKey={['member', id, 'figure', figure]}
      fileName={`${figure}-${id}`}
      load={(page) =>
        client('POST /api/console/members/:id/figure', { params: { id }, body: { figure, ...page } })
      }
      amountText={bahtText}
      whatText={(what) => figureRowText(t, what)}
      onClose={onClose}
    />
  );
}
