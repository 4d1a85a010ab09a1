import { LANGUAGES, type Language } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { Button, FileButton } from '@mantine/core';
import { Captions, Film as FilmIcon } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import type { FieldProps } from './fieldProps.ts';

interface Film {
  video: string;
  captions: string;
  seconds: number;
}

type Props = Pick<FieldProps, 'value' | 'onChange' | 'path' | 'errorAt'> & { label: string };

/** A video per language, as members will see it, with its captions; an upload replaces it. */
export function FilmsField({ label, value, onChange, path, errorAt }: Props) {
  const t = useT();
  const films = value as Record<Language, Film>;
  return (
    <fieldset className="rich">
      <legend>{label}</legend>
      <p className="muted">{t('content.film.hint')}</p>
      <div className="previews">
        {LANGUAGES.map((language) => (
          <FilmField
            key={language}
            language={language}
            film={films[language]}
            onChange={(film) => onChange({ ...films, [language]: film })}
            error={errorAt(`${path}/${language}`, true)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface FilmProps {
  language: Language;
  film: Film;
  onChange: (film: Film) => void;
  error: string | undefined;
}

function FilmField({ language, film, onChange, error }: FilmProps) {
  const t = useT();
  const [broken, setBroken] = useState('');
  const upload = useAction(
    (file: File) => {
      const form = new FormData();
      form.append('file', file);
      return client('POST /api/console/content/film', { form });
    },
    {
      onDone: ({ address }) =>
        onChange(
          address.endsWith('.vtt')
            ? { ...film, captions: address }
            : // The captions belong to the old video; the length is known after the new one has loaded.
              { video: address, captions: '', seconds: 0 },
        ),
    },
  );
  const name = LANGUAGE_NAMES[language];
  const choose = (file: File | null) => file && upload.mutate(file);
  return (
    <section className="preview film" aria-label={name}>
      <small translate="no" className="muted">
        {name}
      </small>
      {film.video === '' ? (
        <p className="muted film-empty">{t('content.film.none')}</p>
      ) : (
        <video
          key={`${film.video} ${film.captions}`}
          src={film.video}
          controls
          muted
          playsInline
          preload="metadata"
          aria-label={`${t('content.field.video')}: ${name}`}
          onError={() => setBroken(film.video)}
          onLoadedMetadata={({ currentTarget: { duration } }) => {
            const seconds = Number.isFinite(duration) ? Math.round(duration) : 0;
            if (film.seconds === 0 && seconds > 0) onChange({ ...film, seconds });
          }}
        >
          {film.captions !== '' && (
            <track default kind="captions" src={film.captions} srcLang={languageTag(language)} label={name} />
          )}
        </video>
      )}
      {broken !== '' && broken === film.video && <p className="wrong">{t('content.film.broken')}</p>}
      {film.video !== '' && film.captions === '' && <p className="muted">{t('content.film.noCaptions')}</p>}
      {error && <p className="wrong">{error}</p>}
      <div className="buttons">
        <FileButton
          accept="video/webm,video/mp4"
          onChange={choose}
          inputProps={{ 'aria-label': `${t('content.film.upload')}: ${name}` }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="sm"
              loading={upload.isPending}
              leftSection={<FilmIcon size={16} aria-hidden />}
            >
              {t('content.film.upload')}
            </Button>
          )}
        </FileButton>
        <FileButton
          accept=".vtt,text/vtt"
          onChange={choose}
          inputProps={{ 'aria-label': `${t('content.film.uploadCaptions')}: ${name}` }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="sm"
              disabled={film.video === '' || upload.isPending}
              leftSection={<Captions size={16} aria-hidden />}
            >
              {t('content.film.uploadCaptions')}
            </Button>
          )}
        </FileButton>
      </div>
    </section>
  );
}
