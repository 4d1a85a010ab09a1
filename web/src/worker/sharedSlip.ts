/** Where phones send a shared picture (share_target of the manifests), and where the app fetches and drops it. */
const PATH = '/share/slip';
const CACHE = 'shared-slip';
/** Long enough to log in. */
const KEPT_MS = 15 * 60_000;

/** Whether a request is about the shared slip. */
export function isOfSharedSlip(url: string, origin: string): boolean {
  const asked = new URL(url);
  return asked.origin === origin && asked.pathname === PATH;
}

/**
 * POST keeps the picture that another app shared, and leads home. GET answers it once, in place of a network, and drops
 * it; 204 when there is none. DELETE drops it.
 */
export async function answerSharedSlip(request: Request): Promise<Response> {
  if (request.method === 'POST') {
    // What cannot be kept is not attached; the app opens all the same.
    await keep(request).catch(() => {});
    return Response.redirect('/user/home', 303);
  }
  const slip = await (await caches.open(CACHE)).match(PATH);
  const isFresh = slip !== undefined && Date.now() - Number(slip.headers.get('X-Shared-At')) < KEPT_MS;
  await caches.delete(CACHE);
  return request.method === 'GET' && isFresh ? slip : new Response(null, { status: 204 });
}

/** Drops a picture that nobody fetched in time. The worker calls it whenever it starts. */
export async function dropOldSlip(): Promise<void> {
  if (!(await caches.has(CACHE))) return;
  const slip = await (await caches.open(CACHE)).match(PATH);
  if (Date.now() - Number(slip?.headers.get('X-Shared-At')) >= KEPT_MS) await caches.delete(CACHE);
}

async function keep(request: Request): Promise<void> {
  const file = (await request.formData()).get('slip');
  if (!(file instanceof File)) return;
  const headers = {
    'Content-Type': file.type || 'application/octet-stream',
    'X-Name': encodeURIComponent(file.name),
    'X-Shared-At': String(Date.now()),
  };
  await (await caches.open(CACHE)).put(PATH, new Response(file, { headers }));
}
