/** A deliberate defect of the server, and the test that must detect it. */
export interface Mutant {
  name: string;
  /** Path below server/src. */
  file: string;
  /** Each `from` must occur in the file, with any line breaks; every occurrence is replaced. */
  replace: readonly [from: string, to: string][];
  /** A test file below server/src, and the beginning of the titles to run. */
  test: string;
  title: string;
}

const LEDGER = 'database/migrations/001_ledger.sql';
const LEDGER_POST = 'database/migrations/140_posting_parts.sql';
const TRANSFERS_TOGETHER = 'database/migrations/145_transfers_together.sql';
const HEADS = 'database/migrations/150_heads.sql';
const OWED = 'database/migrations/151_owed.sql';
const GAME_MOVE = 'database/migrations/130_limit_on_bets.sql';
const CONTRADICTIONS = 'database/migrations/132_what_contradicts_a_bet.sql';
const CANCELLED_BET = {
  test: 'modules/seamless/seamless.test.ts',
  title: 'a cancellation gives the bet back once, and one before its bet stops the bet',
};
const HISTORIES = { test: 'ledger/ledger.property.test.ts', title: 'random histories agree with a model' };
const CONCURRENT = {
  test: 'ledger/ledger.property.test.ts',
  title: 'concurrent commands over the same accounts',
};
const LATE_COMMIT = { test: 'ledger/audit.test.ts', title: 'with a lower id that commits late is sealed' };
const OBSERVATIONS = {
  test: 'modules/deposits/incoming/observations.property.test.ts',
  title: 'DEP-05 DEP-06 equal amounts within minutes',
};
const LATER = "case 'unknown':\n      return { decision: 'later', reason: result.reason };\n  }";
const FAILED = "case 'unknown':\n      return { decision: 'rejected', reason: result.reason };\n  }";

const CLOCK = {
  test: 'database/siteClock.test.ts',
  title: 'a database whose clock was moved tells it, and no node in production starts with it',
};

