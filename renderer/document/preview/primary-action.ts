const primary = '.primary-action button[data-variant="filled"]';

/** Finds the primary button of the output, the default focus target. */
export const primaryAction = `${primary}:first-of-type`;
