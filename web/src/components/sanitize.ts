import { createSanitizer } from '@krapao/ui/sanitizer.ts';
import { mediaUrl } from '../lib/mediaUrl.ts';

/** HTML of the server without anything that runs, posts or reaches out of its place. */
export const sanitize = createSanitizer(mediaUrl);
