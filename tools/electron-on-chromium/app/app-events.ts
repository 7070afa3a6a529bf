import { EventEmitter } from 'node:events';

/** Events that other modules report to `app`, so that a window does not depend on `app`. */
export const appEvents = new EventEmitter();
