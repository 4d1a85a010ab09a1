import type { Capability, DriverField, DriverWarning, Trouble } from '@krapao/contract/connections';
import type { Variant } from '@krapao/contract/variant';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { isNetwork } from '../../http/networks.ts';
import type { BankFeed, FeedNews } from '../bankReport.ts';
import type { BankStatements } from '../bankStatement.ts';
import type { ChatBot } from '../chatBot.ts';
import type { ExclusionRegister } from '../exclusionRegister.ts';
import type { GameHouse } from '../gameProvider.ts';
import type { IdentityVerifier, VerificationNotice } from '../identityVerifier.ts';
import type { Messenger, MessengerNews } from '../messenger.ts';
import type { GatewayCurrency, PaymentGateway, PaymentNotice } from '../paymentGateway.ts';
import type { PayoutGateway, PayoutNotice } from '../payoutGateway.ts';
import type { SeamlessDialect } from '../seamlessWallet.ts';
import type { SlipVerifier } from '../slipVerifier.ts';
import type { SmsGateway } from '../smsGateway.ts';
import type { Receiver } from './delivery.ts';
import type { OutgoingHttp } from './outgoingHttp.ts';

/** What a driver of each capability gives to the product. The other capabilities have no drivers yet. */
export interface Ports {
  bankFeed: BankFeed;
  chatBot: ChatBot;
  game: GameHouse;
  gateway: PaymentGateway;
  notify: Messenger;
  payout: PayoutGateway;
  register: ExclusionRegister;
  slip: SlipVerifier;
  sms: SmsGateway;
  statement: BankStatements;
  verification: IdentityVerifier;
}
export type DrivenCapability = keyof Ports & Capability;

/** What the makers of each capability tell us by themselves. */
export interface Notices {
  bankFeed: FeedNews;
  gateway: PaymentNotice;
  notify: MessengerNews;
  payout: PayoutNotice;
  verification: VerificationNotice;
}
export type NotifiedCapability = keyof Notices;

/** What the maker says of itself: an answer of a test call. */
export type TestResult =
  | {
      ok: true;
      /** A short sentence in the maker's terms, such as a plan's name; shown to operators, never a secret. */
      detail: string;
      /** Paid calls that are left, if the maker tells. */
      quotaLeft?: number;
    }
  | { ok: false; trouble: Trouble; detail: string };

/** An opened connection: the capability, its notices and its test. */
export type Opened<C extends DrivenCapability> = Ports[C] & {
  /** How it takes what its maker sends. Undefined where the maker sends nothing. */
  receiver?: C extends NotifiedCapability ? Receiver<Notices[C]> : never;
  /** One harmless call with the stored settings. Undefined where the maker has none. */
  test?: () => Promise<TestResult>;
};

/** What a driver gets besides its settings. */
export interface Tools {
  http: OutgoingHttp;
  variant: Variant;
}

/** Settings or secrets. The contract names the fields, so that the console has a label for each. */
export type Fields = TObject<{ [Field in DriverField]?: TSchema }>;

/** One way to reach one kind of counterpart. Its folder holds its code, its schemas and its documented answers. */
export interface Driver<
  C extends DrivenCapability = DrivenCapability,
  Config extends Fields = Fields,
  Secrets extends Fields = Fields,
> {
  capability: C;
  /** Lower-case name in the API and the database. */
  driver: string;
  /** The maker's own name. */
  title: string;
  config: Config;
  secrets: Secrets;
  /** Address of the maker's documentation. */
  documentation: string;
  warnings: readonly DriverWarning[];
  /** Of a game house: its games bet from the wallet itself. */
  isSeamless?: true;
  /** What orders are paid in, of a gateway. */
  currency?(config: Static<Config>): GatewayCurrency;
  /** What the schemas cannot say is wrong with settings, in English; empty if nothing is. */
  problems?(settings: { config: Static<Config>; secrets: Static<Secrets> }): string[];
  /** May throw for settings that `problems` complains of. */
  open(settings: { config: Static<Config>; secrets: Static<Secrets> }, tools: Tools): Opened<C>;
}

/** Which networks may deliver to a connection; every driver whose maker tells or asks by itself has it. */
const NOTICE_FIELDS = {
  allowedAddresses: Type.Optional(Type.String({ maxLength: 2_000 })),
};
const NOTIFIED: readonly Capability[] = [
  'bankFeed',
  'gateway',
  'notify',
  'payout',
  'verification',
] satisfies NotifiedCapability[];

const networksIn = (text: string | undefined): string[] => (text ?? '').split(/[\s,;]+/).filter(Boolean);

/** Declares a driver with the types of its own schemas, as one of the registry. */
export function driver<C extends DrivenCapability, Config extends Fields, Secrets extends Fields>(
  declared: Driver<C, Config, Secrets>,
): Driver<C> {
  const plain = declared as unknown as Driver<C>;
  return NOTIFIED.includes(declared.capability) || declared.isSeamless ? withNetworks(plain) : plain;
}

function withNetworks<C extends DrivenCapability>(plain: Driver<C>): Driver<C> {
  const apart = (config: { allowedAddresses?: unknown }) => {
    const { allowedAddresses, ...own } = config;
    return { networks: networksIn(allowedAddresses as string | undefined), own: own as never };
  };
  return {
    ...plain,
    config: Type.Object({ ...plain.config.properties, ...NOTICE_FIELDS }, { additionalProperties: false }),
    problems({ config, secrets }) {
      const { networks, own } = apart(config);
      const wrong = networks.find((network) => !isNetwork(network));
      return [
        ...(wrong === undefined ? [] : [`allowedAddresses: ${wrong} is no address and no network`]),
        ...(plain.problems?.({ config: own, secrets }) ?? []),
      ];
    },
    open({ config, secrets }, tools) {
      const { networks, own } = apart(config);
      const opened = plain.open({ config: own, secrets }, tools);
      const { receiver, seamless } = opened as { receiver?: Receiver<unknown>; seamless?: SeamlessDialect };
      if (networks.length === 0) return opened;
      if (seamless !== undefined) return Object.assign(opened, { seamless: { ...seamless, networks } });
      if (receiver === undefined) return opened;
      const read = receiver.read.bind(receiver);
      return Object.assign(opened, { receiver: { ...receiver, read, networks } });
    },
  };
}
