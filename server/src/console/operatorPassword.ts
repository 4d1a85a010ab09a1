import { randomInt } from 'node:crypto';
import { AppError } from '../appError.ts';
import { isCommonPassword } from '../modules/auth/chosenPassword.ts';

const SHORTEST = 12;
/** What must be left of a password without the words that everybody tries here. */
const OWN_LETTERS = 7;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/**
 * The words of this site that are tried first, and the commonest beginnings of any password (OWASP ASVS 5.0, 6.1.2). A
 * password may hold them, and must be long enough without them.
 */
export const GUESSED_WORDS = [
  ...[
    'krapao',
    'กระเป๋า',
    'กระเปา',
    'ກະເປົາ',
    'wallet',
    'console',
    'casino',
    'bonus',
    'jackpot',
    'baht',
    'satang',
  ],
  ...['operator', 'administrator', 'admin', 'manager', 'cashier', 'support', 'root', 'guest', 'demo', 'test'],
  ...['password', 'passw0rd', 'p@ssw0rd', 'passwort', 'passphrase', 'รหัสผ่าน', 'ລະຫັດຜ່ານ', 'secret', 'login'],
  ...[
    'welcome',
    'changeme',
    'letmein',
    'iloveyou',
    'sawasdee',
    'sawatdee',
    'sabaidee',
    'sabaydee',
    'trustno',
  ],
  ...[
    'qwertyuiop',
    'qwerty',
    'asdfghjkl',
    'asdfgh',
    'zxcvbnm',
    'zxcvbn',
    'qazwsx',
    '1q2w3e4r',
    '1qaz2wsx',
    'abcdef',
  ],
  ...[
    'monkey',
    'dragon',
    'football',
    'liverpool',
    'baseball',
    'superman',
    'batman',
    'pokemon',
    'sunshine',
    'princess',
  ],
  ...[
    'master',
    'shadow',
    'michael',
    'chelsea',
    'arsenal',
    'barcelona',
    'manchester',
    'united',
    'starwars',
    'freedom',
  ],
  ...[
    'bangkok',
    'thailand',
    'vientiane',
    'laos',
    'chiangmai',
    'kasikorn',
    'bangkokbank',
    'krungthai',
    'truemoney',
  ],
  ...['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october', 'november'],
  ...['december', 'monday', 'friday', 'sunday', 'summer', 'winter', 'spring', 'autumn'],
] as const;

/** A first password, typed once from a paper or a message: 16 letters and digits in groups of four. */
export function newOperatorPassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/**
 * Long, without the user name, and neither one character over and over nor made of the words and rows of digits that
 * are tried first (OWASP ASVS 5.0, 6.2).
 * @throws AppError OPERATOR_PASSWORD_WEAK
 */
export function requireStrongPassword(
  password: string,
  { username, name }: { username: string; name: string },
): void {
  const lower = password.normalize('NFKC').toLowerCase();
  if (isCommonPassword(password)) throw new AppError('OPERATOR_PASSWORD_WEAK', 'one of the commonest');
  const isMonotonous = new Set(password).size < 5;
  if ([...password].length < SHORTEST || isMonotonous || lower.includes(username)) {
    throw new AppError('OPERATOR_PASSWORD_WEAK', `at least ${SHORTEST} characters, without the name`);
  }
  const ownNames = name
    .toLowerCase()
    .split(/\s+/u)
    .filter((part) => [...part].length >= 3);
  const rest = [...GUESSED_WORDS, ...ownNames]
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ' '), lower)
    // Years, rows of digits and what is put behind a word.
    .replace(/[\p{P}\p{S}\p{Z}]|\d{2,}/gu, '');
  if (new Set(rest).size < 5 || [...rest].length < OWN_LETTERS) {
    throw new AppError('OPERATOR_PASSWORD_WEAK', 'words that are tried first');
  }
}
