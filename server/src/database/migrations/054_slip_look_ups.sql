-- Which connection answered for a slip, under its name of that time (decision 178): connections are renamed and removed.
-- All are null before the first look-up.
ALTER TABLE slip
  ADD COLUMN looked_up_by text,
  ADD COLUMN looked_up_driver text,
  ADD COLUMN looked_up_name text,
  ADD COLUMN looked_up_outcome text,
  ADD COLUMN looked_up_at timestamptz,
  ADD CONSTRAINT slip_looked_up
    CHECK (num_nulls(looked_up_by, looked_up_driver, looked_up_name, looked_up_outcome, looked_up_at) IN (0, 5));
