/** How values are escaped where they are filled in. */
export type TextForm = 'url' | 'json' | 'text';

/** Fills in the named placeholders, each value escaped for its context: an address, a form, JSON or plain text. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
  form: TextForm,
): string {
  const written = {
    url: encodeURIComponent,
    json: (value: string) => JSON.stringify(value).slice(1, -1),
    text: (value: string) => value,
  }[form];
  return template.replace(PLACE, (place, name: string) =>
    Object.hasOwn(values, name) ? written(values[name] ?? '') : place,
  );
}

/** The names of the placeholders in a template. */
export function placesOf(template: string): string[] {
  return [...template.matchAll(PLACE)].map(([, name = '']) => name);
}

const PLACE = /\{(\w+)\}/g;

/** How values are escaped in a body of this content type. */
export function bodyForm(headers: Readonly<Record<string, string>>): TextForm {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (/[/+]json\b/i.test(type)) return 'json';
  return /x-www-form-urlencoded/i.test(type) ? 'url' : 'text';
}
