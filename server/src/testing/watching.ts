import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What runs beside the site: rules of alerts, the dashboard, units, the proxy. */
export const OPS = join(import.meta.dirname, '../../../ops');

/** The queries of the dashboard, with values for Grafana's variables. */
export async function dashboardQueries(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(join(OPS, 'grafana/krapao.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expr) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'));
}

/** The expressions of the rules. */
export async function alertQueries(): Promise<string[]> {
  const rules = await readFile(join(OPS, 'prometheus/alerts.yml'), 'utf8');
  return [...rules.matchAll(/expr: \|\n([\s\S]*?)\n {8}for:/g)].map(([, expr = '']) => expr);
}

/** The metrics of a node that queries name; histograms without what Prometheus appends to their names. */
export function metricsIn(queries: readonly string[]): string[] {
  const names = queries.flatMap((query) => query.match(/\b(?:krapao|nodejs|process)_[a-z0-9_]+/g) ?? []);
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))].sort();
}

/** The labels that queries select or group by, with what they compare them with. */
export function labelsIn(queries: readonly string[]): { label: string; values: string[] }[] {
  return queries.flatMap((query) => [
    ...[...query.matchAll(/([a-z_]+)(?:=|!=|=~|!~)"([^"]*)"/g)].map(([, label = '', value = '']) => ({
      label,
      values: value === '.*' ? [] : value.split('|'),
    })),
    ...[...query.matchAll(/\b(?:by|on|ignoring) \(([a-z_, ]+)\)/g)].flatMap(([, labels = '']) =>
      labels.split(', ').map((label) => ({ label, values: [] })),
    ),
  ]);
}
