type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** A `fetch` that reports upload progress, 0 to 1, which the browser's own `fetch` cannot. */
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
      request.onload = () =>
        resolve(
          new Response(request.responseText || null, { status: request.status, headers: headersOf(request) }),
        );
      request.onerror = () => reject(new TypeError('upload failed'));
      request.onabort = () => reject(new TypeError('upload stopped'));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit);
    });
}

/** The headers of an answer; of another origin those that it lets a page read. */
function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
