import type { Variant } from '@krapao/contract/variant';

/** The build's variant (VITE_VARIANT). */
export const variant: Variant = import.meta.env.VITE_VARIANT === 'laos' ? 'laos' : 'thailand';
