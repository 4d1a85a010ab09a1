import { CHAT } from '@krapao/contract/limits';

/** CHT-06: the file types of the chooser. */
export const ATTACHMENT_ACCEPT = 'video/mp4,video/quicktime,image/png,image/jpeg,image/gif';

const EXTENSIONS = { image: ['png', 'jpg', 'jpeg', 'gif'], video: ['mp4', 'mov', 'qt', 'm4v'] };

/**
 * The kind of a file by the extension of its name, or the reason why it cannot be sent. The server checks its bytes.
 */
export function attachmentKind({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): 'image' | 'video' | 'unsupported' | 'tooLarge' {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = EXTENSIONS.image.includes(extension)
    ? 'image'
    : EXTENSIONS.video.includes(extension)
      ? 'video'
      : 'unsupported';
  if (kind === 'unsupported' || size === 0) return 'unsupported';
  // A MIME type that contradicts the extension decides; an empty one does not.
  if (type !== '' && !ATTACHMENT_ACCEPT.split(',').includes(type) && type !== 'video/x-m4v')
    return 'unsupported';
  return size > (kind === 'image' ? CHAT.imageBytesMax : CHAT.videoBytesMax) ? 'tooLarge' : kind;
}