/** Negative controls (docs/truth-under-fire.md): `npm run mutants` applies each to a copy of the tree. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'ledger: accounts are not locked',
    file: LEDGER_POST,
    replace: [[' FOR NO KEY UPDATE', '']],
    ...CONCURRENT,
  },
  {
    name: 'ledger: no key check',
    file: LEDGER_POST,
    replace: [['VALUES (p_idem,', 'VALUES (gen_random_uuid(),']],
    ...HISTORIES,
  },
  {
    name: 'ledger: holds ignored',
    file: LEDGER_POST,
    replace: [["WHEN 'hold' THEN p_amount", "WHEN 'hold' THEN 0"]],
    ...HISTORIES,
  },
  {
    name: 'ledger: locks in the order of the command',
    file: LEDGER_POST,
    replace: [['v_credit_strict AND p_credit < p_debit', 'false']],
    ...CONCURRENT,
  },
  {
    name: 'ledger: two members pay each other',
    file: LEDGER_POST,
    replace: [['AND (d.member_id = c.member_id OR d.member_id IS NULL OR c.member_id IS NULL)', '']],
    ...HISTORIES,
  },
  {
    name: 'ledger: a wallet may go below zero',
    file: LEDGER,
    replace: [['CHECK (posted - held >= floor)', 'CHECK (true)']],
    ...HISTORIES,
  },
  {
    name: 'clock: the database’s is ahead of PostgreSQL’s',
    file: 'database/migrations/200_clock.sql',
    replace: [['RETURN pg_catalog.now();', "RETURN pg_catalog.now() + interval '90 seconds';"]],
    test: CLOCK.test,
    title: 'the site’s clock in SQL is PostgreSQL’s, and the application cannot replace it',
  },
  {
    name: 'clock: the triggers that were there read another one',
    file: 'database/migrations/200_clock.sql',
    replace: [["regexp_replace(v_made.text, v_clock, v_seam, 'g'), '^CREATE'", "v_made.text, '^CREATE'"]],
    test: CLOCK.test,
    title: 'nothing in the database reads another clock',
  },
  {
    name: 'clock: a node in production starts with a moved one',
    file: 'startServer.ts',
    replace: [
      ["if (config.mode === 'production') await requireOwnClock", 'if (false) await requireOwnClock'],
    ],
    ...CLOCK,
  },
  {
    name: 'clock: one function of the database is not compared',
    file: 'database/siteClock.ts',
    replace: [["'now', 'statement_timestamp', 'clock_timestamp'", "'now', 'clock_timestamp'"]],
    ...CLOCK,
  },
  {
    name: 'clock: the node’s is ahead of the machine’s',
    file: 'clock.ts',
    replace: [['#aheadMs = 0', '#aheadMs = 90_000']],
    test: 'clock.test.ts',
    title: 'a clock that nobody moved is the machine’s',
  },
  {
    name: 'chain: the sealer looks only at higher ids',
    file: HEADS,
    replace: [
      ['AND v_hint.is_at_end ORDER BY', 'AND false ORDER BY'],
      ['THEN v_seen ELSE v_hint.seen_to END', 'THEN v_seen ELSE coalesce(v_seen, v_hint.seen_to) END'],
    ],
    ...LATE_COMMIT,
  },
  {
    name: 'chain: a root covers what was sealed after it',
    file: HEADS,
    replace: [['WHERE s.at < v_last_root GROUP BY', 'WHERE false GROUP BY']],
    ...LATE_COMMIT,
  },
  {
    name: 'chain: an account is sealed past a lost posting',
    file: HEADS,
    replace: [['WHERE g.version = g.due', '']],
    test: 'ledger/audit.test.ts',
    title: 'an account is not sealed past a posting that is gone',
  },
  {
    name: 'chain: verify does not compare hashes',
    file: 'ledger/accountReplay.ts',
    replace: [["if (this.hash.toString('hex') !== head.hash)", 'if (this.hash.length === 0)']],
    test: 'ledger/audit.test.ts',
    title: 'verify notices: two versions of an account change places',
  },
  {
    name: 'chain: verify hashes a posting without its amount',
    file: 'ledger/chains.ts',
    replace: [['p.currency, p.amount,', 'p.currency, 100,']],
    test: 'ledger/ledger.property.test.ts',
    title: 'random histories agree with a model',
  },
  {
    name: 'proof: one wallet is left out of what members are owed',
    file: OWED,
    replace: [
      ["WHERE a.mode = 'strict' GROUP BY", "WHERE a.mode = 'strict' AND a.member_id <> 1000001 GROUP BY"],
    ],
    test: 'modules/proof/proof.test.ts',
    title: 'what was owed at the day’s root stays provable',
  },
  {
    name: 'transfers: unknown is treated as failed',
    file: 'modules/transfers/callProvider.ts',
    replace: [[LATER, FAILED]],
    test: 'modules/transfers/transferFaults.test.ts',
    title: 'TRF-05 time-out after the provider applied it',
  },
  {
    name: 'transfers: money goes to the game before it has left the wallet',
    file: TRANSFERS_TOGETHER,
    replace: [["IF p_direction = 'in' THEN", "IF p_direction = 'none' THEN"]],
    test: 'modules/transfers/transfers.test.ts',
    title: 'TRF-05 concurrent clicks without a key',
  },
  {
    name: 'transfers: the key is not remembered',
    file: 'database/migrations/122_transfer_steps.sql',
    replace: [['p_amount, p_key, p_fingerprint) RETURNING', 'p_amount, NULL, NULL) RETURNING']],
    test: 'modules/transfers/transfers.test.ts',
    title: 'TRF-01 the same key answers once',
  },
  {
    name: 'transfers: an overtaken node ends a plain move',
    file: TRANSFERS_TOGETHER,
    replace: [['AND l.claim = i.claim', '']],
    test: 'modules/transfers/plainMoves.test.ts',
    title: 'TRF-05 only the holder of the claim ends a move',
  },
  {
    name: 'transfers: no rule of play is asked for a plain move',
    file: TRANSFERS_TOGETHER,
    replace: [['OR play_must_be_asked(p_member)', '']],
    test: 'modules/transfers/plainMoves.test.ts',
    title: 'SAFE-10 TRF-01 the rules of play are asked',
  },
  {
    name: 'transfers: sent again under a new id',
    file: 'modules/transfers/callProvider.ts',
    replace: [
      [
        'const { id, username, amount } = leg;',
        'const { username, amount } = leg;\n  const id = crypto.randomUUID();',
      ],
    ],
    test: 'modules/transfers/transferFaults.test.ts',
    title: 'TRF-05 "not found" for what was applied',
  },
  {
    name: 'transfers: a possibly sent order is sent again without a look-up',
    file: 'modules/transfers/claimLegs.ts',
    replace: [['returning: { is_sending: isNew }', 'returning: { is_sending: sql<boolean>`true` }']],
    test: 'modules/transfers/transferFaults.test.ts',
    title: 'TRF-05',
  },
  {
    name: 'reports: counting has the time limit of a call',
    file: 'startServer.ts',
    replace: [['      patientDb,\n', '      patientDb: db,\n']],
    test: 'console/reports/countPostings.test.ts',
    title: 'counting may take longer than calls may',
  },
  {
    name: 'withdrawals: unknown is treated as failed',
    file: 'modules/withdrawals/payOut.ts',
    replace: [[LATER, FAILED]],
    test: 'modules/withdrawals/withdrawals.test.ts',
    title: 'WDR-01 the bank answers with timeoutAfterApply',
  },
  {
    name: 'withdrawals: a refused payout is booked as paid',
    file: 'modules/withdrawals/settlePayout.ts',
    replace: [
      [
        "await bookRejected(trx, row, outcome.reason, 'system');",
        "await bookPaid(trx, row, 'none', 'system');",
      ],
    ],
    test: 'modules/withdrawals/withdrawals.test.ts',
    title: 'WDR-03 a definite refusal of the bank gives the money back',
  },
  {
    name: 'leases: an overtaken worker writes its answer',
    file: 'jobs/leaseSql.ts',
    replace: [['and claim = ', 'and claim >= ']],
    test: 'jobs/leasedWork.test.ts',
    title: 'a lease that has ended is another’s, and',
  },
  {
    name: 'leases: an older answer counts for a row made due again',
    file: 'jobs/leasedWork.ts',
    replace: [
      ['claim: sql<number>`claim + 1`,\n  due_at: moment', 'claim: sql<number>`claim`,\n  due_at: moment'],
    ],
    test: 'modules/deposits/askAgain.test.ts',
    title: 'DEP-06 a notice that differs and comes',
  },
  {
    name: 'withdrawals: two nodes claim the same payout',
    file: 'jobs/leasedWork.ts',
    replace: [['inSeconds(config.leaseSeconds)', 'inSeconds(0)']],
    test: 'fire/twoNodes.test.ts',
    title: 'WDR-01 jobs of two nodes do each work once',
  },
  {
    name: 'deposits: a transfer that was credited is credited again',
    file: 'modules/deposits/incoming/receiveTransfer.ts',
    replace: [["if (transfer.status !== 'QUEUED') return transfer;", '']],
    test: 'modules/deposits/qr/qrDeposits.test.ts',
    title: 'DEP-01 an AUTO account credits a notice of many deliveries once',
  },
  {
    name: 'deposits: a report under its own reference is another transfer',
    file: 'modules/deposits/incoming/twinReport.ts',
    replace: [['?? newTwin(trx, seen, account)', '?? { isOpen: false }']],
    test: 'modules/deposits/incoming/twinReports.test.ts',
    title: 'DEP-06 a statement with references of its own',
  },
  {
    name: 'withdrawals: a refusal is accepted without a look-up by our id',
    file: 'modules/withdrawals/payOut.ts',
    replace: [
      ["if (known.status !== 'failed' && known.status !== 'not_found') return outcomeOf(known);", ''],
    ],
    test: 'modules/withdrawals/payoutAnswers.test.ts',
    title: 'WDR-01 a refusal gives nothing back',
  },
  {
    name: 'deposits: a QR paid after its time is credited',
    file: 'modules/deposits/incoming/matchTransfer.ts',
    replace: [['paidAt <= expires_at.getTime() + CLOCKS_DIFFER_MS', 'expires_at.getTime() > 0']],
    test: 'modules/deposits/qr/qrDeposits.test.ts',
    title: 'DEP-06 paying a cancelled, a used or an expired QR',
  },
  {
    name: 'pauses: a limited session takes every call',
    file: 'calls/authenticate.ts',
    replace: [["if (row.is_limited && !isOpen) throw new AppError('INVALID_USER_3');", '']],
    test: 'modules/pauses/pauses.test.ts',
    title: 'SAFE-12 a limited session is refused by every call',
  },
  {
    name: 'pauses: the money of an excluded member stays in games',
    file: 'modules/pauses/closingJob.ts',
    replace: [['if (games.length > 0) {', 'if (games.length > 99) {']],
    test: 'modules/pauses/pauses.test.ts',
    title: 'SAFE-12 an excluded member withdraws',
  },
  {
    name: 'pauses: a member returns without the day of thought',
    file: 'modules/pauses/returning.ts',
    replace: [['.where(isThoughtOver)', '']],
    test: 'modules/pauses/pauses.test.ts',
    title: 'SAFE-14 the log-in is open again only',
  },
  {
    name: 'pauses: a shorter break takes the place of a longer one',
    file: 'modules/pauses/beginPause.ts',
    replace: [["if (isChosen && (await endsBefore(trx, pause))) throw new AppError('PAUSE_LONGER');", '']],
    test: 'modules/pauses/pauses.test.ts',
    title: 'SAFE-10 a break closes deposits and play',
  },
  {
    name: 'reality check: play goes on without an answer',
    file: 'modules/protection/admit.ts',
    replace: [['(await closedByRealityCheck(db, memberId)) ??', '']],
    test: 'modules/realityCheck/realityCheck.test.ts',
    title: 'SAFE-15 after the chosen minutes',
  },
  {
    name: 'limits: two deposits at one moment are admitted',
    file: 'modules/protection/admit.ts',
    replace: [['await lockDeposits(trx, memberId);\n  return closedDeposit', 'return closedDeposit']],
    test: 'modules/protection/limits/depositLimits.test.ts',
    title: 'SAFE-08 two deposits at one moment',
  },
  {
    name: 'limits: a deposit is credited above the limit',
    file: 'modules/protection/limits/depositLimit.ts',
    replace: [['least.room >= (amount ?? 1n)', 'amount !== null']],
    test: 'modules/protection/limits/depositLimits.test.ts',
    title: 'SAFE-08 a QR shown before the limit is paid',
  },
  {
    name: 'limits: a looser limit holds before its cooling-off',
    file: 'modules/protection/limits/changeLimit.ts',
    replace: [["if (!rows[0]?.is_ready) throw new AppError('LIMIT_COOLING_OFF');", '']],
    test: 'modules/protection/limits/depositLimits.test.ts',
    title: 'SAFE-06 SAFE-07 a stricter limit holds at once',
  },
  {
    name: 'limits: what a limit kept out is credited by a later report',
    file: 'modules/deposits/slip/lookUpSlip.ts',
    replace: [['if (isClosedBy(transfer.note)) return leaveToOperator(trx, slip, transfer.note);', '']],
    test: 'modules/protection/limits/keptOut.test.ts',
    title: 'SAFE-08 no second report credits',
  },
  {
    name: 'limits: what is in games is not counted as lost',
    file: 'modules/protection/limits/playLimit.ts',
    replace: [['isTold || told > mayBe ? told', 'true ? told']],
    test: 'modules/protection/limits/playLimits.test.ts',
    title: 'SAFE-04 SAFE-05 a limit of loss',
  },
  {
    name: 'seamless: a bet that comes after its cancellation is booked',
    file: GAME_MOVE,
    replace: [
      [
        `INSERT INTO game_transaction (connection_id, reference, verb, state, member_id, provider, amount)
        VALUES (p_connection, p_refers_to, 'debit', 'TOMBSTONE', v_player.member_id, v_player.provider, 0);`,
        '',
      ],
    ],
    ...CANCELLED_BET,
  },
  {
    name: 'seamless: a bet is given back twice',
    file: GAME_MOVE,
    replace: [
      ["UPDATE game_transaction t SET state = 'CANCELLED'", "UPDATE game_transaction t SET state = 'BOOKED'"],
    ],
    ...CANCELLED_BET,
  },
  {
    name: 'seamless: the same id may carry another amount',
    file: CONTRADICTIONS,
    replace: [['(v_old.amount <> p_amount OR (', '(false OR (']],
    test: 'modules/seamless/seamless.test.ts',
    title: 'the same id with another content is refused',
  },
  {
    name: 'seamless: a win for a cancelled bet is paid',
    file: CONTRADICTIONS,
    replace: [["ELSIF v_target.state IN ('CANCELLED', 'TOMBSTONE') THEN", 'ELSIF false THEN']],
    test: 'modules/seamless/seamless.test.ts',
    title: 'a win without a bet is the member’s',
  },
  {
    name: 'seamless: a win for another member’s bet is paid',
    file: CONTRADICTIONS,
    replace: [['IF v_target.reference IS NOT NULL', 'IF false']],
    test: 'modules/seamless/seamlessAttacks.test.ts',
    title: 'nobody is paid for, or gets back, another member’s bet',
  },
  {
    name: 'seamless: the same id may come for another round',
    file: CONTRADICTIONS,
    replace: [["OR (v_old.state = 'BOOKED' AND (", 'OR (false AND (']],
    test: 'modules/seamless/seamlessAttacks.test.ts',
    title: 'a booked id that comes again for another round',
  },
  {
    name: 'seamless: what an old house owes a game that moved is refused',
    file: CONTRADICTIONS,
    replace: [
      [
        '$b$JOIN game_provider g ON g.code = a.provider$b$',
        "$a$JOIN game_provider g ON g.code = a.provider AND g.kind = 'seamless'$a$",
      ],
    ],
    test: 'modules/seamless/seamlessAttacks.test.ts',
    title: 'an operator with a grudge',
  },
  {
    name: 'seamless: the rules of protection are not asked at a bet',
    file: GAME_MOVE,
    replace: [['OR play_must_be_asked(v_player.member_id)', '']],
    test: 'modules/seamless/seamlessProtection.test.ts',
    title: 'SAFE-04 SAFE-05 SAFE-10 SAFE-15',
  },
  {
    name: 'seamless: a signature of anybody is believed',
    file: 'providers/game/slotegrator/slotegratorWallet.ts',
    replace: [
      [
        'if (!isSigned(keys, [...form], headers))',
        'if (!isSigned(keys, [...form], headers) && form.size < 0)',
      ],
    ],
    test: 'modules/seamless/seamlessDoor.test.ts',
    title: 'bad calls get the maker’s documented error',
  },
  {
    name: 'seamless: half of a message is booked',
    file: 'modules/seamless/takeCall.ts',
    replace: [
      [
        'if (!isBooked(step.moved)) throw new Undone(step);',
        'if (!isBooked(step.moved)) { done.push(step); break; }',
      ],
    ],
    test: 'modules/seamless/seamlessCases.test.ts',
    title: 'bgaming: a bet and its win in one message',
  },
  {
    name: 'limits: a round counts as one bet',
    file: 'modules/protection/limits/playUse.ts',
    replace: [["case kind when 'seamless' then bets else rounds end", 'rounds']],
    test: 'modules/seamless/seamlessProtection.test.ts',
    title: 'SAFE-05 SAFE-06 a limit on the number of bets',
  },
  {
    name: 'limits: a cancelled bet still counts',
    file: GAME_MOVE,
    replace: [['v_bets := -1;', '']],
    test: 'modules/seamless/seamlessProtection.test.ts',
    title: 'SAFE-05 SAFE-06 a limit on the number of bets',
  },
  {
    name: 'deposits: a notice is accepted without its signature',
    file: 'providers/webhookSignature.ts',
    replace: [['one.length === other.length && timingSafeEqual(', 'one.length > 0 || timingSafeEqual(']],
    test: 'modules/deposits/qr/qrDeposits.test.ts',
    title: 'DEP-06 a notice with a bad signature',
  },
  {
    name: 'bonus: locked money can be withdrawn',
    file: 'modules/bonus/refuseLocked.ts',
    replace: [['if (bonus) throw', 'if (bonus && memberId < 0n) throw']],
    test: 'modules/bonus/bonus.test.ts',
    title: 'BON-04 WDR-03 a bonus is a share',
  },
  {
    name: 'bonus: money above the maximum payout stays',
    file: 'modules/bonus/terms.ts',
    replace: [["verdict === 'reached' ? excessOf(terms, now) :", "verdict === 'reached' ? 0n :"]],
    test: 'modules/bonus/bonus.test.ts',
    title: 'BON-01 what exceeds the maximum payout is removed',
  },
  {
    name: 'bonus: the rest of a failed bonus stays',
    file: 'modules/bonus/terms.ts',
    replace: [[': earlyEndCostOf(own, now)', ': earlyEndCostOf(own, 0n * now)']],
    test: 'modules/bonus/bonus.test.ts',
    title: 'BON-01 ending early leaves',
  },
  {
    name: 'coupons: a coupon can be claimed again',
    file: 'modules/spinwheel/claimCoupon.ts',
    replace: [['if (coupon.claimed_at !== null)', 'if (coupon.claimed_at === undefined)']],
    test: 'modules/spinwheel/spinwheel.test.ts',
    title: 'SPN-05 NO_CLAIMABLE_COUPON',
  },
  {
    name: 'coupons: an expired coupon is paid',
    file: 'modules/spinwheel/claimCoupon.ts',
    replace: [['if (coupon.is_expired)', 'if (coupon.is_expired === undefined)']],
    test: 'modules/spinwheel/spinwheel.test.ts',
    title: 'SPN-05 COUPON_EXPIRED',
  },
  {
    name: 'wheel: coins are not locked',
    file: 'modules/spinwheel/commitment.ts',
    replace: [['    .forNoKeyUpdate()\n', '']],
    test: 'modules/spinwheel/spinwheel.test.ts',
    title: 'SPN-02 with one coin, of many spins at once',
  },
  {
    name: 'sessions: no session expires',
    file: 'calls/authenticate.ts',
    replace: [['if (row.is_expired)', 'if (row.is_expired === undefined)']],
    test: 'modules/auth/auth.test.ts',
    title: 'API-05 a session ends at its absolute',
  },
  {
    name: "sessions: log-out removes only the browser's token",
    file: 'modules/auth/logOut.ts',
    replace: [
      [
        "await trx.deleteFrom('session').where('token_hash', '=', session.tokenHash).execute();",
        "await trx.selectFrom('session').select('id').where('token_hash', '=', session.tokenHash).execute();",
      ],
    ],
    test: 'fire/twoNodes.test.ts',
    title: 'API-05 a session made on one node',
  },
  {
    name: 'database: an unhandled connection error ends the server',
    file: 'database/databaseClient.ts',
    replace: [["    this.on('error', () => undefined);\n", '']],
    test: 'fire/faultProxy.test.ts',
    title: 'TRF-05 lines that are reset under load',
  },
  {
    name: 'database: a lost answer is reported as a failure',
    file: 'http/errorHandler.ts',
    replace: [
      [
        "if (isDatabaseUnavailable(error)) return new AppError('SERVICE_UNAVAILABLE');",
        "if (isDatabaseUnavailable(error)) return new AppError('TRANSFER_FAIL');",
      ],
    ],
    test: 'fire/faultProxy.test.ts',
    title: 'TRF-05 WDR-01 the line to the database is cut',
  },
  {
    name: 'database: a silent connection is used again',
    file: 'database/connect.ts',
    replace: [
      ["  pool.on('connect', closeWhenUnanswered);\n", ''],
      ['query_timeout: statementMs + ANSWER_AFTER_MS,', ''],
    ],
    test: 'fire/faultProxy.test.ts',
    title: 'API-02 SYS-01 lines that say nothing',
  },
  {
    name: 'database: a dead embedded PostgreSQL stays dead',
    file: 'embedded/embeddedCare.ts',
    replace: [
      [
        'const isWell = await isAlive().catch(() => true);',
        'const isWell = (await isAlive().catch(() => true)) || true;',
      ],
    ],
    test: 'fire/fire.test.ts',
    title: 'TRF-05 WDR-01 DEP-06',
  },
  {
    name: 'gateways: a hint is believed',
    file: 'modules/deposits/gateway/gatewayNotices.ts',
    replace: [
      [
        "if (told.status === 'hint') return askAfterHint(trx, payment);",
        "if (told.status === 'hint') { await settleGatewayPayment(trx, payment, { amount: payment.pay_amount, paidAt: new Date() }, rules); return 'TAKEN'; }",
      ],
    ],
    test: 'modules/deposits/gateway/gatewayNotices.test.ts',
    title: 'DEP-06 a forged hint credits nothing',
  },
  {
    name: 'database: a silent embedded PostgreSQL is not restarted',
    file: 'embedded/embeddedCare.ts',
    replace: [['silent + 1', 'silent']],
    test: 'embedded/embeddedSilence.test.ts',
    title: 'a postmaster that lives and does not answer is ended and started again where it was',
  },
  {
    name: 'database: fsync is off',
    file: 'embedded/embeddedLaunch.ts',
    replace: [["max_connections: '200',", "max_connections: '200',\n      fsync: 'off',"]],
    test: 'embedded/embedded.test.ts',
    title: 'data stays over an ordinary stop and start, and fsync is on',
  },
  {
    name: 'observations: the precision of the time is ignored',
    file: 'modules/deposits/incoming/twinReport.ts',
    replace: [['if (isDay) return { early_seconds: 0, late_seconds: DAY };', '']],
    ...OBSERVATIONS,
  },
  {
    name: 'observations: a source may tell of a transfer twice',
    file: 'modules/deposits/incoming/twinReport.ts',
    replace: [['const untold = sql<boolean>`(not (', 'const untold = sql<boolean>`(true or not (']],
    ...OBSERVATIONS,
  },
  {
    name: 'cases: the same hit opens a case again',
    file: 'modules/cases/addFact.ts',
    replace: [['if (!rows[0]?.isNews) return false;', '']],
    test: 'modules/cases/cases.test.ts',
    title: 'SAFE-35 what a rule finds is one open case',
  },
  {
    name: 'cases: the watermark passes over what commits late',
    file: 'modules/cases/scanMembers.ts',
    replace: [
      ['p.xid < pg_snapshot_xmin(pg_current_snapshot())', 'true'],
      ['then pg_snapshot_xmin(pg_current_snapshot())', 'then pg_snapshot_xmax(pg_current_snapshot())'],
    ],
    test: 'modules/cases/cases.test.ts',
    title: 'SAFE-35 what commits late',
  },
  {
    name: 'cases: a hold that holds no payout',
    file: 'modules/withdrawals/payoutRules.ts',
    replace: [["if (facts.isHeldByCase) stops.push('CASE');", '']],
    test: 'modules/cases/cases.test.ts',
    title: 'SAFE-35 held payouts wait',
  },
  {
    name: 'cases: held payouts are shown to who may not decide cases',
    file: 'console/queues/waitingRows.ts',
    replace: [["isAllowed(role, 'case.decide')", 'true']],
    test: 'modules/cases/cases.test.ts',
    title: 'SAFE-35 held payouts wait',
  },
  {
    name: 'merging: strangers are merged too',
    file: 'modules/merge/mergeMembers.ts',
    replace: [["if (!isOnePerson) throw new AppError('MERGE_STRANGERS');", '']],
    test: 'console/members/merge.test.ts',
    title: 'SAFE-41 strangers are not merged',
  },
  {
    name: 'merging: money that moved meanwhile moves too',
    file: 'modules/merge/mergeMembers.ts',
    replace: [['wallet.available !== asked.amount ||', '']],
    test: 'console/members/merge.test.ts',
    title: 'SAFE-41 what is on its way must end first',
  },
  {
    name: 'merging: the looser limit holds',
    file: 'modules/protection/limits/carryLimits.ts',
    replace: [['g.most < coalesce(s.most', 'g.most > coalesce(s.most']],
    test: 'modules/merge/merge.property.test.ts',
    title: 'SAFE-41 random histories',
  },
  {
    name: 'register: silence counts as not listed',
    file: 'modules/exclusionRegister/askRegister.ts',
    replace: [["answers.every(({ status }) => status !== 'unknown')", 'true']],
    test: 'modules/exclusionRegister/exclusionRegister.test.ts',
    title: 'SAFE-13 unknown is not failed',
  },
  {
    name: 'register: an entry that was taken back begins again',
    file: 'modules/exclusionRegister/takeAnswer.ts',
    replace: [['if (await wasWrong(trx, keeper, reference)) continue;', '']],
    test: 'modules/exclusionRegister/exclusionRegister.test.ts',
    title: 'SAFE-13 an entry that has ended',
  },
  {
    name: 'verification: a machine approves another name',
    file: 'modules/identity/verification/approveConfirmed.ts',
    replace: [['!isName || ', '']],
    test: 'modules/identity/verification/verification.test.ts',
    title: 'SAFE-45 a machine approves only',
  },
  {
    name: 'verification: the second answer replaces the first',
    file: 'modules/identity/verification/verificationNotice.ts',
    replace: [['if (row.told_at !== null) {', 'if (row.told_at === undefined) {']],
    test: 'modules/identity/verification/verification.test.ts',
    title: 'SAFE-45 of two answers',
  },
  {
    name: 'verification: a list that fits does not stop a machine',
    file: 'modules/identity/verification/approveConfirmed.ts',
    replace: [['throw new HasFindings()', 'return']],
    test: 'modules/identity/verification/verification.test.ts',
    title: 'SAFE-39 SAFE-45 a list that fits the document',
  },
  {
    name: 'pauses: what a member chose as an exclusion counts as a mistake',
    file: 'modules/pauses/endWrongEntry.ts',
    replace: [["(source = 'operator' or kind = 'break')", 'true']],
    test: 'modules/pauses/pauses.test.ts',
    title: 'SAFE-10 SAFE-12 what began by mistake',
  },
  {
    name: 'lists: a payout is not compared again',
    file: 'modules/withdrawals/payoutFacts.ts',
    replace: [['await compareAgain(trx, [row.member_id]);', '']],
    test: 'modules/withdrawals/payoutRules.test.ts',
    title: 'SAFE-39 a list that came into force',
  },
  {
    name: 'lists: who may not decide findings pays what one holds',
    file: 'console/queues/waitingRows.ts',
    replace: [["isAllowed(role, 'identity.decide')", 'true']],
    test: 'console/identity/lists.test.ts',
    title: 'SAFE-39 a list that is newer',
  },
];

/** The places of a mutant's text, independent of the formatter's line breaks and indentation. */
export function placesOf(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'), 'g');
}
