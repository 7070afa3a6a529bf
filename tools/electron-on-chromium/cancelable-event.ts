/** Electron's Event: what a listener gets first, and can prevent the default action with. */
export interface CancelableEvent {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

/** Makes an event object that carries `details` as well. */
export function cancelableEvent<T extends object>(details: T): CancelableEvent & T {
  let prevented = false;
  const event = {
    ...details,
    preventDefault: () => {
      prevented = true;
    },
  };
  Object.defineProperty(event, 'defaultPrevented', { get: () => prevented, enumerable: true });
  // The property was just defined; object literals with getters lose them when spread.
  return event as CancelableEvent & T;
}

/** Emits an event whose object carries details, in front of the event's other arguments. */
export type Emit = (event: string, details: object, ...args: readonly unknown[]) => void;

/** Makes an {@link Emit} of an event emitter's own function. */
export function emitterOf(emit: (event: string, ...args: readonly unknown[]) => void): Emit {
  return (event, details, ...args) => emit(event, cancelableEvent(details), ...args);
}
