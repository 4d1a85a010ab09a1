import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text: string;
  /** The suggested next action. */
  action?: ReactNode;
}

/** Shown for an empty list: the open box, a sentence, one action. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 py-8 text-center">
      <svg
        width="160"
        height="160"
        viewBox="0 0 160 160"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        aria-hidden="true"
        className="text-gold"
      >
        <path d="M34 56h8v-8h76v8h8v56h-8v8H42v-8h-8z" />
        <path d="M34 66c12 14 26 18 36 18M126 66c-12 14-26 18-36 18" opacity=".8" />
        <path d="M80 66c4 4 6 10 6 10s6 2 10 6c-4 4-10 6-10 6s-2 6-6 10c-4-4-6-10-6-10s-6-2-10-6c4-4 10-6 10-6s2-6 6-10z" />
        <path d="M28 130h104M48 138h64" opacity=".4" />
      </svg>
      <h2 className="mt-3">{title}</h2>
      <p className="max-w-[300px] text-balance text-ink-2">{text}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
