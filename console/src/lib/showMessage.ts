import { type NotificationData, notifications } from '@mantine/notifications';

let shown = 0;

/**
 * Shows a message that goes by itself. The newest comes first: where more are open than fit, the oldest wait and not the one
 * that says what was just done.
 */
export function showMessage(message: NotificationData): void {
  shown += 1;
  notifications.show({ ...message, priority: shown });
}
