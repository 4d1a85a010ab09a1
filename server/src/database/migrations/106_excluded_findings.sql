-- A member who seems to be an excluded person under another account (rule 12, decision 203).
ALTER TABLE identity_finding DROP CONSTRAINT identity_finding_kind_check,
  ADD CONSTRAINT identity_finding_kind_check
    CHECK (kind IN ('highRisk', 'sanctions', 'underAge', 'sameDocument', 'verification', 'excluded'));
