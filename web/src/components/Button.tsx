import type { Elements } from '@krapao/ui/elements.ts';
import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'outline' | 'danger' | 'text';
  size?: 'normal' | 'small';
  full?: boolean;
  icon?: Elements;
  /** While set, the button is busy: it shows a spinner with this text, keeps its width and ignores presses. */
  busyLabel?: string | false | undefined;
}

/** A button. Use one primary button per screen. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  full,
  icon,
  busyLabel,
  className = '',
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const busy = Boolean(busyLabel);
  const classes = `button button-${variant} ${size === 'small' ? 'button-small' : ''} ${full ? 'button-full' : ''}`;
  return (
    <button
      {...rest}
      type={type}
      className={`${classes} ${className}`}
      disabled={disabled || busy}
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
