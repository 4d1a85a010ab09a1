import type { OutgoingFile } from './messageLog.ts';

/** A local file that will be sent, or whose upload is under way. */
export function FilePreview({ file, alt }: { file: Pick<OutgoingFile, 'kind' | 'previewUrl'>; alt: string }) {
  return file.kind === 'image' ? (
    <img src={file.previewUrl} alt={alt} />
  ) : (
    <video src={file.previewUrl} muted playsInline preload="metadata" aria-label={alt} />
  );
}
