-- Periods for the console's reports and reconciliation.

-- Postings come in the order of their time, so that a summary of each run of blocks is enough to find a period, and
-- writing one costs nothing that a payment would notice.
CREATE INDEX posting_at ON ledger.posting USING brin (at) WITH (pages_per_range = 32, autosummarize = on);

CREATE INDEX member_created ON member (created_at);
CREATE INDEX slip_finished ON slip (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX withdrawal_settled ON withdrawal (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX incoming_transfer_credited ON incoming_transfer (credited_at) WHERE credited_at IS NOT NULL;
CREATE INDEX incoming_transfer_account ON incoming_transfer (deposit_account_id, transferred_at);
CREATE INDEX transfer_leg_provider ON transfer_leg (provider, created_at);
