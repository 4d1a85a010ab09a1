import type { FormHTMLAttributes, KeyboardEvent, RefObject } from 'react';

interface FormProps
  extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit' | 'onKeyDown' | 'noValidate'> {
  ref?: RefObject<HTMLFormElement | null>;
  /** Also called by Enter while the button of the form is off: it says what is missing. */
  onSubmit: () => void;
}

/**
 * A form that says at Enter what is missing. What it then tells of takes the focus: the first field with an error, or the
 * button that has to be pressed first (`data-missing`).
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  function submit(form: HTMLFormElement) {
    onSubmit();
    // Once it is drawn.
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid], [data-missing]')?.focus());
  }
  // Browsers do nothing at Enter while the button of the form is off.
  function sayMissing({ key, target, currentTarget }: KeyboardEvent<HTMLFormElement>) {
    const isField = target instanceof HTMLInputElement && target.form === currentTarget;
    if (key === 'Enter' && isField && currentTarget.querySelector('[type=submit]:disabled'))
      submit(currentTarget);
  }
  return (
    <form
      {...rest}
      noValidate
      onKeyDown={sayMissing}
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    />
  );
}
