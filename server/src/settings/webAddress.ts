import { Type } from '@krapao/contract/endpoint';

/** An address that pages link to: https, and nothing in it that ends an attribute. */
export const WEB_ADDRESS = 'https://[^\\s<>"\'`\\\\]{1,500}';

/** An address that pages link to, or nothing. */
export const OptionalWebAddress = Type.String({ pattern: `^(?:${WEB_ADDRESS})?$` });

/** A picture that came with the server or was uploaded by an operator, or none. */
export const OptionalPicture = Type.String({
  pattern: '^(?:/media/(?:(?:banners|content)/)?[a-z0-9-]+\\.(?:svg|webp|png|jpg))?$',
  contentMediaType: 'image/*',
});
