import { EventEmitter } from 'node:events';

/**
 * What other parts have to tell `app` of. Apart from `app` itself, so that a window need not know
 * the application that it belongs to.
 */
export const appEvents = new EventEmitter();
