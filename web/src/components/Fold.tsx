import type { Elements } from '@krapao/ui/elements.ts';
import { ChevronDown } from 'lucide-react';
import type { DetailsHTMLAttributes } from 'react';

interface FoldProps extends Omit<DetailsHTMLAttributes<HTMLDetailsElement>, 'children'> {
  /** The words that stay while it is folded. */
  summary: Elements;
  children: Elements;
}

/** A part that opens below its words. Its chevron stands for the triangle, which each browser draws in its own way. */
export function Fold({ summary, className = '', children, ...rest }: FoldProps) {
  return (
    <details {...rest} className={`fold ${className}`}>
      <summary>
        {summary}
        <ChevronDown size={20} aria-hidden="true" className="flex-none text-ink-3" />
      </summary>
      {children}
    </details>
  );
}
