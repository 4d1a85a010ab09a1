/** A keyboard key, shown beside its action; hidden from screen readers, because the action has a name. */
export function Key({ children }: { children: string }) {
  return (
    <span className="key" aria-hidden="true">
      {children}
    </span>
  );
}
