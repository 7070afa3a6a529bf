import type { AppErrorData } from '@shared/errors.js';
import { uncertainText } from '../../store/remote/remote-wording.js';

/** Below an error after which a PDF may have been made and charged: what sending it again may mean. */
export function UncertainNote({ error }: { readonly error: AppErrorData }) {
  return error.code === 'remote-uncertain' ? <p className="field-note">{uncertainText}</p> : null;
}
