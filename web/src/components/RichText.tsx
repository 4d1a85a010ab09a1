import { useEffect, useState } from 'react';

/** Shows HTML of the server, sanitised. The only place of the app that puts HTML into the page. */
export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const [safe, setSafe] = useState('');
  useEffect(() => {
    let current = true;
    void import('./sanitize.ts').then(({ sanitize }) => current && setSafe(sanitize(html)));
    return () => {
      current = false;
    };
  }, [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
  return <div className={`rich-text ${className}`} dangerouslySetInnerHTML={{ __html: safe }} />;
}
