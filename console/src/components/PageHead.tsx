import type { Elements } from '@krapao/ui/elements.ts';

/** The heading of a page with what can be done on it. */
export function PageHead({ title, children }: { title: string; children?: Elements }) {
  return (
    <header
      style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px', marginBottom: 20 }}
    >
      <h1 style={{ margin: 0, flex: '1 1 220px', fontSize: '1.5rem' }}>{title}</h1>
      {children}
    </header>
  );
}
