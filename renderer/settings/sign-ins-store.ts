import { create } from 'zustand';
import type { AppErrorData } from '@shared/messages/errors.js';
import { sourceFromInput } from '@shared/request/source.js';
import { type EnteredSignIn, type ListedSignIn, originLabel } from '@shared/request/sign-ins.js';
import { call } from '../bridge/bridge.js';
import { t } from '../i18n/t.js';
import { showFailure } from '../ui/notices.js';

/** A sign-in in its own window. */
interface PendingSignIn {
  /** The host that the user signs in to. */
  readonly site: string;
  /** The host of the window's page; null if the user has closed the window. */
  readonly host: string | null;
  /** Receives the id of the sign-in. */
  readonly onDone: (id: string) => void;
}

interface SignInsState {
  /** The entry of a sign-in without a window; null if none. */
  readonly entering: EnteringSignIn | null;
  /** In the order of the main process. */
  readonly signIns: readonly ListedSignIn[];
  readonly pending: PendingSignIn | null;
}

interface EnteringSignIn {
  /** The first host, as users write it. */
  readonly host: string;
  /** Receives the id of the sign-in. */
  readonly onDone: (id: string) => void;
}

/** The sign-ins. Only results of the main process change them. */
export const useSignIns = create<SignInsState>(() => ({
  signIns: [],
  pending: null,
  entering: null,
}));

/** Those that the origin receives. */
export function signInsFor(
  signIns: readonly ListedSignIn[],
  origin: string,
): readonly ListedSignIn[] {
  return signIns.filter(({ origins }) => origins.includes(origin));
}

/** That of a removed one is its host, if it is known. */
export function signInName(signIns: readonly ListedSignIn[], id: string): string {
  const found = signIns.find((each) => each.id === id);
  return found?.name ?? (URL.canParse(id) ? originLabel(id) : t('signIns.removedName'));
}

/** Opens a window in which the user signs in. @param onDone receives the id of the sign-in */
export async function openSignIn(url: string, onDone: (id: string) => void): Promise<void> {
  const source = sourceFromInput(url);
  const site = source.ok ? new URL(source.value.url).host : url;
  useSignIns.setState({ pending: { site, host: site, onDone } });
  const opened = await call('sign-ins:open', { url });
  if (opened.ok) return;
  useSignIns.setState({ pending: null });
  showFailure(t('signIns.openFailed'), opened.error);
}

/** @param host of the window's page; null if the user has closed the window */
export function followSignIn({ host }: { readonly host: string | null }): void {
  useSignIns.setState(({ pending }) => ({ pending: pending && { ...pending, host } }));
}

/** Takes over what the user has signed in to. Returns why that failed; null if it succeeded. */
export async function finishSignIn(keep: boolean): Promise<AppErrorData | null> {
  const { pending } = useSignIns.getState();
  const result = await call('sign-ins:finish', { keep });
  if (!result.ok) return result.error;
  useSignIns.setState({ signIns: result.value.signIns, pending: null });
  pending?.onDone(result.value.id);
  return null;
}

/**
 * Adds a sign-in that the user has entered. Returns why that failed; null if it succeeded or the
 * user chose no file.
 */
export async function enterSignIn(
  entered: EnteredSignIn,
  keep: boolean,
): Promise<AppErrorData | null> {
  const { entering } = useSignIns.getState();
  const result = await call('sign-ins:enter', { entered, keep });
  if (!result.ok) return result.error;
  if (result.value === null) return null;
  useSignIns.setState({ signIns: result.value.signIns, entering: null });
  entering?.onDone(result.value.id);
  return null;
}

export async function cancelSignIn(): Promise<void> {
  useSignIns.setState({ pending: null });
  await call('sign-ins:cancel', undefined);
}

/** Removes a sign-in and its secrets. Returns why that failed; null if it succeeded. */
export async function removeSignIn(id: string): Promise<AppErrorData | null> {
  const result = await call('sign-ins:remove', { id });
  if (!result.ok) return result.error;
  useSignIns.setState({ signIns: result.value });
  return null;
}
