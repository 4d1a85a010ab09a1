import { HTML_RULES, isAllowedAttribute, markElement } from '@krapao/contract/htmlRules';
import DOMPurify from 'dompurify';

const purifier = DOMPurify(window);

purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
  if (!isAllowedAttribute(attribute.attrName, attribute.attrValue)) attribute.keepAttr = false;
});
purifier.addHook('afterSanitizeAttributes', markElement);

/** HTML as the members' app shows it, by the same rules: nothing that runs, posts or reaches out of its place. */
export function sanitize(html: string): string {
  return purifier.sanitize(html, HTML_RULES);
}
