import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';

/** One of the how-to videos in the member's language. */
export type HowtoVideo = ResponseOf<Contract['GET /api/lookup/howto']>[number];

/** The length of a video, as m:ss. */
export function lengthText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
