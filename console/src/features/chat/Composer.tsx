import { CHAT, type Language } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { ActionIcon, Button, CloseButton, TagsInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ListPlus, Paperclip, Pencil, Send } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { useMay } from '../../lib/self.ts';
import { useKeys } from '../../lib/useKeys.ts';
import { AnswersDialog } from './AnswersDialog.tsx';
import { ATTACHMENT_ACCEPT, attachmentKind } from './attachment.ts';
import type { Answer } from './chat.ts';
import type { Outgoing } from './outgoing.ts';

const CHOICES_MAX = 8;
const CHOICE_LENGTH = 40;

interface Props {
  roomId: string;
  /** The customer's language, for canned answers. */
  language: Language;
  answers: readonly Answer[];
  placeholder: string;
  onSend: (message: Pick<Outgoing, 'text' | 'choices' | 'file'>) => void;
}

/** The field for an answer. A draft stays with its conversation until it is sent or the tab is closed. */
export function Composer({ roomId, language, answers, placeholder, onSend }: Props) {
  const t = useT();
  const own = useLanguage();
  const may = useMay();
  const draftKey = `krapao.console.draft.${roomId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey) ?? '');
  const [choices, setChoices] = useState<string[]>();
  const [file, setFile] = useState<Outgoing['file']>();
  const [isEditing, setIsEditing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const words = text.trim();
  const canSend = (words !== '' || file !== undefined) && text.length <= CHAT.textMax;
  useKeys([['R', () => field.current?.focus()]]);
  // Releases the preview of a picture that was discarded.
  const preview = file?.preview;
  const isSent = useRef(false);
  useEffect(() => {
    isSent.current = false;
    return () => {
      if (preview !== undefined && !isSent.current) URL.revokeObjectURL(preview);
    };
  }, [preview]);

  function write(next: string): void {
    setText(next);
    if (next === '') sessionStorage.removeItem(draftKey);
    else sessionStorage.setItem(draftKey, next);
  }
  function attach(blob: File | undefined): void {
    if (!blob) return;
    const kind = attachmentKind(blob);
    if (kind === 'image' || kind === 'video') {
      setFile({ blob, kind, preview: URL.createObjectURL(blob) });
      setChoices(undefined);
      field.current?.focus();
    } else notifications.show({ message: t(`chat.${kind}`), color: 'red' });
  }
  function submit(): void {
    if (!canSend) return;
    isSent.current = true;
    onSend({ text: words, choices: choices ?? [], file });
    write('');
    setChoices(undefined);
    setFile(undefined);
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    // The Enter that confirms a word of an input method sends nothing; Safari reports it only by the key code.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    submit();
  }
  function onPaste(event: ClipboardEvent): void {
    const [pasted] = event.clipboardData.files;
    if (!pasted) return;
    event.preventDefault();
    attach(pasted);
  }
  function use(answer: Answer): void {
    const next = answer.text[language];
    write(words === '' ? next : `${text.trimEnd()} ${next}`);
    field.current?.focus();
  }

  return (
    <footer className="chat-composer">
      <div className="chat-chips">
        <ul aria-label={t('chat.answers')}>
          {answers.map((answer) => (
            <li key={answer.id}>
              <button type="button" title={answer.text[language]} onClick={() => use(answer)}>
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
      {file && (
        <div className="chat-attached">
          {file.kind === 'image' ? (
            <img src={file.preview} alt="" />
          ) : (
            <video src={file.preview} muted aria-label={file.blob.name} />
          )}
          <span className="grow chat-clip">{file.blob.name}</span>
          <CloseButton aria-label={t('chat.removeFile')} onClick={() => setFile(undefined)} />
        </div>
      )}
      {choices && (
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
      <div className="chat-write">
        <input
          ref={chooser}
          type="file"
          hidden
          accept={ATTACHMENT_ACCEPT}
          onChange={(event) => {
            attach(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
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
          disabled={file !== undefined}
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
            onChange={(event) => write(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <span className="muted num" aria-hidden="true">
            {text.length}/{CHAT.textMax}
          </span>
        </div>
        <Button
          h={46}
          disabled={!canSend}
          rightSection={<Send size={18} aria-hidden="true" />}
          onClick={submit}
        >
          {t('chat.send')}
        </Button>
      </div>
      {isEditing && <AnswersDialog answers={answers} onClose={() => setIsEditing(false)} />}
    </footer>
  );
}
