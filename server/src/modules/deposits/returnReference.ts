import { isClosedBy } from '@krapao/contract/protection/closedBy';
import { AppError } from '../../appError.ts';

/**
 * The reference under which money went back. Money that safer play kept out is its member's and goes back in any case;
 * of other money a reference may be named (docs/decisions/202-limits-at-every-way-in.md).
 * @throws AppError INVALID_REQUEST without one where it has to be
 */
export function requireReturned(note: string | null, reference: string | undefined): string | null {
  if (reference === undefined && isClosedBy(note))
    throw new AppError('INVALID_REQUEST', 'kept out by safer play: name the transfer back');
  return reference ?? null;
}
