import { rateText } from '@krapao/ui/kip.ts';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { VisuallyHidden } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { type Change, changesBetween } from '../lib/content/document.ts';
import { durationText, quantityOf, shownNumber } from '../lib/content/quantity.ts';
import { fieldText, optionText } from '../lib/content/rowName.ts';
import './changes.css';

interface Props {
  before: unknown;
  after: unknown;
  /** The labels of a field and of its permitted values; those of the site's content by default. */
  labels?: { field: (name: string) => string; option: (field: string, value: string) => string };
}

const CONTENT = { field: fieldText, option: optionText };

/** The differences between two documents, field by field, with the form's labels. */
export function Changes({ before, after, labels = CONTENT }: Props) {
  const t = useT();
  const changes = changesBetween(before, after);
  if (changes.length === 0) return <p className="muted">{t('content.noChange')}</p>;
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.field}>
          <b>{placeText(change.field)}</b>
          {change.before !== undefined && (
            <del>
              <VisuallyHidden>{`${t('content.before')} `}</VisuallyHidden>
              <span>{valueText(change, change.before)}</span>
            </del>
          )}
          <ins>
            <VisuallyHidden>{`${t('content.after')} `}</VisuallyHidden>
            <span>{valueText(change, change.after)}</span>
          </ins>
        </li>
      ))}
    </ul>
  );

  function placeText(field: string): string {
    return field
      .split('/')
      .slice(1)
      .map((part) => {
        if (/^\d+$/.test(part)) return String(Number(part) + 1);
        return part === 'th' || part === 'la' || part === 'en' ? LANGUAGE_NAMES[part] : labels.field(part);
      })
      .join(' · ');
  }

  function valueText({ field }: Change, value: unknown): string {
    const name = field.split('/').findLast((part) => !/^\d*$/.test(part)) ?? '';
    if (value === undefined || value === null || value === '') return t('content.none');
    if (typeof value === 'boolean') return t(value ? 'app.on' : 'app.off');
    if (typeof value === 'number') return numberText(name, value);
    return typeof value === 'string' ? labels.option(name, value) : JSON.stringify(value);
  }
}

function numberText(name: string, value: number): string {
  const quantity = quantityOf(name);
  const shown = shownNumber(value, quantity);
  if (quantity.prefix === '฿') return bahtText(shown);
  if (quantity.prefix === '₭') return `₭${rateText(shown)}`;
  return durationText(name, value) ?? `${quantity.prefix}${shown}${quantity.suffix}`;
}
