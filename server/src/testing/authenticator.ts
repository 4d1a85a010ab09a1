import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What differs from an honest browser and authenticator. */
export interface Dishonesty {
  origin?: string;
  rpId?: string;
  /** The authenticator did not ask for its person. */
  isUnverified?: boolean;
  counter?: number;
  userHandle?: string;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

/** An authenticator with one passkey (ES256), and the browser at `origin` in front of it. */
export function newAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';
  let rpId = '';

  function clientData(type: string, challenge: string, at: string): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false })).toString(
      'base64url',
    );
  }

  function authData(flags: number, forRp: string, count: number, attested = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([createHash('sha256').update(forRp).digest(), head, attested]);
  }

  const flagsOf = ({ isUnverified }: Dishonesty) => USER_PRESENT | (isUnverified ? 0 : USER_VERIFIED);
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };

  return {
    /** Makes the passkey: RegistrationResponseJSON. */
    create(given: object, lies: Dishonesty = {}) {
      const options = given as CreationOptions;
      rpId = options.rp.id;
      userHandle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const [bytesX, bytesY] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
      // COSE_Key: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        bytesX,
        Buffer.from('225820', 'hex'),
        bytesY,
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authData(
        flagsOf(lies) | HAS_CREDENTIAL,
        lies.rpId ?? rpId,
        counter,
        Buffer.concat([Buffer.alloc(16), length, id, key]),
      );
      // { fmt: 'none', attStmt: {}, authData }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, lies.origin ?? origin),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Signs a challenge: AuthenticationResponseJSON. */
    get(given: object, lies: Dishonesty = {}) {
      const { challenge } = given as { challenge: string };
      counter = lies.counter ?? counter + 1;
      const data = authData(flagsOf(lies), lies.rpId ?? rpId, counter);
      const clientDataJSON = clientData('webauthn.get', challenge, lies.origin ?? origin);
      const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
      return {
        ...credential,
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, hash]), privateKey).toString('base64url'),
          userHandle: lies.userHandle ?? userHandle,
        },
      };
    },
  };
}
