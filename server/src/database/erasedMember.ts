const ERASED = 'KM001';

/** Whether the database refused to write about a member who was erased while the call was under way (migration 218). */
export const isOfErasedMember = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === ERASED;
