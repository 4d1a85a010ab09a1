-- What spares a member presses (docs/decisions/188-fewer-presses.md). A member without a row has chosen nothing yet.
CREATE TABLE member_habit (
  member_id bigint PRIMARY KEY REFERENCES member (id),
  -- Whether the wallet's money goes along into a game that is opened; null until the member was asked.
  takes_money_along boolean,
  -- Whether the money of all games comes back when the member comes back from one.
  brings_money_back boolean NOT NULL DEFAULT false,
  -- How the member paid in last: the tab, and of a QR its bank or gateway and the satang asked for.
  deposit_way text CHECK (deposit_way IN ('bank', 'qr', 'wallet')),
  deposit_channel text,
  deposit_amount bigint CHECK (deposit_amount > 0),
  CHECK ((deposit_channel IS NULL) = (deposit_amount IS NULL)),
  CHECK (deposit_channel IS NULL OR deposit_way IS NOT NULL)
);
