import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { moneyText } from '@krapao/ui/kip.ts';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { actionText } from '../../lib/auditWords.ts';

export type Report = ResponseOf<Contract['GET /api/console/shifts/:id']>;
type Counted = Report['accounts'][number]['opening'];

/** What was decided in a shift, by action. */
export function ShiftFigures({ figures }: { figures: Report['figures'] }) {
  const t = useT();
  return (
    <Rows
      label={t('shifts.figures')}
      rows={figures.map((figure) => ({ ...figure, id: figure.action }))}
      empty={t('shifts.nothing')}
      minWidth={480}
      columns={[
        { title: t('audit.action'), cell: ({ action }) => actionText(action) },
        { title: t('registers.count'), isNumber: true, cell: ({ count }) => wholeText(count) },
        { title: t('members.amount'), isNumber: true, cell: ({ amount }) => bahtText(amount) },
        {
          title: t('shifts.taken'),
          isNumber: true,
          cell: ({ taken }) => (taken === 0 ? '–' : bahtText(taken)),
        },
      ]}
    />
  );
}

/** What these decisions moved in each account, and what was counted in it. */
export function ShiftAccounts({ accounts }: { accounts: Report['accounts'] }) {
  const t = useT();
  if (accounts.length === 0) return null;
  return (
    <Rows
      label={t('shifts.accounts')}
      rows={accounts.map((row) => ({ ...row, id: row.account.id }))}
      empty=""
      minWidth={640}
      columns={[
        { title: t('shifts.account'), isFixed: true, cell: ({ account }) => account.label },
        { title: t('shifts.in'), isNumber: true, cell: (row) => moneyText(row.in, row.account.currency) },
        { title: t('shifts.out'), isNumber: true, cell: (row) => moneyText(row.out, row.account.currency) },
        {
          title: t('shifts.opening'),
          isNumber: true,
          cell: ({ opening, account }) => <Balance of={opening} currency={account.currency} />,
        },
        {
          title: t('shifts.closing'),
          isNumber: true,
          cell: ({ closing, account }) => <Balance of={closing} currency={account.currency} />,
        },
      ]}
    />
  );
}

function Balance({ of, currency }: { of: Counted; currency: string }) {
  const t = useT();
  if (of === null) return <span>–</span>;
  const { counted, booked, difference } = of;
  return (
    <>
      <span translate="no">{moneyText(counted, currency)}</span>
      <div className="muted">
        {booked === null || difference === null
          ? t('shifts.noBook')
          : t('shifts.apart', {
              booked: moneyText(booked, currency),
              difference: moneyText(difference, currency),
            })}
      </div>
    </>
  );
}
