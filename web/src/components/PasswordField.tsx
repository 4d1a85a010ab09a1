import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { IconButton } from './IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A password field with a show button. `autoComplete` must be current-password or new-password. */
export function PasswordField(props: TextFieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton label={t('field.showPassword')} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon size={20} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
