-- Which changes are events: told by the rows that hold them, so that whoever changes one (call, job, operator, file) tells.

CREATE FUNCTION tell_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tell_event(NEW.id, 'member.registered', jsonb_build_object(
      'invitedBy', NEW.invited_by::text, 'sourceCode', NEW.source_code, 'registeredAt', iso_time(NEW.created_at)));
  ELSE
    PERFORM tell_event(NEW.id, 'member.changed', jsonb_build_object(
      'state', NEW.status, 'isFrozen', NEW.frozen_at IS NOT NULL, 'mergedInto', NEW.merged_into::text));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER member_born_event AFTER INSERT ON member FOR EACH ROW EXECUTE FUNCTION tell_member();
CREATE TRIGGER member_event AFTER UPDATE OF status, frozen_at, merged_into ON member FOR EACH ROW
  WHEN ((OLD.status, OLD.frozen_at IS NULL, OLD.merged_into) IS DISTINCT FROM (NEW.status, NEW.frozen_at IS NULL, NEW.merged_into))
  EXECUTE FUNCTION tell_member();

-- Whoever keeps data of a member outside must erase it too.
CREATE FUNCTION tell_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_event(NEW.member_id, 'member.erased', jsonb_build_object('erasedAt', iso_time(NEW.finished_at)));
  RETURN NULL;
END $$;
CREATE TRIGGER erasure_event AFTER UPDATE OF state ON erasure FOR EACH ROW
  WHEN (NEW.state = 'ERASED' AND OLD.state <> 'ERASED') EXECUTE FUNCTION tell_erasure();

-- Nobody advertises to whoever pauses, or has not agreed. Why somebody pauses stays here.
CREATE FUNCTION tell_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_event(NEW.member_id, CASE WHEN NEW.ended_at IS NULL THEN 'member.paused' ELSE 'member.resumed' END,
    jsonb_build_object('pauseId', NEW.id::text, 'until', iso_time(NEW.until_at)));
  RETURN NULL;
END $$;
CREATE TRIGGER pause_born_event AFTER INSERT ON pause FOR EACH ROW EXECUTE FUNCTION tell_pause();
CREATE TRIGGER pause_event AFTER UPDATE OF until_at, ended_at ON pause FOR EACH ROW
  WHEN ((OLD.until_at, OLD.ended_at) IS DISTINCT FROM (NEW.until_at, NEW.ended_at)) EXECUTE FUNCTION tell_pause();

CREATE FUNCTION tell_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_event(NEW.member_id, 'member.marketing', jsonb_build_object('isAllowed', NEW.is_given));
  RETURN NULL;
END $$;
CREATE TRIGGER consent_event AFTER INSERT ON consent FOR EACH ROW
  WHEN (NEW.kind = 'marketing') EXECUTE FUNCTION tell_consent();

-- Deposits, what operators adjust, and money that the house gives have rows of the statement.
CREATE FUNCTION tell_statement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its_type text := CASE
    WHEN NEW.from_label = 'ADJUSTMENT' OR NEW.to_label = 'ADJUSTMENT' THEN 'wallet.adjusted'
    WHEN NEW.statement_type = 'deposit' THEN 'deposit.' ||
      CASE NEW.status WHEN 'PENDING' THEN 'pending' WHEN 'SUCCESS' THEN 'credited' ELSE 'refused' END
    WHEN NEW.statement_type = 'bonus' AND NEW.status = 'SUCCESS' THEN 'bonus.credited' END;
  its_data jsonb := jsonb_build_object('statementId', NEW.id::text);
BEGIN
  IF its_type IS NULL THEN RETURN NULL; END IF;
  PERFORM tell_event(NEW.member_id, its_type, its_data || CASE its_type
    WHEN 'wallet.adjusted' THEN
      jsonb_build_object('amount', baht(CASE WHEN NEW.to_label = 'ADJUSTMENT' THEN -NEW.amount ELSE NEW.amount END))
    WHEN 'bonus.credited' THEN jsonb_build_object('amount', baht(NEW.amount), 'kind', CASE
      WHEN NEW.detail ? 'luckydraw' THEN 'prize'
      WHEN NEW.detail ? 'refund' THEN 'refund'
      WHEN NEW.detail ? 'invite' THEN 'invite'
      ELSE 'bonus' END)
    ELSE jsonb_build_object('amount', baht(NEW.amount), 'source', NEW.from_label) END);
  RETURN NULL;
END $$;
CREATE TRIGGER statement_entry_born_event AFTER INSERT ON statement_entry FOR EACH ROW
  WHEN (NEW.statement_type IN ('deposit', 'bonus') OR NEW.to_label = 'ADJUSTMENT') EXECUTE FUNCTION tell_statement();
CREATE TRIGGER statement_entry_event AFTER UPDATE OF status ON statement_entry FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND NEW.statement_type IN ('deposit', 'bonus')) EXECUTE FUNCTION tell_statement();

-- A refused slip has no row of the statement.
CREATE FUNCTION tell_slip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_event(NEW.member_id, 'slip.refused', jsonb_build_object('slipId', NEW.id::text, 'reason', NEW.note));
  RETURN NULL;
