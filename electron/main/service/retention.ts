/**
 * How long it is known what became of a request, in hours: for who sends it again with its `Idempotency-Key`, or asks for an asynchronous one. One number for both:
 * while a key counts, its answer must be there.
 */
export const retentionHours = 24;
