-- The site reads the time in SQL from these functions alone (docs/decisions/298-one-clock.md). They are PostgreSQL's own
-- clock, and the planner puts that in their place, so they cost nothing. Only the database's owner can replace them: tests
-- do so to move the clock; `npm run preflight` and the start of a node in production say so where it was done.
-- A node that still runs must not be waited for: the start fails whole, and is repeated.
SET LOCAL lock_timeout = '10s';

CREATE SCHEMA site;
GRANT USAGE ON SCHEMA site TO PUBLIC;

CREATE FUNCTION site.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE RETURN pg_catalog.now();
CREATE FUNCTION site.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  RETURN pg_catalog.statement_timestamp();
CREATE FUNCTION site.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN pg_catalog.clock_timestamp();

-- Whatever the migrations so far have made reads the time from there too; those that follow write site.now() themselves.
DO $$
DECLARE
  v_clock CONSTANT text := '(?<![.\w])(now|clock_timestamp|statement_timestamp)\(\)';
  v_seam CONSTANT text := 'site.\1()';
  v_made record;
BEGIN
  FOR v_made IN
    SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p
    WHERE p.pronamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND p.prokind IN ('f', 'p')
      AND pg_get_functiondef(p.oid) ~ v_clock
  LOOP
    EXECUTE regexp_replace(v_made.text, v_clock, v_seam, 'g');
  END LOOP;

  FOR v_made IN
    SELECT v.oid::regclass AS name, pg_get_viewdef(v.oid) AS text FROM pg_class v
    WHERE v.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND v.relkind = 'v'
      AND pg_get_viewdef(v.oid) ~ v_clock
  LOOP
    EXECUTE format('CREATE OR REPLACE VIEW %s AS %s', v_made.name,
      regexp_replace(v_made.text, v_clock, v_seam, 'g'));
  END LOOP;

  FOR v_made IN
    SELECT pg_get_triggerdef(t.oid) AS text FROM pg_trigger t
    WHERE NOT t.tgisinternal AND pg_get_triggerdef(t.oid) ~ v_clock
  LOOP
    EXECUTE regexp_replace(regexp_replace(v_made.text, v_clock, v_seam, 'g'), '^CREATE', 'CREATE OR REPLACE');
  END LOOP;

  -- ONLY: each part of the ledger has a default of its own.
  FOR v_made IN
    SELECT d.adrelid::regclass AS name, a.attname AS column_name, pg_get_expr(d.adbin, d.adrelid) AS text
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      JOIN pg_class c ON c.oid = d.adrelid
    WHERE c.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
      AND pg_get_expr(d.adbin, d.adrelid) ~ v_clock
    ORDER BY d.adrelid, d.adnum
  LOOP
    EXECUTE format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT %s', v_made.name, v_made.column_name,
      regexp_replace(v_made.text, v_clock, v_seam, 'g'));
  END LOOP;
END $$;

SET LOCAL lock_timeout TO DEFAULT;
