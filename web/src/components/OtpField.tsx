import { plainDigits } from '@krapao/contract/digits';
import { OTP_CODE_LENGTH } from '@krapao/contract/limits';
import { useId, useRef } from 'react';
import { FieldError } from './Field.tsx';

interface OtpFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called with the code when the last digit is entered. */
  onComplete?: (code: string) => void;
  error?: string | undefined;
  /** A PIN, which is no code by SMS: its digits are not shown, and nothing fills it in. */
  secret?: boolean;
  /** Several in one form; the others do not take the focus. */
  focused?: boolean;
}

/** REG-03. A PIN has none: its boxes would look filled. */
const PLACEHOLDER = '0'.repeat(OTP_CODE_LENGTH);

/** Six boxes over one real input, so that paste, SMS autofill and screen readers work as in any field. */
export function OtpField({
  label,
  value,
  onChange,
  onComplete,
  error,
  secret = false,
  focused = true,
}: OtpFieldProps) {
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const isEmpty = value === '' && !secret;
  return (
    <div className="field">
      <div className="otp num" data-error={error ? '' : undefined}>
        <input
          ref={input}
          // biome-ignore lint/a11y/noAutofocus: the step has this one field and follows a press of the member
          autoFocus={focused}
          data-autofocus={focused || undefined}
          type={secret ? 'password' : 'text'}
          inputMode="numeric"
          autoComplete={secret ? 'off' : 'one-time-code'}
          pattern="\d*"
          placeholder={secret ? undefined : PLACEHOLDER}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={value}
          onChange={(event) => {
            const code = codeIn(event.target.value, value);
            onChange(code);
            if (code.length === OTP_CODE_LENGTH && code !== value) onComplete?.(code);
          }}
          onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
            // The caret stays at the end, as the boxes show it. A selection can be replaced by typing or pasting.
            if (selectionStart === selectionEnd) input.current?.setSelectionRange(value.length, value.length);
          }}
        />
        {Array.from({ length: OTP_CODE_LENGTH }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are fixed
            key={index}
            className="otp-box"
            aria-hidden="true"
            data-filled={value[index] === undefined ? undefined : ''}
            data-placeholder={isEmpty ? '' : undefined}
            data-current={index === Math.min(value.length, OTP_CODE_LENGTH - 1) ? '' : undefined}
          >
            {isEmpty ? PLACEHOLDER[index] : secret && value[index] ? '•' : value[index]}
          </span>
        ))}
      </div>
      <div id={errorId} className="field-note" aria-live="polite">
        {error && <FieldError>{error}</FieldError>}
      </div>
    </div>
  );
}

/** The digits of the code. A complete code that is pasted after another one replaces it. */
function codeIn(typed: string, before: string): string {
  const digits = plainDigits(typed).replace(/\D/g, '');
  const added = digits.startsWith(before) ? digits.slice(before.length) : '';
  return added.length === OTP_CODE_LENGTH ? added : digits.slice(0, OTP_CODE_LENGTH);
}