END $$;
CREATE TRIGGER slip_event AFTER UPDATE OF status ON slip FOR EACH ROW
  WHEN (NEW.status = 'FAILED' AND OLD.status <> 'FAILED') EXECUTE FUNCTION tell_slip();

CREATE FUNCTION tell_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_event(NEW.member_id,
    CASE WHEN TG_OP = 'INSERT' THEN 'withdrawal.requested' WHEN NEW.state = 'PAID' THEN 'withdrawal.paid'
      ELSE 'withdrawal.rejected' END,
    jsonb_build_object('withdrawalId', NEW.id, 'amount', baht(NEW.amount),
      'bank', NEW.bank_code, 'accountEnd', right(NEW.bank_account_no, 4)));
  RETURN NULL;
END $$;
CREATE TRIGGER withdrawal_born_event AFTER INSERT ON withdrawal FOR EACH ROW EXECUTE FUNCTION tell_withdrawal();
CREATE TRIGGER withdrawal_event AFTER UPDATE OF state ON withdrawal FOR EACH ROW
  WHEN (NEW.state <> OLD.state AND NEW.state IN ('PAID', 'REJECTED')) EXECUTE FUNCTION tell_withdrawal();

-- A transfer is one event, when it has ended.
CREATE FUNCTION tell_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_event(NEW.member_id, CASE NEW.status WHEN 'SUCCESS' THEN 'transfer.completed' ELSE 'transfer.failed' END,
    jsonb_build_object('transferId', NEW.id, 'from', NEW.from_code, 'to', NEW.to_code,
      'amount', baht(NEW.amount), 'moved', baht(NEW.moved), 'reason', NEW.failure));
  RETURN NULL;
END $$;
CREATE TRIGGER transfer_born_event AFTER INSERT ON transfer FOR EACH ROW
  WHEN (NEW.status <> 'PENDING') EXECUTE FUNCTION tell_transfer();
CREATE TRIGGER transfer_event AFTER UPDATE OF status ON transfer FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND NEW.status <> 'PENDING') EXECUTE FUNCTION tell_transfer();

CREATE FUNCTION tell_bonus() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_event(NEW.member_id, CASE WHEN TG_OP = 'INSERT' THEN 'bonus.started' ELSE 'bonus.ended' END,
    jsonb_build_object('bonusId', NEW.id::text, 'code', NEW.code, 'source', NEW.source, 'deposit', baht(NEW.deposit),
      'bonus', baht(NEW.bonus)) || CASE WHEN TG_OP = 'INSERT' THEN '{}'
      ELSE jsonb_build_object('result', NEW.state, 'removed', baht(NEW.removed)) END);
  RETURN NULL;
END $$;
CREATE TRIGGER member_bonus_born_event AFTER INSERT ON member_bonus FOR EACH ROW EXECUTE FUNCTION tell_bonus();
CREATE TRIGGER member_bonus_event AFTER UPDATE OF state ON member_bonus FOR EACH ROW
  WHEN (NEW.state <> OLD.state AND NEW.state <> 'ACTIVE') EXECUTE FUNCTION tell_bonus();

CREATE FUNCTION tell_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_event(OLD.member_id, 'session.closed',
      jsonb_build_object('sessionId', OLD.id, 'lastSeenAt', iso_time(OLD.last_seen_at)));
  ELSE
    PERFORM tell_event(NEW.member_id, 'session.opened', jsonb_build_object('sessionId', NEW.id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER session_born_event AFTER INSERT ON session FOR EACH ROW
  WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION tell_session();
CREATE TRIGGER session_gone_event AFTER DELETE ON session FOR EACH ROW
  WHEN (OLD.member_id IS NOT NULL) EXECUTE FUNCTION tell_session();

-- Bets and wins of a seamless game are told in sums: when its session ends, and again where one comes after the end.
CREATE FUNCTION tell_play() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_event(NEW.member_id, CASE WHEN NEW.ended_at IS NULL THEN 'play.opened' ELSE 'play.closed' END,
    jsonb_build_object('playId', NEW.id::text, 'game', NEW.provider) || CASE WHEN NEW.ended_at IS NULL THEN '{}'
      ELSE jsonb_build_object('rounds', NEW.rounds, 'staked', baht(NEW.staked), 'won', baht(NEW.won),
        'openedAt', iso_time(NEW.started_at), 'closedAt', iso_time(NEW.ended_at)) END);
  RETURN NULL;
END $$;
CREATE TRIGGER game_session_born_event AFTER INSERT ON game_session FOR EACH ROW
  WHEN (NEW.ended_at IS NULL) EXECUTE FUNCTION tell_play();
CREATE TRIGGER game_session_event AFTER UPDATE ON game_session FOR EACH ROW
  WHEN (NEW.ended_at IS NOT NULL AND (OLD.ended_at IS NULL OR (OLD.rounds, OLD.staked, OLD.won) <> (NEW.rounds, NEW.staked, NEW.won)))
  EXECUTE FUNCTION tell_play();
