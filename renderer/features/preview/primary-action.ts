const primary = 'button[data-variant="filled"]:not(:disabled)';

/** Finds the bar's primary button, where the focus goes that nothing nearer keeps; while there is none to press, the bar's first button. */
export const primaryAction = `.save-bar ${primary}, .save-bar:not(:has(${primary})) button:not(:disabled, .request-menu)`;
