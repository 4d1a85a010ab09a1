/**
 * The login name of a form that asks for a password and not for it: password managers keep the new password under it. Nobody
 * else sees it.
 */
export function LoginName({ phone }: { phone: string }) {
  return <input type="text" name="username" autoComplete="username" value={phone} readOnly hidden />;
}
