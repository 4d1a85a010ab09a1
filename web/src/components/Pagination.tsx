import { PAGES_AFTER, PAGES_BEFORE } from '@krapao/contract/limits';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '../i18n/i18n.ts';
import { ignoring } from './ignoring.ts';

interface PaginationProps {
  /** The current page, from 1. */
  page: number;
  /** Number of pages. */
  pages: number;
  onChange: (page: number) => void;
}

/** Page numbers: at most 3 before and 1 after the current one (STM-01). Renders nothing for a single page. */
export function Pagination({ page, pages, onChange }: PaginationProps) {
  const t = useT();
  if (pages <= 1) return null;
  return (
    <nav className="pager num" aria-label={t('pagination.label')}>
      <button
        type="button"
        aria-label={t('pagination.previous')}
        {...ignoring(page <= 1, () => onChange(page - 1))}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      {pageWindow(page, pages).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={t('pagination.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onChange(number)}
        >
          {number}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('pagination.next')}
        {...ignoring(page >= pages, () => onChange(page + 1))}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </nav>
  );
}

/** The page numbers shown around the current page. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, page - PAGES_BEFORE);
  const last = Math.min(pages, page + PAGES_AFTER);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
