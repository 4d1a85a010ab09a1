import { HTML_RULES, isAllowedAttribute, markElement } from '@krapao/contract/htmlRules';
import DOMPurify from 'dompurify';

/**
 * The members' page may write HTML only through a policy (Content-Security-Policy `require-trusted-types-for 'script'`),
 * and this is the only one that makes any. DOMPurify calls it with what it has cleaned, and with what it parses apart
 * from the page.
 */
const policy = window.trustedTypes?.createPolicy('krapao-html', {
  createHTML: (html) => html,
  createScript: refuse,
  createScriptURL: refuse,
});

function refuse(): never {
  throw new TypeError('no script comes from HTML');
}

/**
 * Makes what cleans HTML of operators by the contract's rules: no script, form, frame, style or id stays.
 * @param addressOf where a picture is loaded from
 */
export function createSanitizer(addressOf: (picture: string) => string = (picture) => picture) {
  const purifier = DOMPurify(window);
  purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
    if (!isAllowedAttribute(attribute.attrName, attribute.attrValue)) attribute.keepAttr = false;
    if (attribute.attrName === 'src') attribute.attrValue = addressOf(attribute.attrValue);
  });
  purifier.addHook('afterSanitizeAttributes', markElement);
  return (html: string): string | TrustedHTML =>
    purifier.sanitize(html, {
      ...(policy && { TRUSTED_TYPES_POLICY: policy, RETURN_TRUSTED_TYPE: true }),
      ...HTML_RULES,
    });
}
