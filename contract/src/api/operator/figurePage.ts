import { Type } from '../../endpoint.ts';
import { orNull, Time } from '../common.ts';

/** Which page of the rows behind a figure. */
export const FigurePageAsked = {
  after: Type.Optional(Type.String({ maxLength: 120, description: '`next` of the page before' })),
  limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
};

/** A page of the rows behind a figure, oldest first, and with the first page what all of them come to. */
export const FigurePage = Type.Object({
  count: orNull(
    Type.Integer(),
    'of all rows; null after the first page: nothing is counted anew; and of members’ lines, of which every bet is a row',
  ),
  sum: orNull(
    Type.Number(),
    'baht of all rows, kip at an account in kip; null after the first page, where the figure counts members, and of members’ lines',
  ),
  rows: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Time,
      what: Type.String({
        description:
          'code of the posting; `stake` or `win` of a day; `member`; at a bank account the kind of the line of its book',
      }),
      amount: orNull(
        Type.Number(),
        'baht that it adds to the figure, kip at an account in kip; null where that counts members',
      ),
      memberId: orNull(Type.String()),
      subject: Type.String({
        description: 'cause of the posting, or code of the game; empty of a member',
      }),
    }),
  ),
  next: orNull(Type.String()),
});
