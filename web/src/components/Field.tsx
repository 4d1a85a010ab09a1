import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What a control needs to be named and described by its field. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value, as a sentence. Announced when it appears. */
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** A label, a control, and below it the error or a hint. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': error || hint ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div id={noteId} className="field-note" aria-live="polite">
        {error ? <FieldError>{error}</FieldError> : hint && <p className="hint">{hint}</p>}
      </div>
    </div>
  );
}

/** An error sentence with its icon. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <p className="hint hint-error">
      <CircleAlert aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
