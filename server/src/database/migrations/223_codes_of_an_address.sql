-- What strangers at one address may ask for became part of the setting (docs/decisions/338-whose-codes-count.md). A stored
-- value keeps its figures.
INSERT INTO setting (key, version, value, actor)
SELECT DISTINCT ON (key) key, version + 1, value || '{"hourlyCodesOfAddress": 100, "dailyCodesOfAddress": 500}', 'migration'
FROM setting WHERE key = 'codes' ORDER BY key, version DESC;

-- The draft of somebody who is editing it goes on from there.
UPDATE content_draft d SET
  base = base || '{"hourlyCodesOfAddress": 100, "dailyCodesOfAddress": 500}',
  value = '{"hourlyCodesOfAddress": 100, "dailyCodesOfAddress": 500}' || value,
  base_version = coalesce((SELECT max(version) FROM setting WHERE key = 'codes'), base_version)
WHERE kind = 'setting' AND item = 'codes';
