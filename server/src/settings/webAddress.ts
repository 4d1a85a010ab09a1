import { Type } from '@krapao/contract/endpoint';

/** An address that pages link to: https, without characters that end an attribute. */
export const WEB_ADDRESS = 'https://[^\\s<>"\'`\\\\]{1,500}';

/** An address that pages link to, or empty. */
export const OptionalWebAddress = Type.String({ pattern: `^(?:${WEB_ADDRESS})?$` });

/** A picture that came with the server or was uploaded by an operator, or empty. */
export const OptionalPicture = Type.String({
  pattern: '^(?:/media/(?:(?:banners|content)/)?[a-z0-9-]+\\.(?:svg|webp|png|jpg))?$',
  contentMediaType: 'image/*',
});
