import type { Banner } from '../../../components/BannerCarousel.tsx';

const PICTURE = /<(?:img|svg|picture|video)\b/i;

/** Whether a banner has neither a picture nor words: it is not worth a press (HOM-10). */
export const saysNothing = ({ image, html }: Banner): boolean =>
  image === '' && !PICTURE.test(html) && html.replace(/<[^>]*>|&nbsp;/g, '').trim() === '';
