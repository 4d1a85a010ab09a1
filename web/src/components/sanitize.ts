import DOMPurify from 'dompurify';
import { mediaUrl } from '../lib/mediaUrl.ts';

/**
 * The page may write HTML only through a policy (Content-Security-Policy `require-trusted-types-for 'script'`), and this
 * is the only one that makes any. DOMPurify calls it with what it has cleaned, and with what it parses apart from the page.
 */
const policy = window.trustedTypes?.createPolicy('krapao-html', {
  createHTML: (html) => html,
  createScript: refuse,
  createScriptURL: refuse,
});

function refuse(): never {
  throw new TypeError('no script comes from HTML');
}

const purifier = DOMPurify(window);

/** Attributes that hold addresses. DOMPurify's own setting would test the values of all attributes, also of SVG paths. */
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
  if (attribute.attrName === 'src') attribute.attrValue = mediaUrl(attribute.attrValue);
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'IMG' && !node.hasAttribute('alt')) node.setAttribute('alt', '');
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** HTML without anything that runs, posts or reaches out of its place: no script, form, frame, style or id. */
export function sanitize(html: string): string | TrustedHTML {
  return purifier.sanitize(html, {
    ...(policy && { TRUSTED_TYPES_POLICY: policy, RETURN_TRUSTED_TYPE: true }),
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
