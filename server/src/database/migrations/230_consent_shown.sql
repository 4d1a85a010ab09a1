-- What a consent was given to: where the text was shown and pressed, and in which language (version says which text). Null:
-- nobody knows, as of every registration before this.
ALTER TABLE consent
  ADD COLUMN place text CHECK (place IN ('agreementDialog', 'dataPage')),
  ADD COLUMN language text CHECK (language IN ('th', 'la', 'en')),
  ADD CHECK ((place IS NULL) = (language IS NULL)),
  ADD CHECK (place IS NULL OR kind <> 'marketing');
