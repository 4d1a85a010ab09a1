/** What a chat message holds, by its type (CHT-09). */

export interface TextContent {
  message_type: 'text';
  payload: { text: string };
}

/** A button that answers with a postback, or leads to an address. */
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
    /** Signed link that expires; a path of the server or an address. */
    url: string;
    fileType: 'image' | 'video' | 'file';
    /** What the upload answered as `path`. */
    filePath: string;
    /** Pixels, so that the log keeps its place while it loads. */
    width?: number;
    height?: number;
  };
}

export interface QuickRepliesContent {
  message_type: 'quick_replies';
  payload: { text: string; quick_replies: { title: string; payload: string }[] };
}

export interface GenericContent {
  message_type: 'generic';
  payload: {
    elements: { title: string; subtitle?: string; image_url?: string; buttons?: ChatButton[] }[];
  };
}

/** The answer to a button or a quick reply: what was pressed, and the code behind it. */
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
