import { BASE_URL } from './addresses.ts';

/** The colleague of the first administrator. */
export const COLLEAGUE = { username: 'mali', name: 'มะลิ', password: 'correct horse battery 9' };

/** Adds the colleague while the product is new: once members have money, this needs a second operator. */
export default async function addColleague(): Promise<void> {
  const { username, name, password: newPassword } = COLLEAGUE;
  const admin = await logIn('admin', 'krapao-demo');
  const body = { username, name, role: 'support', reason: 'answers chats' };
  const { password: oldPassword } = await post('operators', body, admin);
  await post('me/password', { oldPassword, newPassword }, await logIn(username, oldPassword ?? ''));
}

async function logIn(username: string, password: string): Promise<string> {
  const { cookie } = await post('login', { username, password });
  return cookie;
}

async function post(path: string, body: object, cookie = ''): Promise<{ cookie: string; password?: string }> {
  const response = await fetch(`${BASE_URL}/api/console/${path}`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'wallet-user', 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  const [set = ''] = response.headers.getSetCookie();
  return { ...((await response.json()) as { password?: string }), cookie: set.split(';')[0] ?? '' };
}
