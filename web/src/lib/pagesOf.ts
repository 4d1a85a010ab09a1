import { PAGE_SIZE } from '@krapao/contract/limits';

/** How many pages of ten a list of so many has. */
export function pagesOf(total: number): number {
  return Math.ceil(total / PAGE_SIZE);
}
