/** A key of the keyboard, beside what it does; for the eyes alone, since the action has a name. */
export function Key({ children }: { children: string }) {
  return (
    <span className="key" aria-hidden="true">
      {children}
    </span>
  );
}
