import type { OutgoingFile } from './messageLog.ts';

/** A file of this browser that will be sent, or is on its way. */
export function FilePreview({ file, alt }: { file: Pick<OutgoingFile, 'kind' | 'previewUrl'>; alt: string }) {
  return file.kind === 'image' ? (
    <img src={file.previewUrl} alt={alt} />
  ) : (
    <video src={file.previewUrl} muted playsInline preload="metadata" aria-label={alt} />
  );
}
