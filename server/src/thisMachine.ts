const THIS_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether a URL is https, or plain http that leaves no machine: to `localhost` or a loopback address. */
export function isPrivateOnTheWay({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.test(hostname));
}
