-- Chat: one conversation a member or guest, its messages, files, operators' notes, and how it ended.

CREATE TABLE chat_room (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint UNIQUE REFERENCES member (id),
  guest_id text UNIQUE CHECK (guest_id ~ '^g[0-9a-f]{32}$'),
  -- The member whose own room took this guest's messages; the guest is spent, as one whose room became the member's.
  adopted_by bigint REFERENCES member (id),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  -- The operator who answers.
  assigned_to text,
  language text NOT NULL DEFAULT 'th' CHECK (language IN ('th', 'la', 'en')),
  session_id uuid NOT NULL DEFAULT gen_random_uuid(),
  last_position integer NOT NULL DEFAULT 0,
  -- Up to which position each side has read.
  customer_read integer NOT NULL DEFAULT 0,
  operator_read integer NOT NULL DEFAULT 0,
  last_message_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (member_id IS NOT NULL OR guest_id IS NOT NULL),
  CHECK (customer_read BETWEEN 0 AND last_position AND operator_read BETWEEN 0 AND last_position)
);
CREATE INDEX chat_room_inbox ON chat_room (status, last_message_at DESC, id DESC) WHERE last_position > 0;

CREATE TABLE chat_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  room_id bigint NOT NULL REFERENCES chat_room (id),
  -- Counts the messages of the room from 1 without gaps, so that a reader sees that one is missing.
  position integer NOT NULL CHECK (position > 0),
  sender text NOT NULL CHECK (sender IN ('customer', 'operator', 'system')),
  operator_id text,
  sender_name text,
  message_type text NOT NULL
    CHECK (message_type IN ('text', 'buttons', 'media', 'quick_replies', 'generic', 'postback')),
  payload jsonb NOT NULL,
  client_id text,
  session_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (room_id, position),
  CHECK ((sender = 'operator') = (operator_id IS NOT NULL))
);
CREATE UNIQUE INDEX chat_message_once ON chat_message (room_id, client_id) WHERE client_id IS NOT NULL;

-- Pictures and videos as they were stored, drawn anew or stripped. One that is not sent within a day is removed.
CREATE TABLE chat_file (
  path text PRIMARY KEY,
  room_id bigint NOT NULL REFERENCES chat_room (id),
  kind text NOT NULL CHECK (kind IN ('image', 'video')),
  content_type text NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  width integer,
  height integer,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX chat_file_room ON chat_file (room_id);
CREATE INDEX chat_file_unsent ON chat_file (uploaded_at) WHERE sent_at IS NULL;

-- What operators tell one another; never shown to the customer.
CREATE TABLE chat_note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  room_id bigint NOT NULL REFERENCES chat_room (id),
  operator_id text NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX chat_note_room ON chat_note (room_id, id);

-- Each time that an operator closed a conversation, and what the customer said of it.
CREATE TABLE chat_closing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  room_id bigint NOT NULL REFERENCES chat_room (id),
  closed_by text NOT NULL,
  closed_at timestamptz NOT NULL DEFAULT now(),
  rating smallint CHECK (rating BETWEEN 1 AND 5),
  rated_at timestamptz,
  CHECK ((rating IS NULL) = (rated_at IS NULL))
);
CREATE INDEX chat_closing_room ON chat_closing (room_id, id DESC);

-- What nodes tell one another and does not fit into a notification; the socket adapter empties it itself.
CREATE TABLE socket_io_attachments (
  id bigserial PRIMARY KEY,
  created_at timestamptz DEFAULT now(),
  payload bytea
);
