type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/**
 * A `fetch` that reports upload progress, 0 to 1, which the browser's own `fetch` cannot. The response has a status and
 * a body, but no headers.
 */
export function uploadFetch(onProgress: (part: number) => void): Fetch {
  return (address, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, address);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
      request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
      request.onerror = () => reject(new TypeError('upload failed'));
      request.onabort = () => reject(new TypeError('upload stopped'));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit);
    });
}
