import type { Elements } from '@krapao/ui/elements.ts';
import type { ButtonHTMLAttributes } from 'react';
import { ignoring } from './ignoring.ts';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'outline' | 'danger' | 'text';
  size?: 'normal' | 'small';
  full?: boolean;
  icon?: Elements;
  /** While set, the button is busy: it shows a spinner with this text, keeps its width and ignores presses. */
  busyLabel?: string | false | undefined;
  /** It ignores presses and keeps the focus: for what its own press turns off. */
  isOff?: boolean;
}

/** A button. Use one primary button per screen. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  full,
  icon,
  busyLabel,
  isOff = false,
  className = '',
  disabled,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const busy = Boolean(busyLabel);
  const isIgnoring = busy || isOff;
  const classes = `button button-${variant} ${size === 'small' ? 'button-small' : ''} ${full ? 'button-full' : ''}`;
  return (
    <button
      {...rest}
      type={type}
      className={`${classes} ${className}`}
      disabled={disabled && !isIgnoring}
      {...ignoring(isIgnoring, onClick)}
      aria-busy={busy || undefined}
    >
      <span className="button-label">
        <span data-off={busy || undefined} aria-hidden={busy || undefined}>
          {icon}
          <span>{children}</span>
        </span>
        {busy && (
          <span>
            <span className="spinner" aria-hidden="true" />
            <span>{busyLabel}</span>
          </span>
        )}
      </span>
    </button>
  );
}
