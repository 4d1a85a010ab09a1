import type { Clause } from '@krapao/contract/protection/clause';
import { t } from '../../../i18n/i18n.ts';
import { quantityOf, shownNumber } from '../../../lib/content/quantity.ts';
import { fieldText } from '../../../lib/content/rowName.ts';

/** `RTS 12 (read in its source)`, after the jurisdiction. */
export function clauseText({ of, name, mark }: Clause): string {
  const place = of === 'standard' ? '' : `${t(`packs.of.${of}`)}: `;
  return `${place}${name} (${t(`packs.mark.${mark}`)})`;
}

/** The values of a rule as lines; its switch is not among them. */
export function valueLines(values: object): string[] {
  return Object.entries(values)
    .filter(([name]) => name !== 'isOn')
    .map(([name, value]) => `${fieldText(name)}: ${valueText(name, value)}`);
}

function valueText(name: string, value: unknown): string {
  if (value === null) return t('packs.any');
  if (typeof value === 'boolean') return t(value ? 'packs.yes' : 'packs.no');
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return valueLines(value).join(', ');
  const quantity = quantityOf(name);
  return `${quantity.prefix}${shownNumber(Number(value), quantity).toLocaleString('en')}`;
}
