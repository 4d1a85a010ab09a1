import { CHAT, LANGUAGES } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import type { Answer } from './chat.ts';

type Terms = Pick<Answer, 'title' | 'text'>;
const EMPTY: Terms = { title: { th: '', la: '', en: '' }, text: { th: '', la: '', en: '' } };

/** The canned answers: which there are, and one of them in three languages. */
export function AnswersDialog({ answers, onClose }: { answers: readonly Answer[]; onClose: () => void }) {
  const t = useT();
  const own = useLanguage();
  const [chosen, setChosen] = useState<string>();
  const answer = answers.find(({ id }) => id === chosen);
  return (
    <Modal opened onClose={onClose} title={t('chat.editAnswers')} size="xl">
      {chosen === undefined ? (
        <>
          <ul className="chat-answers">
            {answers.map(({ id, title, text }) => (
              <li key={id}>
                <button type="button" onClick={() => setChosen(id)}>
                  <b>{title[own]}</b>
                  <span className="muted">{text[own]}</span>
                </button>
              </li>
            ))}
          </ul>
          {answers.length === 0 && <p className="muted">{t('chat.noAnswers')}</p>}
          <Button
            variant="default"
            leftSection={<Plus size={17} aria-hidden="true" />}
            onClick={() => setChosen('')}
          >
            {t('chat.addAnswer')}
          </Button>
        </>
      ) : (
        <AnswerForm key={chosen} answer={answer} onDone={() => setChosen(undefined)} />
      )}
    </Modal>
  );
}

function AnswerForm({ answer, onDone }: { answer: Answer | undefined; onDone: () => void }) {
  const t = useT();
  const [terms, setTerms] = useState<Terms>(answer ? { title: answer.title, text: answer.text } : EMPTY);
  const save = useAction(
    (body: Terms) =>
      answer
        ? client('PUT /api/console/chat/answers/:id', { params: { id: answer.id }, body })
        : client('POST /api/console/chat/answers', { body }),
    { done: t('app.saved'), onDone },
  );
  const remove = useAction(
    (id: string) => client('DELETE /api/console/chat/answers/:id', { params: { id } }),
    { done: t('chat.answerRemoved'), onDone },
  );
  const isWhole = [...Object.values(terms.title), ...Object.values(terms.text)].every(
    (words) => words.trim() !== '',
  );
  const set = (part: keyof Terms, language: string, words: string) =>
    setTerms({ ...terms, [part]: { ...terms[part], [language]: words } });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isWhole) save.mutate(terms);
  }
  return (
    <form onSubmit={submit}>
      {LANGUAGES.map((language) => (
        <fieldset key={language} className="chat-answer-language">
          <legend>{t(`language.${language}`)}</legend>
          <TextInput
            label={t('chat.answerTitle')}
            lang={languageTag(language)}
            maxLength={40}
            value={terms.title[language]}
            onChange={(event) => set('title', language, event.currentTarget.value)}
          />
          <Textarea
            label={t('chat.answerText')}
            lang={languageTag(language)}
            maxLength={CHAT.textMax}
            autosize
            minRows={2}
            maxRows={6}
            value={terms.text[language]}
            onChange={(event) => set('text', language, event.currentTarget.value)}
          />
        </fieldset>
      ))}
      <Group justify="space-between">
        {answer ? (
          <Button
            variant="subtle"
            color="red"
            leftSection={<Trash2 size={17} aria-hidden="true" />}
            loading={remove.isPending}
            onClick={() => remove.mutate(answer.id)}
          >
            {t('chat.removeAnswer')}
          </Button>
        ) : (
          <span />
        )}
        <Group>
          <Button variant="default" onClick={onDone}>
            {t('chat.back')}
          </Button>
          <Button type="submit" disabled={!isWhole} loading={save.isPending}>
            {t('app.save')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
