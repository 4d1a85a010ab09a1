-- When a feed, or a phone of it, was heard again after a silence: what it then brings may be of long before
-- (docs/decisions/182-statement-lines.md).
ALTER TABLE feed_heard ADD COLUMN back_at timestamptz NOT NULL DEFAULT now();
UPDATE feed_heard SET back_at = heard_at - interval '1 hour';
-- Codes and advertisements that were kept until now.
DELETE FROM connection_delivery d USING connection c
WHERE c.id::text = d.connection_id::text AND c.capability = 'bankFeed' AND d.reading = 'proved' AND d.outcome = 'KNOWN';
