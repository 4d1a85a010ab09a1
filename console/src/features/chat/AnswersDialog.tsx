import { PLACEHOLDERS, unknownPlaceholders } from '@krapao/contract/chatPlaceholders';
import { CHAT, LANGUAGES } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { ActionIcon, Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
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
  const [chosen, setChosen] = useState<string>();
  const answer = answers.find(({ id }) => id === chosen);
  return (
    <Modal opened onClose={onClose} title={t('chat.editAnswers')} size="xl">
      {chosen === undefined ? (
        <>
          <AnswerOrder answers={answers} onChoose={setChosen} />
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

/** The answers in their order, with buttons to move them; the focus stays with the moved answer. */
function AnswerOrder({ answers, onChoose }: { answers: readonly Answer[]; onChoose: (id: string) => void }) {
  const t = useT();
  const own = useLanguage();
  const [said, setSaid] = useState('');
  const order = useAction((items: string[]) =>
    client('PUT /api/console/chat/answers/order', { body: { items } }),
  );
  function move(at: number, by: number) {
    const answer = answers[at];
    const to = at + by;
    if (!answer || to < 0 || to >= answers.length || order.isPending) return;
    const ids = answers.map(({ id }) => id);
    order.mutate(ids.toSpliced(at, 1).toSpliced(to, 0, answer.id));
    setSaid(t('chat.movedTo', { name: answer.title[own], place: to + 1, count: answers.length }));
  }
  return (
    <>
      <ul className="chat-answers">
        {answers.map(({ id, title, text }, at) => (
          <li key={id}>
            <button type="button" className="chat-answer" onClick={() => onChoose(id)}>
              <b>{title[own]}</b>
              <span className="muted">{text[own]}</span>
            </button>
            {([-1, 1] as const).map((by) => {
              const isEnd = at + by < 0 || at + by >= answers.length;
              return (
                <ActionIcon
                  key={by}
                  variant="default"
                  size={40}
                  aria-label={t(by < 0 ? 'chat.moveUp' : 'chat.moveDown', { name: title[own] })}
                  // Not `disabled`, so that moving an answer to an end keeps the focus.
                  aria-disabled={isEnd}
                  {...(isEnd && { 'data-disabled': true })}
                  onClick={() => move(at, by)}
                >
                  {by < 0 ? <ArrowUp size={17} /> : <ArrowDown size={17} />}
                </ActionIcon>
              );
            })}
          </li>
        ))}
      </ul>
      <p className="chat-hidden" role="status">
        {said}
      </p>
    </>
  );
}

function AnswerForm({ answer, onDone }: { answer: Answer | undefined; onDone: () => void }) {
  const t = useT();
  const own = useLanguage();
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
  const [isAsking, setIsAsking] = useState(false);
  const isWhole = [...Object.values(terms.title), ...Object.values(terms.text)].every(
    (words) => words.trim() !== '',
  );
  const isKnown = Object.values(terms.text).flatMap(unknownPlaceholders).length === 0;
  const set = (part: keyof Terms, language: string, words: string) =>
    setTerms({ ...terms, [part]: { ...terms[part], [language]: words } });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isWhole && isKnown) save.mutate(terms);
  }
  return (
    <form onSubmit={submit}>
      <p className="muted">
        {`${t('chat.placeholders')} ${PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`}
      </p>
      {LANGUAGES.map((language) => (
        <fieldset key={language} className="chat-answer-language">
          <legend translate="no">{LANGUAGE_NAMES[language]}</legend>
          <TextInput
            label={<span>{t('chat.answerTitle')}</span>}
            lang={languageTag(language)}
            maxLength={40}
            value={terms.title[language]}
            onChange={(event) => set('title', language, event.currentTarget.value)}
          />
          <Textarea
            label={<span>{t('chat.answerText')}</span>}
            lang={languageTag(language)}
            maxLength={CHAT.textMax}
            autosize
            minRows={2}
            maxRows={6}
            value={terms.text[language]}
            error={
              unknownPlaceholders(terms.text[language]).length > 0 &&
              t('chat.unknownPlaceholder', { names: unknownPlaceholders(terms.text[language]).join(', ') })
            }
            onChange={(event) => set('text', language, event.currentTarget.value)}
          />
        </fieldset>
      ))}
      {answer && isAsking ? (
        <div className="chat-ask" role="alertdialog" aria-label={t('chat.removeAnswer')}>
          <span className="grow">{t('chat.removeAsk', { name: answer.title[own] })}</span>
          <Button variant="default" ref={takeFocus} onClick={() => setIsAsking(false)}>
            {t('chat.back')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(answer.id)}>
            {t('chat.removeAnswer')}
          </Button>
        </div>
      ) : (
        <Group justify="space-between">
          {answer ? (
            <Button
              variant="subtle"
              color="red"
              leftSection={<Trash2 size={17} aria-hidden="true" />}
              onClick={() => setIsAsking(true)}
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
            <Button type="submit" disabled={!isWhole || !isKnown} loading={save.isPending}>
              {t('app.save')}
            </Button>
          </Group>
        </Group>
      )}
    </form>
  );
}

/** After this the next key answers the question. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}
