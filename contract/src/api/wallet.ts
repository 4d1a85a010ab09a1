import { family, Type } from '../endpoint.ts';
import { Baht, Code, RequestedBaht, Status, Text, Time } from './common.ts';
import { Slip } from './statement.ts';

const Link = Type.Union([Type.String(), Type.Null()]);

export const GameAccount = Type.Object({
  code: Type.String(),
  name: Type.String(),
  nameTH: Type.String({ description: 'the name in each language; beyond the specification' }),
  nameLA: Type.String(),
  nameEN: Type.String(),
  logo: Type.String(),
  background: Type.String(),
  isActive: Type.Boolean(),
  isSeamless: Type.Boolean({
    description:
      'true for a game that bets from the wallet itself: nothing is moved into it, and it opens without an account; beyond the specification',
  }),
  amount: Baht,
  ftWalletSlot: Type.Number({ description: "the provider's credits for one baht" }),
  web: Link,
  android: Link,
  ios: Link,
  isAutoLogin: Type.Boolean({
    description: 'whether GET /api/autoLogin gives a link (GAM-03); beyond the specification',
  }),
  category: Type.Union([Type.Literal('slot'), Type.Literal('sport'), Type.Literal('lotto')], {
    description: 'the group of the home screen; `sport` contains sport and casino',
  }),
  updatedAt: Type.Union([Time, Type.Null()], { description: 'when the provider last reported the amount' }),
  isStale: Type.Boolean({
    description: 'true when the provider did not answer last time; amount is then the last known one',
  }),
  health: Type.Union(
    [Type.Literal('closed'), Type.Literal('maintenance'), Type.Literal('troubled'), Type.Null()],
    {
      description:
        'what is known against playing now. `closed`: its house takes no orders, so no money moves either way; `maintenance`: it does not open, and its money can be taken back where the house answers; `troubled`: the last calls got no answer; null: nothing is known against it. Beyond the specification',
    },
  ),
  healthUntil: Type.Union([Time, Type.Null()], {
    description: 'when the maintenance ends, where operators said so; beyond the specification',
  }),
  isFavourite: Type.Boolean({ description: 'marked by the member; beyond the specification' }),
  playedAt: Type.Union([Time, Type.Null()], {
    description: 'when the member last got a launch link there or moved money in; beyond the specification',
  }),
});

export const WalletResponse = Type.Object({
  profile: Type.Object({
    _id: Type.String(),
    username: Type.String(),
    name: Type.String(),
    createdAt: Time,
    coin: Type.Integer(),
  }),
  bankAccount: Type.Object({
    bankCode: Type.String(),
    bankAccountName: Type.String(),
    bankAccountNo: Type.String(),
    currency: Type.String(),
    bank: Type.Object({ nameTH: Type.String(), nameEN: Type.String(), nameLA: Type.String() }),
  }),
  wallet: Type.Object({
    amount: Baht,
    inTransfer: Type.Object(
      { amount: Baht },
      {
        description:
          'money that is moving between wallet and games, in both directions; no other amount includes it; beyond the specification',
      },
    ),
    onTheWay: Type.Array(
      Type.Object({
        kind: Type.Union([
          Type.Literal('withdrawal'),
          Type.Literal('slip'),
          Type.Literal('gift'),
          Type.Literal('transferClaim'),
          Type.Literal('seen'),
        ]),
        amount: Type.Union([Baht, Type.Null()], { description: 'null while unknown' }),
      }),
      {
        description:
          'withdrawals that are being paid, and deposits that are being checked (seen: reported by a bank or a gateway, but not credited yet); beyond the specification',
      },
    ),
  }),
  invite: Type.Object({ amount: Baht, success: Type.Number(), fail: Type.Number() }),
  slots: Type.Array(GameAccount),
});

export const SlotParams = Type.Object({ slotCode: Code });

/** The answer of a money call that may still be in progress after 10 s; the statement shows its result. */
export const MoneyResult = Type.Object({
  status: Status,
  id: Type.String(),
  amount: Baht,
});

/** A withdrawal to an account in kip contains the payout in kip, frozen at the request. */
const WithdrawalResult = Type.Object({
  ...MoneyResult.properties,
  kip: Type.Optional(Type.Integer({ description: 'whole kip' })),
  kipForBaht: Type.Optional(Type.Number()),
});

const credentials = Type.Object({
  username: Type.String(),
  password: Type.String(),
  formState: Type.Optional(
    Type.Object({
      action: Type.String(),
      fields: Type.Record(Type.String(), Type.String()),
    }),
  ),
});

