/**
 * Attributes that contain addresses. DOMPurify's own setting would check the values of all attributes, including SVG
 * paths.
 */
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

/** DOMPurify's settings for HTML from operators that members and operators see: nothing that executes or submits. */
export const HTML_RULES = {
  USE_PROFILES: { html: true, svg: true, svgFilters: false },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'iframe', 'object', 'embed', 'use'],
  FORBID_ATTR: ['style', 'id', 'name', 'class'],
};

/** Whether an attribute may have this value: addresses must not run scripts or use other schemes. */
export function isAllowedAttribute(name: string, value: string): boolean {
  return !ADDRESSES.has(name) || ALLOWED_ADDRESS.test(value.trim());
}

/** The part of a DOM element that the rules change. */
interface Marked {
  tagName: string;
  hasAttribute(name: string): boolean;
  setAttribute(name: string, value: string): void;
}

/** Gives pictures without alternative text an empty one, and opens links in a new window without a referrer. */
export function markElement(element: Marked): void {
  if (element.tagName === 'IMG' && !element.hasAttribute('alt')) element.setAttribute('alt', '');
  if (element.tagName !== 'A') return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
}
