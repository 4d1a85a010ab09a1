import type { FileStore } from '../../../files/fileStore.ts';
import type { IdentityKeys } from '../../../identityKeys.ts';
import type { PictureRules } from '../../../parsing/drawPicture.ts';
import { redrawPicture } from '../../../parsing/redrawPicture.ts';
import { memberTurn } from '../../../parsing/turns.ts';
import { openSealed, seal } from '../../../sealed.ts';

/** Small print of a document stays readable. */
const SIDE_STORED = 2_400;

const DOCUMENT_PICTURES: PictureRules = {
  formats: ['png', 'jpeg', 'webp'],
  refusal: 'DOCUMENT_INVALID',
  pixelsMax: 40_000_000,
  sideMin: 300,
  frames: 1,
  stored: { side: SIDE_STORED, ground: '#ffffff', as: { format: 'jpeg', quality: 88 } },
};

/** Checks the picture of a member's document and draws it anew as a JPEG without metadata. @throws AppError DOCUMENT_INVALID */
export async function redrawDocument(memberId: bigint, read: () => Promise<Buffer>): Promise<Buffer> {
  return (await redrawPicture(DOCUMENT_PICTURES, memberTurn(memberId), read)).bytes;
}

const fileKeyOf = (id: string) => `identity/${id}.sealed`;
const ownerOf = (id: string) => `identity document ${id}`;

/** Stores a picture, readable with the site's key alone. */
export async function storePicture(
  files: FileStore,
  { pictures }: Pick<IdentityKeys, 'pictures'>,
  id: string,
  picture: Buffer,
): Promise<void> {
  await files.write(fileKeyOf(id), seal(pictures, ownerOf(id), picture));
}

/** A stored picture as a JPEG; null if its file is gone. */
export async function readPicture(
  files: FileStore,
  { pictures }: Pick<IdentityKeys, 'pictures'>,
  id: string,
): Promise<Buffer | null> {
  const sealed = await files.read(fileKeyOf(id));
  return sealed === null ? null : openSealed(pictures, ownerOf(id), sealed);
}

/** Removes a picture's file for good. */
export const removePicture = (files: FileStore, id: string): Promise<void> => files.remove(fileKeyOf(id));
