/**
 * Throws the error of native members of a destroyed object (Electron:
 * shell/common/gin_helper/function_template.h). Members that Electron implements in JavaScript,
 * those of the event emitter, and `isDestroyed` do not throw it.
 */
export function refuseDestroyed(isDestroyed: boolean): void {
  if (isDestroyed) throw new TypeError('Object has been destroyed');
}
