// A browser that translates a page leaves what stands in an element with translate="no" as it is: figures of money, names,
// codes and accounts (docs/decisions/330-translated-pages.md). This check names those in the JSX of both apps that a
// translator would change.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { ROOT } from './install.mjs';

const FILES = '{web,console,ui}/src/**/*.tsx';
/** Functions whose text is a figure, an account or a number of a telephone. */
const WRITES = new Set([
  'accountNumberText',
  'amountText',
  'bahtText',
  'kipText',
  'money',
  'moneyText',
  'payText',
  'phoneText',
  'rateText',
  'signedBahtText',
  'wholeText',
]);
/** Fields and variables that hold a name, a code or an account. */
const HOLDS = new Set([
  'accountName',
  'accountNo',
  'amount',
  'amountText',
  'bankAccountName',
  'bankAccountNo',
  'code',
  'lineName',
  'memberName',
  'name',
  'operatorName',
  'otpRef',
  'password',
  'phoneNumber',
  'reference',
  'transRef',
  'username',
  'walletAccountName',
]);

const faults = globSync(FILES, { cwd: ROOT }).sort().flatMap(faultsOf);
for (const { file, line, text } of faults)
  console.log(`${file}:${line} a translator would change ${text} (see scripts/untranslated.mjs)`);
process.exit(faults.length === 0 ? 0 : 1);

/** Every such text of a file outside an element with translate="no". */
function faultsOf(file) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = [];
  let kept = 0;
  const isKept = ({ openingElement: { attributes } }) =>
    attributes.some(({ name, value }) => name?.name === 'translate' && value?.value === 'no');
  new Visitor({
    JSXElement(node) {
      if (isKept(node)) kept += 1;
      if (kept > 0) return;
      for (const child of node.children)
        if (child.type === 'JSXExpressionContainer' && isFixed(child.expression))
          found.push({
            file,
            line: source.slice(0, child.start).split('\n').length,
            text: source.slice(child.start, child.end).split('\n')[0],
          });
    },
    'JSXElement:exit'(node) {
      if (isKept(node)) kept -= 1;
    },
  }).visit(program);
  return found;
}

/** Whether an expression writes what no translator may change. */
function isFixed(node) {
  switch (node.type) {
    case 'ConditionalExpression':
      return isFixed(node.consequent) || isFixed(node.alternate);
    case 'LogicalExpression':
      return (node.operator !== '&&' && isFixed(node.left)) || isFixed(node.right);
    case 'TemplateLiteral':
      return node.expressions.some(isFixed);
    case 'CallExpression':
      return WRITES.has(node.callee.name);
    case 'ChainExpression':
      return isFixed(node.expression);
    case 'Identifier':
      return HOLDS.has(node.name);
    case 'MemberExpression':
      return HOLDS.has(node.property.name);
    default:
      return false;
  }
}
