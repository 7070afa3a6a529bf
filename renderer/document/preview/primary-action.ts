const primary = 'button[data-variant="filled"]:not(:disabled)';

/**
 * Finds the primary button of the bar, the default focus target; if it is disabled, the bar's first
 * button.
 */
export const primaryAction = `.save-bar ${primary}, .save-bar:not(:has(${primary})) button:not(:disabled, .request-menu)`;
