import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const DAY_MS = 86_400_000;
const [INTEGER, BITS, OCTETS, OID, TEXT, TIME, SEQUENCE, SET] = [
  0x02, 0x03, 0x04, 0x06, 0x0c, 0x18, 0x30, 0x31,
];
const ECDSA_SHA256 = der(SEQUENCE, der(OID, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(OID, Buffer.from('550403', 'hex'));
const ALTERNATIVE_NAMES = der(OID, Buffer.from('551d11', 'hex'));
const CONSTRAINTS = der(OID, Buffer.from('551d13', 'hex'));
const YES = Buffer.from([0x01, 0x01, 0xff]);

/** A certificate of `localhost` that its own key signed, valid until so many days from now, and that key; both PEM. */
export function selfSigned(days: number): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(TEXT, Buffer.from(randomBytes(8).toString('hex'))))),
  );
  const now = Date.now();
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, ALTERNATIVE_NAMES, der(OCTETS, der(SEQUENCE, der(0x82, Buffer.from('localhost'))))),
    der(SEQUENCE, CONSTRAINTS, YES, der(OCTETS, der(SEQUENCE, YES))),
  );
  const content = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    der(SEQUENCE, time(now - 60 * DAY_MS), time(now + days * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = der(SEQUENCE, content, ECDSA_SHA256, der(BITS, Buffer.from([0]), signature));
  const lines = whole
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number | undefined, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const bytes: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff);
  const length = body.length < 0x80 ? [body.length] : [0x80 | bytes.length, ...bytes];
  return Buffer.concat([Buffer.from([tag ?? 0, ...length]), body]);
}

function time(ms: number): Buffer {
  return der(TIME, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}
