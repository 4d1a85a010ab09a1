// What 10,000 members at work ask for in a second. Each rate is a habit: how many members do it, divided by how long each
// waits until the next time (docs/decisions/229-an-open-load.md).
export const FULL = 10_000;

/** Calls a second at 10,000 members. */
export const RATES = {
  /** A look at home every two minutes. */
  'GET /api/wallet': FULL / 120,
  /** The activity page every ten minutes. */
  'POST /api/statement': FULL / 600,
  /** A log-in an hour. */
  'POST /api/login': FULL / 3_600,
  /** A tenth is at play in a seamless game, with a bet every five seconds. Each fourth bet wins (`win`). */
  'seamless bet': FULL / 10 / 5,
  /** A transfer into a game every hour. */
  'POST /api/wallet/transfer': FULL / 3_600,
  /** The bank's notice of a deposit: each member every two hours. */
  'notice of a deposit': FULL / 7_200,
  /** One deposit in four comes with a slip. */
  'POST /api/wallet/slip': FULL / 28_800,
  /** A twentieth talks to support, with a message every five minutes. */
  'POST /api/chat/send-message': FULL / 20 / 300,
  /** 20 operators, each with one of three pages every ten seconds. */
  'console: queues': 20 / 20,
  'console: search': 20 / 40,
  'console: slips': 20 / 40,
} as const;

export type Arriving = keyof typeof RATES;
/** A win follows its bet: it has no rate of its own. */
export type CallName = Arriving | 'seamless win';
/** Share of the bets that win, and milliseconds until the maker tells it. */
export const WINNING = 0.25;
export const WIN_AFTER_MS = 1_000;
/** Satang. */
export const STAKE = 100;
export const WON = 300;
