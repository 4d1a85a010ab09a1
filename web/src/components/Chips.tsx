import { ignoring } from './ignoring.ts';

interface ChipsProps<V extends string | number> {
  /** Accessible name of the group. */
  label: string;
  options: readonly { value: V; text: string; disabled?: boolean }[];
  value: V | null;
  onChange: (value: V) => void;
  /** Chips share the width evenly. */
  fill?: boolean;
  /** The id of the text that says why some are off. */
  noteId?: string;
}

/** Quick choices, for example preset amounts. */
export function Chips<V extends string | number>({
  label,
  options,
  value,
  onChange,
  fill,
  noteId,
}: ChipsProps<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as flex in every browser
    <div role="group" aria-label={label} className={`chips num ${fill ? 'chips-fill' : ''}`}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="chip"
          aria-pressed={option.value === value}
          aria-describedby={option.disabled ? noteId : undefined}
          {...ignoring(option.disabled === true, () => onChange(option.value))}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
