import type { DocumentPart } from '@krapao/contract/identity';
import { uploadFetch } from '@krapao/ui/uploadFetch.ts';
import { client } from '../../lib/api.ts';
import type { Identity } from './queries.ts';

/** The file types of the chooser. */
export const PICTURE_ACCEPT = 'image/png,image/jpeg,image/webp';

/** As long as the server stores; phones take pictures of several megabytes more. */
const SIDE_MAX = 2_400;
const QUALITY = 0.85;

interface Options {
  /** Receives the uploaded fraction, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Uploads one picture of a document, made smaller first to spare the member's data. Throws ApiError. */
export async function sendPicture(
  part: DocumentPart,
  file: File,
  { onProgress, signal }: Options,
): Promise<Identity> {
  const form = new FormData();
  form.append('file', await smaller(file), 'document.jpg');
  return client('POST /api/identity/request/pictures/:part', {
    params: { part },
    form,
    signal,
    fetch: uploadFetch(onProgress),
  });
}

/** The picture with sides that the server keeps; as it is where the browser cannot draw it. */
async function smaller(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
    if (scale === 1) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    return drawn ?? file;
  } catch {
    return file;
  }
}
