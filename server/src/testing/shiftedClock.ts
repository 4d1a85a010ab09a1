// Loaded before `main.ts` (`--import`): this process's clock differs from the machine's by KRAPAO_CLOCK_SHIFT_MS.
const shift = Number(process.env.KRAPAO_CLOCK_SHIFT_MS ?? 0);
const TrueDate = Date;
const now = () => TrueDate.now() + shift;

globalThis.Date = new Proxy(TrueDate, {
  apply: () => new TrueDate(now()).toString(),
  construct: (target, given, called) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, called),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
