import sharp from 'sharp';
import { answerQuestions } from './answerQuestions.ts';
import { drawPicture, type PictureRules } from './drawPicture.ts';
import type { DrawnPicture } from './redrawPicture.ts';
import { searchSlip } from './slipSearch.ts';
import type { SlipSearch } from './slipSearchState.ts';
import { qrOfSvg } from './svgQr.ts';

/** What the process of pictures is asked. */
export type PictureQuestion =
  | { kind: 'draw'; upload: Buffer; rules: PictureRules }
  | { kind: 'slip'; image: Buffer; soFar: SlipSearch }
  | { kind: 'svg'; svg: string };

export interface PictureAnswers {
  draw: DrawnPicture;
  slip: SlipSearch;
  svg: string | null;
}

// Each picture is another one, and two of these processes share a machine.
sharp.cache(false);
sharp.concurrency(1);

answerQuestions<PictureQuestion, PictureAnswers[keyof PictureAnswers]>(async (question) => {
  switch (question.kind) {
    case 'draw':
      return drawPicture(question.upload, question.rules);
    case 'slip':
      return searchSlip(question.image, question.soFar);
    case 'svg':
      return qrOfSvg(question.svg);
  }
});
