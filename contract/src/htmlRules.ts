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

/** What HTML of operators may hold where members and operators see it, as DOMPurify's settings: nothing that runs or posts. */
export const HTML_RULES = {
  USE_PROFILES: { html: true, svg: true, svgFilters: false },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'iframe', 'object', 'embed', 'use'],
  FORBID_ATTR: ['style', 'id', 'name', 'class'],
};

/** Whether an attribute of this name may hold this value: addresses reach no script and no other scheme. */
export function isAllowedAttribute(name: string, value: string): boolean {
  return !ADDRESSES.has(name) || ALLOWED_ADDRESS.test(value.trim());
}

/** The part of a DOM element that the rules write to. */
interface Marked {
  tagName: string;
  hasAttribute(name: string): boolean;
  setAttribute(name: string, value: string): void;
}

/** Gives pictures an empty text where they have none, and opens links apart from the page and without its address. */
export function markElement(element: Marked): void {
  if (element.tagName === 'IMG' && !element.hasAttribute('alt')) element.setAttribute('alt', '');
  if (element.tagName !== 'A') return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
}
