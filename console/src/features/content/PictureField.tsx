import { Button, FileButton, TextInput } from '@mantine/core';
import { ImageUp } from 'lucide-react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** What stands there without a picture. */
  hint: string | undefined;
}

/** A picture: uploaded here, or the address of one that came with the server. */
export function PictureField({ label, value, onChange, error, hint }: Props) {
  const t = useT();
  const upload = useAction(
    (file: File) => {
      const form = new FormData();
      form.append('file', file);
      return client('POST /api/console/content/picture', { form });
    },
    { onDone: ({ image }) => onChange(image) },
  );
  return (
    <div className="picture-field">
      {value !== '' && <img src={value} alt={t('content.pictureNow')} />}
      <div className="grow">
        <TextInput
          label={<span>{label}</span>}
          description={[t('content.pictureHint'), hint].filter(Boolean).join(' · ')}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          mb={8}
        />
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => file && upload.mutate(file)}
          inputProps={{ 'aria-label': t('content.upload') }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<ImageUp size={18} aria-hidden />}
              loading={upload.isPending}
            >
              {t('content.upload')}
            </Button>
          )}
        </FileButton>
      </div>
    </div>
  );
}
