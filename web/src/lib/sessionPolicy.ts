import type { ApiError } from '@krapao/contract/client';

/** The page to which an error redirects, if any. */
export function destinationOf({
  code,
  message,
}: Pick<ApiError, 'code' | 'message'>): 'terminated' | 'login' | null {
  if (message === 'gone' || code === 'SITE_TERMINATED') return 'terminated';
  if (message === 'invalid token' || /^INVALID_USER_[1-4]$/.test(code ?? '')) return 'login';
  return null;
}
