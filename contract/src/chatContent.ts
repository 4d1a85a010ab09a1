/** The content of a chat message, by its type (CHT-09). */

export interface TextContent {
  message_type: 'text';
  payload: {
    text: string;
    /** A row of the member's statement that is attached: an entry's id, or `slip-` and a slip's id. */
    rowId?: string;
  };
}

/** A button that sends a postback or opens an address. */
export type ChatButton =
  | { type: 'postback'; title: string; payload: string }
  | { type: 'web_url'; title: string; url: string };

export interface ButtonsContent {
  message_type: 'buttons';
  payload: { text: string; buttons: ChatButton[] };
}

export interface MediaContent {
  message_type: 'media';
  payload: {
    /** A caption, often empty. */
    message: string;
    /** Signed link that expires: a path on the server or a full address. */
    url: string;
    fileType: 'image' | 'video' | 'file';
    /** The `path` from the upload's answer. */
    filePath: string;
    /** Pixels, so that the log reserves the space while the media loads. */
    width?: number;
    height?: number;
  };
}

export interface QuickRepliesContent {
  message_type: 'quick_replies';
  payload: {
    text: string;
    quick_replies: { title: string; payload: string }[];
    /** A bot wrote it: it is marked, and nothing in it is made a link. */
    isAutomatic?: true;
  };
}

export interface GenericContent {
  message_type: 'generic';
  payload: {
    elements: { title: string; subtitle?: string; image_url?: string; buttons?: ChatButton[] }[];
  };
}

/** The answer to a button or a quick reply: the pressed text and its code. */
export interface PostbackContent {
  message_type: 'postback';
  payload: { title: string; payload: string };
}

export type ChatContent =
  | TextContent
  | ButtonsContent
  | MediaContent
  | QuickRepliesContent
  | GenericContent
  | PostbackContent;

export type ChatSender = 'customer' | 'operator' | 'system';
