/**
 * The words of this site that are tried first, and the commonest beginnings of any password (OWASP ASVS 5.0, 6.1.2). A
 * password may hold them, but not consist of them.
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
    'สวัสดี',
    'ສະບາຍດີ',
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

/**
 * What is left of a password in lower case without the words that are tried first, a space for each.
 * @param names more words to leave out, such as the owner's names
 */
export function withoutGuessedWords(lower: string, names: readonly string[] = []): string {
  return [...GUESSED_WORDS, ...names]
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ' '), lower);
}
