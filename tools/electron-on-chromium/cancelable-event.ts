/** Electron's Event: a listener's first argument, which can prevent the default action. */
export interface CancelableEvent {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

/** Creates an event object that also has `details`. */
export function cancelableEvent<T extends object>(details: T): CancelableEvent & T {
  let prevented = false;
  const event = {
    ...details,
    preventDefault: () => {
      prevented = true;
    },
  };
  Object.defineProperty(event, 'defaultPrevented', { get: () => prevented, enumerable: true });
  // The property was just defined; spreading an object literal would evaluate its getters.
  return event as CancelableEvent & T;
}

/** Emits an event whose object has details, followed by the event's other arguments. */
export type Emit = (event: string, details: object, ...args: readonly unknown[]) => void;

/** Creates an {@link Emit} from an event emitter's function. */
export function emitterOf(emit: (event: string, ...args: readonly unknown[]) => void): Emit {
  return (event, details, ...args) => emit(event, cancelableEvent(details), ...args);
}
