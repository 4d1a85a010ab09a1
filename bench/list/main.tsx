import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** All rows at once, and nothing besides: J opens the next one, whose name stands below. */
function List({ rows }: { rows: readonly string[] }) {
  const [open, setOpen] = useState(0);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'j' && setOpen((at) => (at + 1) % rows.length);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [rows]);
  return (
    <>
      <ul style={{ height: 600, overflow: 'auto' }}>
        {rows.map((name, nth) => (
          <li key={name}>
            <button type="button" aria-current={nth === open} onClick={() => setOpen(nth)}>
              <b>{name}</b> <small>00:48</small> <b>{`฿${nth}.00`}</b>
            </button>
          </li>
        ))}
      </ul>
      <h1>{rows[open]}</h1>
    </>
  );
}

const count = Number(new URLSearchParams(window.location.search).get('rows'));
const root = document.getElementById('root');
if (root) createRoot(root).render(<List rows={Array.from({ length: count }, (_, nth) => `Member ${nth}`)} />);
