// Checks offline that a member's money is in the sum that the site says it owes its members: plain Node 18 or newer,
// nothing to install, nothing is sent anywhere.
//
//   node scripts/verify-balance.mjs ID receipt.json
//   node scripts/verify-balance.mjs ID receipt.json roots.json
//
// ID is your own: the number in your profile, and after PR in your invite code. A site that told two members one leaf would
// have to give both the same number.
//
// receipt.json is the answer of GET /api/wallet/proof. roots.json is the answer of GET /api/lookup/owedRoots, best one
// that somebody else kept: only with it is it shown that all members are told the same root. `-` reads from standard input.
//
// Amounts are whole satang. A leaf is SHA-256 of `leaf|nonce|ID|share|amount`; a node over two is SHA-256 of
// `node|left hash|left amount|right hash|right amount`, and its amount is their sum. Hashes are in hex. Each member has
// two leaves, share 0 and share 1, at random places; what is owed is their sum. No amount on the way may be negative,
// or a branch could hide a debt to somebody else.
//
// Ends with 0 when the money is in the root, 1 when it is not, 2 when a file cannot be read.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [member, receiptFile, rootsFile] = process.argv.slice(2);
if (receiptFile === undefined || !/^[0-9]+$/.test(member))
  give(2, 'usage: node scripts/verify-balance.mjs ID receipt.json [roots.json]');
const { root, member: named, amount, leaves } = read(receiptFile);
const roots = rootsFile === undefined ? undefined : read(rootsFile);

const MOST = 2n ** 63n - 1n;
const isHash = (text) => /^[0-9a-f]{64}$/.test(text);
const isReceipt =
  isHash(root?.hash) &&
  Array.isArray(leaves) &&
  leaves.length === 2 &&
  leaves.every(
    (leaf, nth) =>
      leaf.share === nth && isHash(leaf.nonce) && Array.isArray(leaf.path) && leaf.path.length <= 64,
  );
if (!isReceipt) give(2, `${receiptFile} is not the answer of GET /api/wallet/proof`);

if (named !== member) give(1, `the receipt is of ${named}, not of ${member}`);

let owed = 0n;
for (const { share, nonce, amount: part, path } of leaves) {
  let sum = satang(part);
  let hash = sha256(`leaf|${nonce}|${member}|${share}|${sum}`);
  owed += sum;
  for (const step of path) {
    const beside = satang(step.amount);
    const [left, right] =
      step.side === 'left'
        ? [
            [step.hash, beside],
            [hash, sum],
          ]
        : [
            [hash, sum],
            [step.hash, beside],
          ];
    hash = sha256(`node|${left.join('|')}|${right.join('|')}`);
    sum += beside;
    if (sum > MOST) give(1, 'the amounts on the way are too large');
  }
  if (hash !== root.hash) give(1, `share ${share} leads to the root ${hash}, the receipt says ${root.hash}`);
  if (sum !== satang(root.amount))
    give(1, `share ${share} leads to the sum ${sum}, the root says ${root.amount}`);
}
if (owed !== satang(amount)) give(1, `the two shares are ${owed} satang, the receipt says ${amount}`);

if (roots !== undefined) {
  const told =
    Array.isArray(roots) && roots.find((one) => one.day === root.day && one.currency === root.currency);
  if (!told) give(1, `${rootsFile} has no root of ${root.day}`);
  if (told.hash !== root.hash || told.amount !== root.amount)
    give(1, `${rootsFile} has the root ${told.hash} over ${told.amount} for ${root.day}`);
}
const compared =
  roots === undefined ? '; whether others are told the same root, only with the list of roots' : '';
give(
  0,
  `${owed} satang of member ${member} are in the ${root.amount} of ${root.day} (${root.currency})${compared}`,
);

function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}

function satang(text) {
  if (typeof text !== 'string' || !/^(0|[1-9][0-9]{0,18})$/.test(text) || BigInt(text) > MOST)
    give(1, `${text} is no amount: a branch could hide something`);
  return BigInt(text);
}

function read(file) {
  try {
    const content = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
    if (typeof content === 'object' && content !== null) return content;
    throw new Error('it is not an object');
  } catch (error) {
    return give(2, `${file} cannot be read: ${error.message}`);
  }
}

function give(code, text) {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}
