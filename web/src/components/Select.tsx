import type { Elements } from '@krapao/ui/elements.ts';
import { ChevronDown } from 'lucide-react';
import type { ReactNode, SelectHTMLAttributes } from 'react';
import { Field } from './Field.tsx';

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown before the chosen option, for example a monogram. */
  leading?: Elements;
  /** Shown after the chosen option, for example a badge. */
  trailing?: Elements;
  /** The option and optgroup elements. */
  children: ReactNode;
}

/** A dropdown based on the native select, which every device opens in its usual way. */
export function Select({
  label,
  value,
  onChange,
  hint,
  error,
  leading,
  trailing,
  children,
  ...rest
}: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="input" data-error={error ? '' : undefined}>
          {leading}
          <select {...rest} {...control} value={value} onChange={(event) => onChange(event.target.value)}>
            {children}
          </select>
          {trailing}
          <ChevronDown size={18} aria-hidden="true" className="pointer-events-none" />
        </div>
      )}
    </Field>
  );
}
