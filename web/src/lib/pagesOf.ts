import { PAGE_SIZE } from '@krapao/contract/limits';

/** The number of pages of ten for a list of this length. */
export function pagesOf(total: number): number {
  return Math.ceil(total / PAGE_SIZE);
}
