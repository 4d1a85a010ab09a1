/** The memory of another Node process from its inspector, after garbage collection. */
export interface NodeMemory {
  /** Bytes in use: `live` is heap and buffers, `resident` is the memory that the system has given it. */
  measure(): Promise<{ live: number; resident: number }>;
  close(): void;
}

/** Queries a process that was started with `--inspect=127.0.0.1:port`. */
export async function inspectMemory(port: number): Promise<NodeMemory> {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  const [{ webSocketDebuggerUrl }] = targets as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (result: { result?: { value: string } }) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  let lastId = 0;
  const ask = (method: string, params: object = {}) =>
    new Promise<{ result?: { value: string } }>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  return {
    measure: async () => {
      for (let round = 0; round < 3; round += 1) await ask('HeapProfiler.collectGarbage');
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = await ask('Runtime.evaluate', { expression });
      const { heapUsed, external, rss } = JSON.parse(result?.value ?? '{}');
      return { live: heapUsed + external, resident: rss };
    },
    close: () => socket.close(),
  };
}
