-- What a visitor confirmed at registration (rule 33): to be of the age that the jurisdiction pack asked for. Null: a client
-- of the specification asked nothing.
ALTER TABLE member
  ADD COLUMN age_confirmed smallint,
  ADD COLUMN age_confirmed_at timestamptz,
  ADD CHECK ((age_confirmed IS NULL) = (age_confirmed_at IS NULL));
