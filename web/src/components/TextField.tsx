import type { Elements } from '@krapao/ui/elements.ts';
import { Lock } from 'lucide-react';
import type { ChangeEvent, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Field } from './Field.tsx';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: ReactNode;
  value: string;
  onChange: (value: string, event: ChangeEvent<HTMLInputElement>) => void;
  ref?: Ref<HTMLInputElement>;
  hint?: ReactNode;
  error?: string | undefined;
  icon?: Elements;
  trailing?: Elements;
}

/** A one-line text field. Read-only ones show a lock. */
export function TextField({ label, value, onChange, hint, error, icon, trailing, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div
          className="input"
          data-error={error ? '' : undefined}
          data-readonly={rest.readOnly ? '' : undefined}
        >
          {icon}
          <input
            type="text"
            {...rest}
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value, event)}
          />
          {trailing}
          {rest.readOnly && <Lock size={16} aria-hidden="true" />}
        </div>
      )}
    </Field>
  );
}
