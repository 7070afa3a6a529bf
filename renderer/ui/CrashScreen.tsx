import { Component, type ReactNode, useState } from 'react';
import { call } from '../bridge/bridge.js';
import { t } from '../i18n/t.js';

interface BoundaryProps {
  readonly children: ReactNode;
}

/** Shows the crash screen instead of a window that failed to render. */
export class CrashBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <CrashScreen /> : this.props.children;
  }
}

/**
 * Explains that the window failed and offers to load it again. It uses nothing that may have caused
 * the failure: no component library and no store.
 */
export function CrashScreen() {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <main className="crash-screen">
      <h1>{t('crash.title')}</h1>
      <p>{t('crash.help')}</p>
      <p>
        <button type="button" autoFocus onClick={() => void call('app:reload', undefined)}>
          {t('crash.reload')}
        </button>
        <button
          type="button"
          onClick={() => {
            void call('app:copy-diagnostics', undefined).then(({ ok }) => setIsCopied(ok));
          }}
        >
          {isCopied ? t('crash.copied') : t('crash.copyDiagnostics')}
        </button>
      </p>
    </main>
  );
}
