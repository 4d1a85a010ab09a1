import type { Elements } from '@krapao/ui/elements.ts';
import type { ReactNode } from 'react';

interface PageHeadingProps {
  children: ReactNode;
  /** Beside the heading, for example a button. */
  action?: Elements;
}

/** The heading of a member's page. With the rail it leaves room for the controls at the right. */
export function PageHeading({ children, action }: PageHeadingProps) {
  return (
    <div className="page-heading">
      <h1>{children}</h1>
      {action}
    </div>
  );
}
