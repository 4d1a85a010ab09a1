import { CHAT } from '@krapao/contract/limits';

/** CHT-06: the file types of the chooser. */
export const ATTACHMENT_ACCEPT = 'video/mp4,video/quicktime,image/png,image/jpeg,image/gif';

const EXTENSIONS = { image: ['png', 'jpg', 'jpeg', 'gif'], video: ['mp4', 'mov', 'qt', 'm4v'] };

/** What a file is by its name's extension, or what keeps it from being sent; the server checks its bytes. */
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
  // A browser that knows the type and says another one is right.
  if (type !== '' && !ATTACHMENT_ACCEPT.split(',').includes(type) && type !== 'video/x-m4v')
    return 'unsupported';
  return size > (kind === 'image' ? CHAT.imageBytesMax : CHAT.videoBytesMax) ? 'tooLarge' : kind;
}
