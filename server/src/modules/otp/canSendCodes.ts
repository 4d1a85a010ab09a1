import type { AppContext } from '../../context.ts';

/** Whether anything sends codes by SMS: at a production site nothing does until operators have connected a gateway. */
export function canSendCodes({ connections }: Pick<AppContext, 'connections'>): boolean {
  return [...connections.deciding('sms')].length > 0;
}
