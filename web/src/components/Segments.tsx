import type { Elements } from '@krapao/ui/elements.ts';
import { type KeyboardEvent, useId } from 'react';

interface SegmentsProps<V extends string> {
  label: string;
  options: readonly { value: V; text: string; icon?: Elements }[];
  value: V;
  onChange: (value: V) => void;
  /** When given, the segments are tabs of this panel. When absent, they are a radio group. */
  panel?: Elements;
}

/** A segmented control: tabs with their panel, or a radio group. Arrow keys move the choice. */
export function Segments<V extends string>({ label, options, value, onChange, panel }: SegmentsProps<V>) {
  const id = useId();
  const tabs = panel !== undefined;

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = options.findIndex((option) => option.value === value);
    const next = options[(index + step + options.length) % options.length];
    if (!next) return;
    onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: the role is one of two, both interactive */}
      <div
        role={tabs ? 'tablist' : 'radiogroup'}
        aria-label={label}
        className="segments"
        onKeyDown={onKeyDown}
      >
        {options.map((option) => {
          const chosen = option.value === value;
          const state = tabs
            ? {
                role: 'tab',
                'aria-selected': chosen,
                'aria-controls': `${id}-panel`,
                id: `${id}-${option.value}`,
              }
            : { role: 'radio', 'aria-checked': chosen };
          return (
            <button
              key={option.value}
              {...state}
              type="button"
              data-value={option.value}
              tabIndex={chosen ? 0 : -1}
              className="segment"
              onClick={() => onChange(option.value)}
            >
              {option.icon}
              <span>{option.text}</span>
            </button>
          );
        })}
      </div>
      {tabs && (
        <div
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${value}`}
          className="flex flex-1 flex-col"
        >
          {panel}
        </div>
      )}
    </>
  );
}
