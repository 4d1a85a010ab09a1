import { type MoneyCell, moneyCell } from '@krapao/contract/csv';
import { timeHead } from '@krapao/contract/fileTime';
import { rowReference } from '@krapao/contract/rowReference';
import { dateTimeText } from '@krapao/ui/time.ts';
import { t } from '../../i18n/i18n.ts';
import { activityOf, type StatementEntry, signOf } from '../../lib/statementEntry.ts';

const STATUS_TEXTS = {
  SUCCESS: 'status.success',
  PENDING: 'status.pending',
  FAILED: 'status.failed',
} as const;

/** The heading of a file or a printed list of entries, in the member's language. */
export const tableHeader = (): string[] => [
  timeHead(t('slips.time')),
  t('story.reference'),
  t('statement.filter.kind'),
  t('story.receipt.place'),
  t('slips.amount'),
  t('story.balanceAfter'),
  t('slips.status'),
];

/** One entry as cells. Amounts are numbers in baht with a sign, so that spreadsheets can add them up. */
export function tableRow(entry: StatementEntry, nameOf: (place: string) => string): (string | MoneyCell)[] {
  const { _id, statementType, status, amount, balanceAfter, createdAt } = entry;
  const activity = activityOf(entry, nameOf);
  const place = activity && ('text' in activity ? activity.text : t('statement.route', activity));
  return [
    dateTimeText(createdAt),
    rowReference(_id),
    t(`statement.${statementType}`),
    place ?? '',
    moneyCell(signOf(statementType) === '-' ? -amount : amount),
    moneyCell(balanceAfter),
    t(STATUS_TEXTS[status]),
  ];
}
