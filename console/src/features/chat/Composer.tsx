import { fillPlaceholders, placeholdersIn } from '@krapao/contract/chatPlaceholders';
import { CHAT, type Language } from '@krapao/contract/limits';
import { rowReference } from '@krapao/contract/rowReference';
import { languageTag } from '@krapao/contract/variant';
import { ATTACHMENT_ACCEPT } from '@krapao/ui/chat/attachment.ts';
import type { Conversation } from '@krapao/ui/chat/conversation.ts';
import { FilePreview } from '@krapao/ui/chat/FilePreview.tsx';
import { useComposer } from '@krapao/ui/chat/useComposer.ts';
import { ActionIcon, Button, CloseButton, TagsInput } from '@mantine/core';
import { ListPlus, Paperclip, Pencil, ReceiptText, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';
import { KEY_OF } from '../../lib/keyOf.ts';
import { useMay, useSelf } from '../../lib/self.ts';
import { showMessage } from '../../lib/showMessage.ts';
import { useActions } from '../../lib/useActions.ts';
import { AnswersDialog } from './AnswersDialog.tsx';
import { attachRow, useAttachedRow } from './attachedRow.ts';
import type { Answer } from './chat.ts';
import type { OperatorWords } from './conversations.ts';

const CHOICES_MAX = 8;
const CHOICE_LENGTH = 40;

interface Props {
  roomId: string;
  /** The customer's language, for canned answers. */
  language: Language;
  answers: readonly Answer[];
  placeholder: string;
  /** The field has the focus at once. */
  startsWriting: boolean;
  onSend: Conversation<OperatorWords>['send'];
  onTyping: () => void;
}

/** The field for an answer. A draft stays with its conversation until it is sent or the tab is closed. */
export function Composer({ roomId, language, answers, placeholder, startsWriting, onSend, onTyping }: Props) {
  const t = useT();
  const own = useLanguage();
  const may = useMay();
  const { self } = useSelf();
  const draftKey = `krapao.console.draft.${self?.id}.${roomId}`;
  const [choices, setChoices] = useState<string[]>();
  const [isEditing, setIsEditing] = useState(false);
  /** The text with gaps that the operator was asked about; sent again as it is, it goes. */
  const [asked, setAsked] = useState<string>();
  const rowId = useAttachedRow(roomId);
  const chooser = useRef<HTMLInputElement>(null);
  const { text, write, attachment, detach, canSend, send, field, onKeyDown, onPaste, onChoose } = useComposer(
    {
      draft: sessionStorage.getItem(draftKey) ?? '',
      keepDraft: (next) => {
        if (next === '') sessionStorage.removeItem(draftKey);
        else sessionStorage.setItem(draftKey, next);
      },
      onRefused: (why) => showMessage({ message: t(`chat.${why}`), color: 'red' }),
      maySend: (words) => {
        if (placeholdersIn(words).length === 0 || asked === words) return true;
        setAsked(words);
        return false;
      },
      onSend: (words, file) => {
        setAsked(undefined);
        const row = file ? null : rowId;
        onSend(contentOf(words, file ? [] : (choices ?? []), row), file);
        setChoices(undefined);
        if (row !== null) attachRow(roomId, null);
      },
    },
  );
  useActions([{ name: placeholder, key: KEY_OF.write, perform: () => field.current?.focus() }]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there
  useEffect(() => {
    if (startsWriting) field.current?.focus();
  }, []);
  const missing = placeholdersIn(text);

  async function use(answer: Answer): Promise<void> {
    const template = answer.text[language];
    let next = template;
    if (placeholdersIn(template).length > 0)
      try {
        const values = await client('GET /api/console/chat/rooms/:id/placeholders', {
          params: { id: roomId },
        });
        next = fillPlaceholders(template, values);
      } catch (error) {
        return void showMessage({ message: errorText(error), color: 'red' });
      }
    const before = field.current?.value ?? text;
    write(before.trim() === '' ? next : `${before.trimEnd()} ${next}`);
    field.current?.focus();
  }

  return (
    <footer className="chat-composer">
      <div className="chat-chips">
        <ul aria-label={t('chat.answers')}>
          {answers.map((answer) => (
            <li key={answer.id}>
              <button type="button" title={answer.text[language]} onClick={() => void use(answer)}>
                {answer.title[own]}
              </button>
            </li>
          ))}
        </ul>
        {may('content.edit') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('chat.editAnswers')}
            onClick={() => setIsEditing(true)}
          >
            <Pencil size={16} />
          </ActionIcon>
        )}
      </div>
      {attachment && (
        <div className="chat-attached">
          <FilePreview file={attachment} alt={attachment.kind === 'video' ? t('chat.video') : ''} />
          <span translate="no" className="grow chat-clip">
            {attachment.blob.name}
          </span>
          <CloseButton aria-label={t('chat.removeFile')} onClick={detach} />
        </div>
      )}
      {rowId !== null && !attachment && (
        <div className="chat-attached">
          <ReceiptText size={18} aria-hidden="true" />
          <span className="grow">{t('story.row', { reference: rowReference(rowId) })}</span>
          <CloseButton aria-label={t('story.remove')} onClick={() => attachRow(roomId, null)} />
        </div>
      )}
      {choices && !attachment && (
        <div className="chat-attached">
          <TagsInput
            className="grow"
            aria-label={t('chat.choices')}
            placeholder={t('chat.choicesHint')}
            value={choices}
            onChange={(all) => setChoices(all.map((one) => one.slice(0, CHOICE_LENGTH)))}
            maxTags={CHOICES_MAX}
          />
          <CloseButton aria-label={t('chat.removeChoices')} onClick={() => setChoices(undefined)} />
        </div>
      )}
      {missing.length > 0 && (
        <div className="chat-attached chat-missing" role="alert">
          <span className="grow">
            <span>{`${t('chat.missing')} `}</span>
            {missing.map((name) => (
              <mark translate="no" key={name}>{`{${name}}`}</mark>
            ))}
            {asked === text.trim() && <b>{` ${t('chat.missingAsk')}`}</b>}
          </span>
        </div>
      )}
      <div className="chat-write">
        <input ref={chooser} type="file" hidden accept={ATTACHMENT_ACCEPT} onChange={onChoose} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('chat.attach')}
          onClick={() => chooser.current?.click()}
        >
          <Paperclip size={19} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('chat.addChoices')}
          disabled={attachment !== null || rowId !== null}
          aria-pressed={choices !== undefined}
          onClick={() => setChoices(choices ? undefined : [])}
        >
          <ListPlus size={19} />
        </ActionIcon>
        <div className="chat-field">
          <textarea
            ref={field}
            rows={1}
            value={text}
            maxLength={CHAT.textMax}
            lang={languageTag(language)}
            aria-label={placeholder}
            placeholder={placeholder}
            onChange={(event) => {
              write(event.currentTarget.value);
              if (event.currentTarget.value.trim() !== '') onTyping();
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <span className="muted num" aria-hidden="true">
            {`${text.length}/${CHAT.textMax}`}
          </span>
        </div>
        <Button
          h={46}
          disabled={!canSend}
          rightSection={<Send size={18} aria-hidden="true" />}
          onClick={send}
        >
          {t(missing.length > 0 && asked === text.trim() ? 'chat.sendAnyway' : 'chat.send')}
        </Button>
      </div>
      {isEditing && <AnswersDialog answers={answers} onClose={() => setIsEditing(false)} />}
    </footer>
  );
}

/** A row goes along with a text without choices. */
function contentOf(text: string, choices: readonly string[], rowId: string | null): OperatorWords {
  if (choices.length === 0 || rowId !== null)
    return { message_type: 'text', payload: { text, ...(rowId !== null && { rowId }) } };
  const quick_replies = choices.map((title, index) => ({ title, payload: `CHOICE_${index + 1}` }));
  return { message_type: 'quick_replies', payload: { text, quick_replies } };
}
