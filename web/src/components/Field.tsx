import type { Elements } from '@krapao/ui/elements.ts';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** The attributes that connect a control with the label and the description of its field. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The error sentence. Screen readers announce it when it appears. */
  error?: string | undefined;
  /** The id of the error or hint, for a button that the error disables. */
  noteId?: string | undefined;
  children: (control: FieldControl) => Elements;
}

/** A label, a control, and the error or a hint below it. */
export function Field({ label, hint, error, children, ...given }: FieldProps) {
  const id = useId();
  const noteId = given.noteId ?? `${id}-note`;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <span>
        {children({
          id,
          'aria-describedby': error || hint ? noteId : undefined,
          'aria-invalid': error ? true : undefined,
        })}
      </span>
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
