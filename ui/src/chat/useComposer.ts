import { CHAT } from '@krapao/contract/limits';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { attachmentKind } from './attachment.ts';
import type { OutgoingFile } from './messageLog.ts';

type Attachment = Pick<OutgoingFile, 'blob' | 'kind' | 'previewUrl'>;

interface Needs {
  /** The stored draft. */
  draft: string;
  /** Stores the draft; called with an empty text after sending. */
  keepDraft: (text: string) => void;
  onRefused: (why: 'unsupported' | 'tooLarge') => void;
  /** Asked before sending; false keeps the text. */
  maySend?: (text: string) => boolean;
  onSend: (text: string, file: Attachment | null) => void;
}

interface Composer {
  text: string;
  write: (text: string) => void;
  /** The picture or video that will be sent with the text. */
  attachment: Attachment | null;
  detach: () => void;
  canSend: boolean;
  send: () => void;
  /** The text field. */
  field: RefObject<HTMLTextAreaElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
  /** Change handler of the file chooser. */
  onChoose: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** State of the message composer: a text, and a picture or video with a caption (CHT-05, CHT-06). */
export function useComposer({ draft, keepDraft, onRefused, maySend, onSend }: Needs): Composer {
  const [text, setText] = useState(draft);
  const [attachment, setAttachment] = useState<Attachment | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const canSend = (text.trim() !== '' || attachment !== null) && text.length <= CHAT.textMax;
  const previewUrl = attachment?.previewUrl;
  useEffect(() => {
    if (previewUrl !== undefined) return () => URL.revokeObjectURL(previewUrl);
  }, [previewUrl]);

  function write(next: string): void {
    keepDraft(next);
    setText(next);
  }
  function attach(blob: File | undefined): void {
    if (!blob) return;
    const kind = attachmentKind(blob);
    if (kind === 'unsupported' || kind === 'tooLarge') onRefused(kind);
    else {
      setAttachment({ blob, kind, previewUrl: URL.createObjectURL(blob) });
      field.current?.focus();
    }
  }
  function send(): void {
    if (!canSend || maySend?.(text.trim()) === false) return;
    onSend(text.trim(), attachment);
    write('');
    setAttachment(null);
    field.current?.focus();
  }
  return {
    text,
    write,
    attachment,
    detach: () => setAttachment(null),
    canSend,
    send,
    field,
    onKeyDown: (event) => {
      // During IME composition, Enter confirms the composition. Safari reports that only through the key code.
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
      if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      send();
    },
    onPaste: (event) => {
      const [pasted] = event.clipboardData.files;
      if (!pasted) return;
      event.preventDefault();
      attach(pasted);
    },
    onChoose: ({ currentTarget }) => {
      attach(currentTarget.files?.[0]);
      currentTarget.value = '';
    },
  };
}
