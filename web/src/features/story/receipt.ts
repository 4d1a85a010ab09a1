import type { Story } from '@krapao/contract/api/story';
import { signedBahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { t } from '../../i18n/i18n.ts';
import { receiptAddress } from '../../lib/paths.ts';
import { activityOf, signOf } from '../../lib/statementEntry.ts';

/** What a receipt says: a heading, a figure and named facts. The picture and the text say the same. */
export interface Receipt {
  site: string;
  kind: string;
  amount: string;
  facts: readonly (readonly [name: string, value: string])[];
  /** Where anybody can check it. */
  address: string | null;
}

/** The receipt of a finished row in the member's language; undefined while the row is in progress. */
export function receiptOf(story: Story, nameOf: (place: string) => string): Receipt | undefined {
  const { entry, steps, reference, receiptCode, bankReference } = story;
  if (entry.status === 'PENDING') return undefined;
  const activity = activityOf(entry, nameOf);
  const doneAt = steps.findLast(({ at }) => at !== null)?.at ?? entry.createdAt;
  const place = activity && ('text' in activity ? activity.text : t('statement.route', activity));
  return {
    site: t('app.name'),
    kind: t(`statement.${entry.statementType}`),
    amount: signedBahtText(entry.amount, signOf(entry.statementType)),
    facts: [
      [t('story.receipt.status'), t(entry.status === 'SUCCESS' ? 'status.success' : 'status.failed')],
      ...(place ? [[t('story.receipt.place'), place] as const] : []),
      [t('story.receipt.time'), dateTimeText(doneAt)],
      [t('story.reference'), reference],
      ...(bankReference === null ? [] : [[t('story.bankReference'), bankReference] as const]),
      ...(receiptCode === null ? [] : [[t('receipt.code'), receiptCode] as const]),
    ],
    address: receiptCode === null ? null : receiptAddress(receiptCode),
  };
}

/** The receipt as lines of text, with the address where anybody can check it. */
export function receiptText({ site, kind, amount, facts, address }: Receipt): string {
  const lines = [`${site} · ${kind} ${amount}`, ...facts.map(([name, value]) => `${name}: ${value}`)];
  if (address !== null) lines.push(address);
  return lines.join('\n');
}
