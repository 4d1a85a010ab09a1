import { HTML_RULES, isAllowedAttribute, markElement } from '@krapao/contract/htmlRules';
import DOMPurify from 'dompurify';

/**
 * The members' page may write HTML only through a policy (Content-Security-Policy `require-trusted-types-for
 * 'script'`), and this is the only policy that creates HTML. DOMPurify calls it with cleaned HTML, and with HTML that
 * it parses outside the page.
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
 * Creates a function that sanitises operators' HTML by the contract's rules: it removes every script, form, frame,
 * style and id.
 * @param addressOf answers the address from which a picture is loaded
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
