import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}

/** A checkbox with its label. */
export function Checkbox({ checked, onChange, disabled, children }: CheckboxProps) {
  return (
    <label className="check">
      <span className="check-box">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Check className="check-mark" strokeWidth={3} aria-hidden="true" />
      </span>
      <span>{children}</span>
    </label>
  );
}
