import { type Message, message } from './message.js';

/** Units of sizes, in bytes. */
export const bytesIn = { bytes: 1, kilobytes: 1000, megabytes: 1_000_000 } as const;

/** The unit in which the size rounds to at least 1. */
export function sizeUnitOf(bytes: number): keyof typeof bytesIn {
  if (bytes < bytesIn.kilobytes) return 'bytes';
  return bytes < 999_500 ? 'kilobytes' : 'megabytes';
}

/** In decimal units: `184 KB`, `1.2 MB`. */
export function sizeMessage(bytes: number): Message {
  const unit = sizeUnitOf(bytes);
  const size = bytes / bytesIn[unit];
  switch (unit) {
    case 'bytes':
      return message('measures.bytes', { size });
    case 'kilobytes':
      return message('measures.kilobytes', { size });
    case 'megabytes':
      return message('measures.megabytes', { size });
  }
}

/** In whole seconds, at least one: `41 s`, `2 min 5 s`, `3 h 12 min`. */
export function durationMessage(seconds: number): Message {
  const whole = Math.max(1, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  if (minutes === 0) return message('measures.seconds', { count: whole });
  const rest = whole % 60;
  if (minutes >= 60) return hoursMessage(Math.floor(minutes / 60), minutes % 60);
  return rest === 0
    ? message('measures.minutes', { count: minutes })
    : message('measures.minutesAndSeconds', { minutes, seconds: rest });
}

/** `2 s`, `4 min`, `1 h 20 min` */
export function roughDurationMessage(seconds: number): Message {
  if (seconds < 59.5) return durationMessage(seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return message('measures.minutes', { count: minutes });
  const tens = Math.round(minutes / 10) * 10;
  return hoursMessage(Math.floor(tens / 60), tens % 60);
}

function hoursMessage(hours: number, minutes: number): Message {
  return minutes === 0
    ? message('measures.hours', { count: hours })
    : message('measures.hoursAndMinutes', { hours, minutes });
}
