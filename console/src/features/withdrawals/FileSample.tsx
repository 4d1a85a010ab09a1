import { useT } from '../../i18n/i18n.ts';

/** Longer lines, as records of fixed width are, are cut. */
const SHOWN_MAX = 160;

/** The first lines of a file. */
export function FileSample({ text }: { text: string }) {
  const t = useT();
  const lines = text
    .split('\n')
    .map((line) => (line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX).trimEnd()} …` : line));
  return (
    <figure className="file-sample">
      <figcaption className="muted">{t('withdrawals.sample')}</figcaption>
      <pre>{lines.join('\n')}</pre>
    </figure>
  );
}
