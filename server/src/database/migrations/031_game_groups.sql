-- A game belongs to one of the home's three carousels; sport and casino are one of them (HOM-06).
UPDATE game_provider SET category = 'sport' WHERE category = 'casino';
ALTER TABLE game_provider DROP CONSTRAINT game_provider_category_check;
ALTER TABLE game_provider ADD CONSTRAINT game_provider_category_check CHECK (category IN ('slot', 'sport', 'lotto'));
