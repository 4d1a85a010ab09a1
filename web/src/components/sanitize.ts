import { HTML_RULES, isAllowedAttribute, markElement } from '@krapao/contract/htmlRules';
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

purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
  if (!isAllowedAttribute(attribute.attrName, attribute.attrValue)) attribute.keepAttr = false;
  if (attribute.attrName === 'src') attribute.attrValue = mediaUrl(attribute.attrValue);
});
purifier.addHook('afterSanitizeAttributes', markElement);

/** HTML without anything that runs, posts or reaches out of its place: no script, form, frame, style or id. */
export function sanitize(html: string): string | TrustedHTML {
  return purifier.sanitize(html, {
    ...(policy && { TRUSTED_TYPES_POLICY: policy, RETURN_TRUSTED_TYPE: true }),
    ...HTML_RULES,
  });
}
