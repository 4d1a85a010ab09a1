import { useEffect, useState } from 'react';

/** Shows HTML from the server, sanitised. No other component puts HTML into the page. */
export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const [safe, setSafe] = useState<string | TrustedHTML | null>(null);
  useEffect(() => {
    let current = true;
    void import('./sanitize.ts').then(({ sanitize }) => current && setSafe(sanitize(html)));
    return () => {
      current = false;
    };
  }, [html]);
  const classes = `rich-text ${className}`;
  if (safe === null) return <div className={classes} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
  return <div className={classes} dangerouslySetInnerHTML={{ __html: safe }} />;
}
