import { createSanitizer } from '@krapao/ui/sanitizer.ts';
import { mediaUrl } from '../lib/mediaUrl.ts';

/** Sanitises HTML from the server: removes everything that runs, submits data or reaches outside its container. */
export const sanitize = createSanitizer(mediaUrl);
