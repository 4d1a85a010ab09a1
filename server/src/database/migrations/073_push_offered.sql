-- Whether the member was asked once whether the browser may show notifications.
ALTER TABLE notification_choice ADD COLUMN is_push_offered boolean NOT NULL DEFAULT false;
