import { OtpField } from '../../components/OtpField.tsx';

/** The boxes of a PIN below their label. */
export function PinBoxes({ label, ...field }: Omit<Parameters<typeof OtpField>[0], 'secret'>) {
  return (
    <div className="flex flex-col gap-2">
      <span className="text-small font-medium text-ink-2" aria-hidden="true">
        {label}
      </span>
      <OtpField label={label} secret {...field} />
    </div>
  );
}
