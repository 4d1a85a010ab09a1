import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../screens/gallery');

/** Writes the page with all screenshots: a row for each screen, a column for each language, width and theme. */
export default function writeIndex(): void {
  mkdirSync(FOLDER, { recursive: true });
  const columns = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, files: new Set(readdirSync(join(FOLDER, name))) }));
  const screens = [...new Set(columns.flatMap(({ files }) => [...files]))].sort();
  const rows = screens.map((file) => {
    const pictures = columns
      .filter(({ files }) => files.has(file))
      .map(
        ({ name }) =>
          `<figure><a href="${name}/${file}"><img src="${name}/${file}" loading="lazy" alt=""></a><figcaption>${name}</figcaption></figure>`,
      );
    return `<h2>${file.replace('.png', '')}</h2><div>${pictures.join('')}</div>`;
  });
  writeFileSync(
    join(FOLDER, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px system-ui;margin:24px;background:#222;color:#eee}div{display:flex;gap:12px;overflow:auto}
figure{margin:0}img{height:420px;border:1px solid #444}</style>
<h1>${screens.length} screens in ${columns.length} forms</h1>${rows.join('\n')}\n`,
  );
}
