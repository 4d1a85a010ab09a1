-- Whoever was overtaken by another claim of a row writes nothing, in every kind of leased work
-- (docs/decisions/165-one-kit-for-leased-work.md). Transfer legs and withdrawals have their `claim` already.

ALTER TABLE slip ADD COLUMN claim integer NOT NULL DEFAULT 0;
ALTER TABLE gift_link ADD COLUMN claim integer NOT NULL DEFAULT 0;
ALTER TABLE gateway_payment ADD COLUMN claim integer NOT NULL DEFAULT 0;
ALTER TABLE statement_reading ADD COLUMN claim integer NOT NULL DEFAULT 0;
ALTER TABLE play_close ADD COLUMN claim integer NOT NULL DEFAULT 0;
ALTER TABLE member_bonus ADD COLUMN claim integer NOT NULL DEFAULT 0;
