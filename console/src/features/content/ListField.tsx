import { Button } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { type ComponentType, useRef } from 'react';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import type { Schema } from '../../lib/schema.ts';
import type { FieldProps } from './fieldProps.ts';
import { emptyOf } from './schema.ts';

/** A list whose entries are edited separately; collapsed ones show a summary. */
export function ListField({
  label,
  schema,
  value,
  onChange,
  path,
  errorAt,
  Field,
  ...rest
}: FieldProps & { label: string; Field: ComponentType<FieldProps> }) {
  const t = useT();
  const language = useLanguage();
  const items = value as unknown[];
  const itemSchema = schema.items as Schema;
  // Entries have no id: each gets a number when it first appears, which moves with it.
  const keys = useRef<{ next: number; of: number[] }>({ next: 0, of: [] });
  while (keys.current.of.length < items.length) keys.current.of.push(keys.current.next++);
  keys.current.of.length = items.length;

  function replace(next: unknown[], order: number[]) {
    keys.current.of = order;
    onChange(next);
  }
  function move(from: number, to: number) {
    const swap = <T,>(list: readonly T[]): T[] =>
      list.map((one, at) => (at === from ? list[to] : at === to ? list[from] : one) as T);
    replace(swap(items), swap(keys.current.of));
  }

  return (
    <fieldset className="list">
      <legend>{label}</legend>
      {items.length === 0 && <p className="muted">{t('content.emptyList')}</p>}
      {items.map((item, index) => (
        <details key={keys.current.of[index]} open={items.length === 1 || undefined}>
          <summary>
            <ChevronRight className="chevron" size={16} aria-hidden />
            <b className="num">{index + 1}</b> <span className="grow">{summaryOf(item, language)}</span>
            {errorAt(`${path}/${index}`, true) && <span className="wrong">{t('content.toFix')}</span>}
          </summary>
          <div className="list-item">
            <Field
              {...rest}
              name=""
              schema={itemSchema}
              value={item}
              onChange={(next) => onChange(items.map((one, at) => (at === index ? next : one)))}
              path={`${path}/${index}`}
              errorAt={errorAt}
            />
            <div className="buttons">
              <Button
                variant="default"
                size="sm"
                disabled={index === 0}
                leftSection={<ArrowUp size={16} aria-hidden />}
                onClick={() => move(index, index - 1)}
              >
                {t('content.up')}
              </Button>
              <Button
                variant="default"
                size="sm"
                disabled={index === items.length - 1}
                leftSection={<ArrowDown size={16} aria-hidden />}
                onClick={() => move(index, index + 1)}
              >
                {t('content.down')}
              </Button>
              <Button
                variant="light"
                color="red"
                size="sm"
                leftSection={<Trash2 size={16} aria-hidden />}
                onClick={() =>
                  replace(
                    items.filter((_, at) => at !== index),
                    keys.current.of.filter((_, at) => at !== index),
                  )
                }
              >
                {t('content.remove')}
              </Button>
            </div>
          </div>
        </details>
      ))}
      {errorAt(path) && <p className="wrong">{errorAt(path)}</p>}
      <Button
        variant="default"
        size="sm"
        leftSection={<Plus size={16} aria-hidden />}
        disabled={schema.maxItems !== undefined && items.length >= schema.maxItems}
        onClick={() => onChange([...items, emptyOf(itemSchema)])}
      >
        {t('content.addEntry')}
      </Button>
    </fieldset>
  );
}

/** What distinguishes an entry of a list: its text or code. */
function summaryOf(item: unknown, language: string): string {
  const fields = item as Record<string, unknown>;
  const own = fields[language];
  if (typeof own === 'string') return plain(own);
  const named = (fields.name ?? fields.title ?? fields.description) as Record<string, string> | undefined;
  const text = named?.[language];
  const code = typeof fields.code === 'string' ? fields.code : '';
  if (text !== undefined) return [code, plain(text)].filter(Boolean).join(' · ');
  return typeof fields.from === 'string' ? `${fields.from}–${String(fields.to)}` : code;
}

function plain(html: string): string {
  const text = html.replace(/<[^>]*>/g, ' ').trim();
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
