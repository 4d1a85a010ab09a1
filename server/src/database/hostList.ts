/** One of the servers that an address names. */
export interface Host {
  host: string;
  port: number;
}

const DEFAULT_PORT = 5432;
const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?![^/?#]*@)([^/?#]*,[^/?#]*)([^?#]*)\??([^#]*)$/;

/**
 * Libpq's address with several hosts (`postgres://u:p@a:1,b:2/db`) in its other form, which URL can read: the first
 * host, and all of them in the parameters `host` and `port`. Other addresses stay as they are.
 */
export function readableAddress(address: string): string {
  const [, start = '', list = '', path = '', query = ''] = SEVERAL.exec(address) ?? [];
  if (list === '') return address;
  const hosts = list.split(',').map(splitHost);
  const parameters = new URLSearchParams(query);
  parameters.set('host', hosts.map(({ host }) => host).join(','));
  parameters.set('port', hosts.map(({ port }) => port).join(','));
  // Commas are allowed in a query, and libpq and people read them better.
  return `${start}${list.split(',')[0]}${path}?${parameters.toString().replaceAll('%2C', ',')}`;
}

/** The database of a command: DATABASE_URL as the server reads it; undefined: the embedded one. */
export function databaseUrlOf(environment: NodeJS.ProcessEnv): string | undefined {
  return readableAddress(environment.DATABASE_URL ?? '') || undefined;
}

function splitHost(text: string): Host {
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? DEFAULT_PORT) };
}

/** The servers of an address in the readable form: one, or several of which one takes writes. */
export function hostsOf(address: string): Host[] {
  const { hostname, port, searchParams } = new URL(address);
  const hosts = searchParams.get('host')?.split(',') ?? [hostname];
  const ports = (searchParams.get('port') ?? port).split(',');
  return hosts.map((host, nth) => ({
    host: decodeURIComponent(host).replace(/^\[|\]$/g, ''),
    port: Number(ports[nth] || (ports.length === 1 && ports[0]) || DEFAULT_PORT),
  }));
}

/** Whether libpq would look for the server that takes writes too, as the nodes do among several. */
export function isForWrites(address: string): boolean {
  const wanted = new URL(address).searchParams.get('target_session_attrs');
  return hostsOf(address).length === 1 || [null, 'read-write', 'primary'].includes(wanted);
}

/** The same address with one host alone. */
export function addressOf(address: string, { host, port }: Host): string {
  const url = new URL(address);
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port));
  return url.href;
}
