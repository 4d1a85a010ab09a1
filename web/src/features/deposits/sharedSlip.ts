const PATH = '/share/slip';

/** The slip that another app of the phone shared, once; null without one. The service worker keeps it until then. */
export async function takeSharedSlip(): Promise<File | null> {
  const answer = await ask('GET');
  const name = answer?.headers.get('X-Name');
  if (!answer || name === null || name === undefined) return null;
  return new File([await answer.blob()], decodeURIComponent(name), {
    type: answer.headers.get('Content-Type') ?? '',
  });
}

/** Drops a shared slip, so that the next member on this phone does not get it. */
export async function dropSharedSlip(): Promise<void> {
  await ask('DELETE');
}

/** Only the worker answers: without one nothing was shared. */
async function ask(method: string): Promise<Response | null> {
  return navigator.serviceWorker?.controller ? fetch(PATH, { method }).catch(() => null) : null;
}
