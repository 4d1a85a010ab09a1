import type { DepositScenario, ScenarioFault } from '@krapao/contract/api/operator/incidents';
import { isClosedBy } from '@krapao/contract/protection/closedBy';

type Play = NonNullable<DepositScenario['play']>;
type Mode = ScenarioFault['mode'];
/** What is known of a slip's end; `hasQr`: a mini-QR was read on the picture. */
type Seen = Pick<DepositScenario, 'happened'> & {
  reason: string | null;
  amount: number | null;
  hasQr: boolean;
};

/** For a slip whose amount nobody told. */
const SOME_BAHT = 100;
/** What the sandbox's bank tells too much. */
const WRONG_BY_BAHT = 1;

const bank = (mode: Mode, times?: number): ScenarioFault => ({
  target: 'bank',
  mode,
  ...(times !== undefined && { times }),
});

/** What keeps the sandbox's checker from ever answering, by what a checker was last heard to say. */
const SILENCE: Readonly<Record<string, Mode>> = {
  PENDING: 'pendingForever',
  TIMEOUT: 'timeoutBeforeApply',
  SERVER_ERROR: 'error500',
};

/** Why no fault of the sandbox leads to it. */
const NO_FAULT: Readonly<Record<string, string>> = {
  WALLET_SLIP: 'The sandbox prints no slips of wallets.',
  BANK_PROOF: 'The sandbox prints no slips of Lao banks.',
  NO_VERIFIER: 'The site had no service that looks slips up; the sandbox is one.',
  RECEIVER_UNCLEAR: "It depends on the site's own account numbers, which are not in this file.",
  SEVERAL_WAYS: 'It depends on other money of the same amount, which is not in this file.',
  CURRENCY: 'It was paid in another currency than baht; the sandbox plays slips in baht.',
  TRANSFER_DISMISSED: 'An operator had dismissed the transfer; no fault of the sandbox does that.',
};

/** How the sandbox leads to the same end, or one sentence that says why it does not. */
export function depositPlay({ happened, reason, amount, hasQr }: Seen): Play | string {
  const { arrived, checkerTold } = happened;
  const play: Play = {
    payer: arrived?.sender === 'no_match' ? 'stranger' : 'member',
    receiver: 'slips',
    amount: arrived?.amount ?? amount ?? SOME_BAHT,
    picture: 'none',
    // What the slip tells shall not come by the bank's statement meanwhile.
    faults: [{ target: 'statement', mode: 'error500' }],
    passes: 'nothing',
  };
  const withBank = (fault: ScenarioFault): Play => ({ ...play, faults: [...play.faults, fault] });
  switch (reason) {
    case null:
      return 'It was credited, or is still being checked.';
    case 'NOT_MATCH':
      return { ...play, payer: 'stranger' };
    case 'DEST_ACC_INVALID':
      return { ...play, receiver: 'elsewhere' };
    case 'SLIP_REFNO_DUPLICATED':
      return { ...play, payer: 'otherMember', receiver: 'feed' };
    case 'CANNOT_READ_CROPPED_IMAGE':
      return { ...play, picture: 'crop' };
    case 'INVALID_SLIP':
      if (!hasQr) return { ...play, picture: 'tamper' };
      if (checkerTold === 'NOT_A_SLIP') return 'The service took the QR for something else than a slip.';
      return withBank(bank('falseNotFound'));
    case 'UNKNOW_ERROR': {
      const mode = SILENCE[checkerTold ?? ''];
      return mode
        ? withBank(bank(mode))
        : `The sandbox's checker has no fault like ${checkerTold ?? 'this'}.`;
    }
    case 'EXPIRED_SLIP':
      // Neither the notice nor the first look-up tells of it.
      return { ...withBank(bank('pendingForever', 2)), payer: 'member', passes: 'hours' };
    case 'AMOUNT_DIFFERS':
      // The notice comes first and takes the fault; the look-up tells the true amount.
      return {
        ...withBank(bank('wrongAmount', 1)),
        amount: Math.max(Math.round((play.amount - WRONG_BY_BAHT) * 100) / 100, 1),
      };
    case 'SENDER_UNCLEAR':
      return (arrived?.alike ?? 0) > 1
        ? { ...play, payer: 'alike' }
        : "The bank showed too little of the sender; the sandbox's bank always shows four digits.";
    default:
      if (isClosedBy(reason))
        return "It depends on the member's own limits or state, which are not in this file.";
      return NO_FAULT[reason] ?? 'It depends on the picture, which is not in this file.';
  }
}