export const walletCalls = family({
  'GET /api/wallet': {
    summary: 'The wallet and the game accounts',
    auth: 'member',
    openToExcluded: true,
    response: WalletResponse,
  },
  'GET /api/wallet/refresh/slot': {
    summary:
      'Refreshes the balance at every active provider; when one fails, its last known amount stays (HOM-08)',
    auth: 'member',
    openToExcluded: true,
    mutates: true,
    response: WalletResponse,
  },
  'GET /api/wallet/activate/:slotCode': {
    summary: 'Opens a game account (GAM-01)',
    auth: 'member',
    mutates: true,
    params: SlotParams,
    response: credentials,
    errors: ['NO_GAME', 'SLOT_ALREADY_ACTIVE', 'SLOT_ACTIVATE_FAIL', 'GAME_ACTIVATION_FAIL'],
  },
  'GET /api/wallet/account/:slotCode': {
    summary: 'The credentials of a game account (GAM-02)',
    auth: 'member',
    params: SlotParams,
    response: credentials,
    errors: ['NO_GAME', 'SLOT_NO_ACCOUNT'],
  },
  'GET /api/wallet/resetpassword/:slotCode': {
    summary: 'Sets a new password at the provider (GAM-02)',
    auth: 'member',
    mutates: true,
    params: SlotParams,
    response: credentials,
    errors: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'SLOT_RESET_PASSWORD_FAIL'],
  },
  'POST /api/wallet/add': {
    summary: 'Announces a transfer that the member has made (DEP-14)',
    auth: 'member',
    idempotent: true,
    body: Type.Object({ amount: RequestedBaht }),
    response: MoneyResult,
    errors: ['INVALID_AMOUNT', 'DEPOSIT_MINIMUM', 'NO_BANK', 'NO_DATA', 'IDEMPOTENCY_MISMATCH'],
  },
  'POST /api/wallet/transfer': {
    summary: 'Moves money between the wallet and game accounts (TRF-01)',
    auth: 'member',
    openToExcluded: true,
    idempotent: true,
    body: Type.Object({ from: Code, to: Code, amount: RequestedBaht }),
    response: MoneyResult,
    errors: [
      'INVALID_AMOUNT',
      'TRANSFER_MINIMUM',
      'MONEY_NOT_ENOUGH',
      'TRANSFER_FAIL',
      'NO_GAME',
      'SLOT_NO_ACCOUNT',
      'NO_WALLET',
      'NO_DATA',
      'IDEMPOTENCY_MISMATCH',
      'REQUEST_IN_PROGRESS',
      'ACCOUNT_FROZEN',
    ],
  },
  'POST /api/wallet/transferAll': {
    summary: 'Collects every game balance and the wallet into one account (TRF-01)',
    auth: 'member',
    openToExcluded: true,
    idempotent: true,
    body: Type.Object({ to: Code }),
    response: MoneyResult,
    errors: [
      'MONEY_NOT_ENOUGH',
      'TRANSFER_FAIL',
      'NO_GAME',
      'SLOT_NO_ACCOUNT',
      'NO_DATA',
      'IDEMPOTENCY_MISMATCH',
      'REQUEST_IN_PROGRESS',
      'ACCOUNT_FROZEN',
    ],
  },
  'POST /api/wallet/withdraw': {
    summary: 'Withdraws from the wallet only (WDR-01)',
    auth: 'member',
    openToExcluded: true,
    idempotent: true,
    body: Type.Object({ amount: RequestedBaht }),
    response: WithdrawalResult,
    errors: [
      'INVALID_AMOUNT',
      'WITHDRAW_MINIMUM',
      'WITHDRAW_MAXIMUM',
      'MONEY_NOT_ENOUGH',
      'NO_BANK',
      'BONUS_CONDITION',
      'STEP_UP_REQUIRED',
      'IDEMPOTENCY_MISMATCH',
      'ACCOUNT_FROZEN',
    ],
  },
  'POST /api/wallet/withdrawAll': {
    summary: 'Moves game balances back as far as the amount needs, then withdraws (WDR-01)',
    auth: 'member',
    openToExcluded: true,
    idempotent: true,
    body: Type.Object({ amount: RequestedBaht }),
    response: WithdrawalResult,
    errors: [
      'INVALID_AMOUNT',
      'WITHDRAW_MINIMUM',
      'WITHDRAW_MAXIMUM',
      'MONEY_NOT_ENOUGH',
      'NO_BANK',
      'BONUS_CONDITION',
      'TRANSFER_FAIL',
      'STEP_UP_REQUIRED',
      'IDEMPOTENCY_MISMATCH',
      'REQUEST_IN_PROGRESS',
      'ACCOUNT_FROZEN',
    ],
  },
  'POST /api/wallet/slip': {
    summary: 'Uploads a deposit slip as multipart (DEP-05); the check continues after the answer',
    auth: 'member',
    idempotent: true,
    files: ['file'],
    response: Slip,
    errors: [
      'SLIP_UPLOAD_FAIL',
      'SLIP_NO_FILE',
      'SLIP_INVALID_FILE',
      'REQUEST_LIMIT',
      'IDEMPOTENCY_MISMATCH',
    ],
  },
  'POST /api/wallet/truelink': {
    summary: 'Redeems a mobile-wallet gift link, encrypted with the fixed key of giftLink.ts (DEP-04)',
    auth: 'member',
    idempotent: true,
    body: Type.Object({ link: Text(2_000) }),
    response: Type.Object({
      ...MoneyResult.properties,
      isRepeat: Type.Optional(
        Type.Boolean({
          description:
            'true when the member has sent this link before: `status` and `amount` are those of the first time',
        }),
      ),
    }),
    errors: ['TRUELINK_DUPLICATE', 'TRUELINK_INVALID', 'IDEMPOTENCY_MISMATCH'],
  },
});
