import type { DocumentPart } from '@krapao/contract/identity';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import type { Identity } from './queries.ts';
import { PICTURE_ACCEPT, sendPicture } from './sendPicture.ts';

interface Props {
  part: DocumentPart;
  /** The server has a picture of it. */
  isThere: boolean;
  onSent: (identity: Identity) => void;
}

/**
 * One picture: chosen or taken, sent at once, and sent again by one press where the connection broke. What is sent
 * already stays sent.
 */
export function PicturePart({ part, isThere, onSent }: Props) {
  const t = useT();
  const chooser = useRef<HTMLInputElement>(null);
  const upload = useRef<AbortController>(null);
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => () => upload.current?.abort(), []);

  async function send(picture: File) {
    setFile(picture);
    setProblem(undefined);
    setSent(0);
    upload.current = new AbortController();
    try {
      const { signal } = upload.current;
      onSent(await sendPicture(part, picture, { signal, onProgress: setSent }));
      setFile(undefined);
    } catch (error) {
      setProblem(error);
    }
    setSent(null);
  }
  const percent = Math.round((sent ?? 0) * 100);
  const label = t(`identity.part.${part}`);
  return (
    <li className="card px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <p className="font-medium">{label}</p>
          <p className="text-small text-ink-2">{t(`identity.hint.${part}`)}</p>
        </div>
        <input
          ref={chooser}
          type="file"
          accept={PICTURE_ACCEPT}
          className="sr-only"
          tabIndex={-1}
          aria-label={label}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen) void send(chosen);
          }}
        />
        {isThere && sent === null && (
          <span className="status status-success">
            <CircleCheck aria-hidden="true" />
            <span>{t('identity.there')}</span>
          </span>
        )}
        <Button
          size="small"
          aria-label={`${t(isThere ? 'identity.change' : 'identity.take')}: ${label}`}
          busyLabel={sent !== null && `${percent}%`}
          onClick={() => chooser.current?.click()}
        >
          {t(isThere ? 'identity.change' : 'identity.take')}
        </Button>
      </div>
      {sent !== null && (
        <div
          className="progress progress-thick mt-2"
          role="progressbar"
          aria-label={t('identity.uploading', { name: label })}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
      {problem !== undefined && (
        <div className="mt-2">
          <Notice kind="error">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span>{errorMessage(problem)}</span>
              {file && (
                <Button size="small" onClick={() => void send(file)}>
                  {t('identity.again')}
                </Button>
              )}
            </div>
          </Notice>
        </div>
      )}
    </li>
  );
}
