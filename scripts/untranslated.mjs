// A browser that translates a page leaves what stands in an element with translate="no" as it is: figures of money, names,
// codes and accounts (docs/decisions/330-translated-pages.md). This check names those in the JSX of both apps that a
// translator would change.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { ROOT } from './install.mjs';

const FILES = '{web,console,ui}/src/**/*.tsx';
/** Functions whose text is a figure, an account, a name or a number of a telephone. */
const WRITES = new Set([
  'accountNumberText',
  'amountText',
  'bahtText',
  'kipText',
  'money',
  'moneyText',
  'nameOf',
  'payText',
  'phoneText',
  'rateText',
  'signedBahtText',
  'wholeText',
]);
/** Fields and variables that hold a figure. */
const FIGURES = new Set(['amount', 'amountText', 'phoneNumber']);
/** Functions and methods that give the text that they are given, or a part of it. */
const GIVES = new Set(['String', 'filter', 'join', 'replace', 'slice', 'toUpperCase', 'trim']);
/** Fields and variables that hold a name, a code or an account. */
const HOLDS = new Set([
  'account',
  'accountName',
  'accountNo',
  'bankAccountName',
  'bankAccountNo',
  'bankCode',
  'bankReference',
  'code',
  'connectionName',
  'explainedBy',
  'gateway',
  'lineName',
  'madeBy',
  'memberName',
  'name',
  'names',
  'operatorName',
  'otpRef',
  'password',
  'payload',
  'paymentId',
  'proofRef',
  'receiver',
  'reference',
  'sendingBank',
  'startsWith',
  'subject',
  'ticket',
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
  const add = ({ start, end }) =>
    found.push({
      file,
      line: source.slice(0, start).split('\n').length,
      text: source.slice(start, end).split('\n')[0],
    });
  let kept = 0;
  const isKept = ({ openingElement: { attributes } }) =>
    attributes.some(({ name, value }) => name?.name === 'translate' && value?.value === 'no');
  new Visitor({
    JSXElement(node) {
      if (isKept(node)) kept += 1;
      if (kept > 0) return;
      for (const child of node.children)
        if (child.type === 'JSXExpressionContainer' && isFixed(child.expression)) add(child);
    },
    'JSXElement:exit'(node) {
      if (isKept(node)) kept -= 1;
    },
    // The element around a cell of `Rows` and a value of `Facts` is theirs: a figure they know by itself.
    ObjectExpression({ properties }) {
      const of = (wanted) => properties.find(({ key }) => key?.name === wanted)?.value;
      const cell = of('cell');
      if (cell?.body && !of('isFixed') && isName(cell.body)) add(cell);
    },
    JSXOpeningElement({ name, attributes }) {
      if (name.name !== 'Facts' && name.name !== 'Pairs') return;
      const rows = attributes.find((attribute) => attribute.name?.name === 'rows');
      for (const [label, value, kind] of rows ? pairsIn(rows) : [])
        if (label?.type === 'CallExpression' && !kind && isName(value)) add(value);
    },
  }).visit(program);
  return found;
}

/** The lists of two or three in a part of the source, outside its elements. */
function pairsIn(node) {
  const pairs = [];
  let depth = 0;
  new Visitor({
    JSXElement: () => {
      depth += 1;
    },
    'JSXElement:exit': () => {
      depth -= 1;
    },
    ArrayExpression({ elements }) {
      if (depth === 0 && (elements.length === 2 || elements.length === 3)) pairs.push(elements);
    },
  }).visit({ type: 'Program', body: [node], sourceType: 'module', start: 0, end: 0 });
  return pairs;
}

/** Whether an expression writes a name, a code or an account. */
function isName(node) {
  return holds(
    node,
    (name) => HOLDS.has(name),
    () => false,
  );
}

/** Whether an expression writes what no translator may change. */
function isFixed(node) {
  return holds(
    node,
    (name) => HOLDS.has(name) || FIGURES.has(name),
    (name) => WRITES.has(name),
  );
}

/** Whether a text is made of a field or by a function of such a name. */
function holds(node, isField, isWriter) {
  const isHeld = (part) => holds(part, isField, isWriter);
  switch (node?.type) {
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return isHeld(node.expression);
    case 'ConditionalExpression':
      return isHeld(node.consequent) || isHeld(node.alternate);
    case 'LogicalExpression':
      return (node.operator !== '&&' && isHeld(node.left)) || isHeld(node.right);
    case 'TemplateLiteral':
      return node.expressions.some(isHeld);
    case 'ArrayExpression':
      return node.elements.some((element) => isHeld(element?.argument ?? element));
    case 'CallExpression':
      if (GIVES.has(node.callee.name)) return node.arguments.some(isHeld);
      if (GIVES.has(node.callee.property?.name)) return isHeld(node.callee.object);
      return isWriter(node.callee.name);
    case 'Identifier':
      return isField(node.name);
    case 'MemberExpression':
      return isField(node.property.name);
    default:
      return false;
  }
}
