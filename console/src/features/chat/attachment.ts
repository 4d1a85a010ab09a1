import { CHAT } from '@krapao/contract/limits';

/** The file types of the chooser. */
export const ATTACHMENT_ACCEPT = 'video/mp4,video/quicktime,image/png,image/jpeg,image/gif';

/** The kind of a file by its name, or why it cannot be sent; the server checks its bytes. */
export function attachmentKind({
  name,
  size,
}: Pick<File, 'name' | 'size'>): 'image' | 'video' | 'unsupported' | 'tooLarge' {
  const isImage = /\.(?:png|jpe?g|gif)$/i.test(name);
  if ((!isImage && !/\.(?:mp4|mov|qt|m4v)$/i.test(name)) || size === 0) return 'unsupported';
  return size > (isImage ? CHAT.imageBytesMax : CHAT.videoBytesMax)
    ? 'tooLarge'
    : isImage
      ? 'image'
      : 'video';
}
