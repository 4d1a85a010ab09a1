import DOMPurify from 'dompurify';

const purifier = DOMPurify(window);
const ADDRESSES = new Set([
  'href',
  'xlink:href',
  'src',
  'srcset',
  'background',
  'poster',
  'cite',
  'longdesc',
  'action',
]);
const ALLOWED_ADDRESS = /^(?:https?:|mailto:|tel:|\/(?!\/)|#|data:image\/(?:png|jpe?g|gif|webp);base64,)/i;

purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
  if (ADDRESSES.has(attribute.attrName) && !ALLOWED_ADDRESS.test(attribute.attrValue.trim()))
    attribute.keepAttr = false;
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'IMG' && !node.hasAttribute('alt')) node.setAttribute('alt', '');
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** HTML as the members' app shows it, by the same rules: nothing that runs, posts or reaches out of its place. */
export function sanitize(html: string): string {
  return purifier.sanitize(html, {
    USE_PROFILES: { html: true, svg: true, svgFilters: false },
    FORBID_TAGS: [
      'style',
      'form',
      'input',
      'button',
      'select',
      'textarea',
      'iframe',
      'object',
      'embed',
      'use',
    ],
    FORBID_ATTR: ['style', 'id', 'name', 'class'],
  });
}
