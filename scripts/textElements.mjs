// A text of a screen is the only content of its element. A browser that translates a page replaces each text node; React
// then changes, removes or inserts before a node that is no longer there: the page breaks or stays old. An element's
// only text is written as a whole and survives (docs/decisions/330-translated-pages.md). This check names every text
// beside an element or another text, in the JSX of both apps.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { ROOT } from './install.mjs';

const FILES = '{web,console,ui}/src/**/*.tsx';
/** Types of values that are elements or nothing. */
const ELEMENTS = /^(?:Elements|ReactElement)(?: \| (?:null|undefined|false))*$/s;
/** Calls that return elements although their name is declared elsewhere. */
const ELEMENT_CALLS = new Set(['createPortal', 'createElement', 'cloneElement']);
const OF_EACH = new Set(['map', 'flatMap']);
/** Fields of Mantine, the console's library: it puts a star beside their label. */
const FIELDS =
  /^(?:TextInput|Textarea|(?:Multi|Native)?Select|TagsInput|NumberInput|PasswordInput|FileInput|(?:Checkbox|Radio)\.Group)$/;

const faults = globSync(FILES, { cwd: ROOT }).sort().flatMap(faultsOf);
for (const { file, line, text } of faults)
  console.log(`${file}:${line} a text beside another node: ${text} (see scripts/textElements.mjs)`);
process.exit(faults.length === 0 ? 0 : 1);

/** Every text in a file that has no element for itself. */
function faultsOf(file) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const isText = textJudge(declarationsOf(program, source), source);
  const found = [];
  const add = (node) =>
    found.push({
      file,
      line: source.slice(0, node.start).split('\n').length,
      text: source.slice(node.start, node.end).trim().split('\n')[0],
    });
  const judge = (node) => {
    const children = node.children.filter((child) => !isNothing(child));
    if (children.length < 2 && node.type === 'JSXElement') return;
    for (const child of children) if (!isSpace(child) && isText(child)) add(child);
  };
  const judgeLabel = ({ name, attributes }) => {
    if (!file.startsWith('console/') || !FIELDS.test(source.slice(name.start, name.end))) return;
    const label = attributes.find((attribute) => attribute.name?.name === 'label')?.value;
    if (label && isText(label)) add(label);
  };
  // Where a component stands beside others, its own text does too.
  const judgeComponent = (node) => {
    if (/^[A-Z]/.test(node.id?.name ?? '') && isText(node)) add(node);
  };
  new Visitor({
    JSXElement: judge,
    JSXFragment: judge,
    FunctionDeclaration: judgeComponent,
    JSXOpeningElement: judgeLabel,
  }).visit(program);
  return found;
}

/** Whether JSX drops a child. */
function isNothing(child) {
  if (child.type === 'JSXText') return child.value.trim() === '' && child.value.includes('\n');
  return child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression';
}

/** White space stands beside a text, and no translator replaces it. */
function isSpace({ type, value, expression }) {
  const text = type === 'JSXText' ? value : expression?.value;
  return typeof text === 'string' && text.trim() === '';
}

/** What a file declares: the values of its constants, what its functions return, and the types of its properties. */
function declarationsOf(program, source) {
  const values = new Map();
  const types = new Map();
  const textOf = ({ typeAnnotation: { start, end } }) => source.slice(start, end);
  const note = (map, name, value) => map.set(name, [...(map.get(name) ?? []), value]);
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier') return;
      if (id.typeAnnotation) note(types, id.name, textOf(id.typeAnnotation));
      else if (init) note(values, id.name, init);
    },
    FunctionDeclaration(node) {
      if (node.id) note(values, node.id.name, node);
    },
    TSPropertySignature({ key, typeAnnotation }) {
      if (typeAnnotation) note(types, key.name, textOf(typeAnnotation));
    },
  }).visit(program);
  return { values, types };
}

/** Decides whether a child of JSX can be a text. What it does not understand can. */
function textJudge({ values, types }, source) {
  const seen = new Set();
  const isElements = (name, isCalled) => {
    const parts = (types.get(name) ?? []).map((type) => type.split(' => '));
    const own = parts.filter(({ length }) => length > 1 === isCalled).map((part) => part.at(-1));
    return own.length > 0 && own.every((type) => ELEMENTS.test(type));
  };
  const ofName = (name, isCalled) => {
    if (isElements(name, isCalled)) return false;
    if (seen.has(name) || !values.has(name)) return true;
    seen.add(name);
    const answer = values.get(name).some(isText);
    seen.delete(name);
    return answer;
  };
  const isText = (node) => {
    switch (node.type) {
      case 'JSXElement':
        return false;
      case 'JSXFragment':
        return node.children.some((child) => !isNothing(child) && !isSpace(child) && isText(child));
      case 'JSXExpressionContainer':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
        return isText(node.expression);
      case 'Literal':
        return node.value !== null && typeof node.value !== 'boolean' && node.value !== '';
      case 'ConditionalExpression':
        return isText(node.consequent) || isText(node.alternate);
      case 'LogicalExpression':
        return (node.operator !== '&&' && isText(node.left)) || isText(node.right);
      case 'Identifier':
        return node.name !== 'undefined' && ofName(node.name, false);
      case 'MemberExpression':
        return !isElements(node.property.name, false);
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        if (node.returnType && ELEMENTS.test(typeText(node.returnType))) return false;
        return node.body.type === 'BlockStatement' ? returnsOf(node.body).some(isText) : isText(node.body);
      case 'CallExpression':
        return isTextCall(node);
      default:
        return true;
    }
  };
  const typeText = ({ typeAnnotation: { start, end } }) => source.slice(start, end);
  const isTextCall = ({ callee, arguments: given }) => {
    if (callee.type === 'Identifier') return !ELEMENT_CALLS.has(callee.name) && ofName(callee.name, true);
    const name = callee.property?.name;
    if (name === 'from' && callee.object.name === 'Array') return given.length < 2 || isText(given[1]);
    return !OF_EACH.has(name) || isText(given[0]);
  };
  return isText;
}

/** What a function's own body returns. */
function returnsOf(body) {
  const found = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement({ argument }) {
      if (depth === 0 && argument) found.push(argument);
    },
  }).visit({ type: 'Program', body: [body], sourceType: 'module', start: 0, end: 0 });
  return found;
}
