import { escapeMarkup } from '../http/escapeMarkup.ts';

/** Markup that is safe to send. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | readonly Html[];

/** A template that escapes its values, except Html; null becomes empty. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.reduce((markup, text, index) => markup + shown(parts[index - 1] ?? null) + text));
}

function shown(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map((one) => one.markup).join('');
  return escapeMarkup(String(part));
}
