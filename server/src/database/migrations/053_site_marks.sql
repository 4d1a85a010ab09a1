-- When things were done to the site from outside its calls: backups, restores, replays of the ledger, scrapes
-- (docs/decisions/172-preflight.md).
CREATE TABLE site_mark (
  kind text NOT NULL,
  -- Tells several of a kind apart, such as the proof of one backup.
  detail text NOT NULL DEFAULT '',
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, detail)
);
