import type { Language } from '@krapao/contract/limits';
import lengths from './lengths.json' with { type: 'json' };

/** The five how-to videos in their order (HOW-01). */
export const VIDEOS = ['wallet', 'play', 'balance', 'bonus', 'cancel'] as const;

export type VideoName = (typeof VIDEOS)[number];

/** How long a video takes, as m:ss. */
export function lengthText(video: VideoName, language: Language): string {
  const seconds = lengths[video][language];
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Where the video of a language lies; its captions lie beside it. */
export const videoUrl = (video: VideoName, language: Language) => `/videos/${video}.${language}.webm`;
export const captionsUrl = (video: VideoName, language: Language) => `/videos/${video}.${language}.vtt`;
