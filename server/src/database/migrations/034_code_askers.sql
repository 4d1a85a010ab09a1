-- Who asked for a code, told apart as for a verified number (025): a stranger's codes neither displace nor use up the owner's.
ALTER TABLE otp
  ADD COLUMN asker_device uuid,
  ADD COLUMN asker_address text;
