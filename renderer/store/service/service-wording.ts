import type { ServiceState } from '@shared/service.js';
import { withCommas } from '@shared/request/text.js';

/** Returns the status of the local server in a line. */
export function serviceText(state: ServiceState): string {
  switch (state.status) {
    case 'off':
      return 'Off';
    case 'starting':
      return 'Starting…';
    case 'on':
      return countsText(state.running, state.made);
    case 'stopping':
      return 'Stopping after current requests…';
    case 'failed':
      return state.message;
  }
}

function countsText(running: number, made: number): string {
  const requests = running === 1 ? '1 request' : `${withCommas(running)} requests`;
  const pdfs = made === 1 ? '1 PDF' : `${withCommas(made)} PDFs`;
  return `${running === 0 ? 'Idle' : `Processing ${requests}`} · ${pdfs} created`;
}
