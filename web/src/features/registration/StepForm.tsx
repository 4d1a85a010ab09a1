import { type ReactNode, useEffect, useRef } from 'react';
import { Form } from '../../components/Form.tsx';

interface StepFormProps {
  title: string;
  text: ReactNode;
  children: ReactNode;
  actions: ReactNode;
  /** Also called by Enter while the button is off: it says what is missing. */
  onSubmit: () => void;
}

/** One step of the wizard: heading, fields, and the actions at the bottom. Its heading takes the focus. */
export function StepForm({ title, text, children, actions, onSubmit }: StepFormProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    if (!document.activeElement?.matches('input')) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Form className="flex flex-1 flex-col" onSubmit={onSubmit}>
      <h1 ref={heading} tabIndex={-1} className="mt-5">
        {title}
      </h1>
      <p className="mt-1 text-ink-2">{text}</p>
      <div className="mt-5 flex flex-col gap-3">{children}</div>
      <div className="min-h-4 flex-1 md:max-h-8" />
      <div className="mt-4 flex flex-col gap-2">{actions}</div>
    </Form>
  );
}
