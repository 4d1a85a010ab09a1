import type { Banner } from '../../../components/BannerCarousel.tsx';

/** Whether a banner has neither a picture nor words: it is not worth a press (HOM-10). */
export const saysNothing = ({ image, html }: Banner): boolean =>
  image === '' && html.replace(/<[^>]*>|&nbsp;/g, '').trim() === '';
