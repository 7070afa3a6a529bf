import { Agent } from 'node:http';
import { Agent as SecureAgent, type AgentOptions } from 'node:https';
import { trusting } from './certificates.js';
import { TunnelAgent } from './proxy.js';

/**
 * Connections to one server that are kept between requests. Uploads limit how many there are: a
 * request that waits for one would time out.
 */
export class KeptConnections {
  /** For HTTP without a proxy. */
  readonly plain = new Agent({ keepAlive: true });
  readonly #secure: SecureAgent;
  readonly #secureOptions: AgentOptions;
  /** Connects through a proxy. */
  #tunnel: { readonly proxy: string; readonly agent: TunnelAgent } | undefined;

  /** @param ca certificates to trust in addition to the default ones, as PEM */
  constructor(ca?: readonly string[]) {
    this.#secureOptions = { keepAlive: true, ...trusting(ca) };
    this.#secure = new SecureAgent(this.#secureOptions);
  }

  /** For HTTPS. @param proxy null: none is used */
  secure(proxy: URL | null): SecureAgent {
    if (proxy === null) return this.#secure;
    if (this.#tunnel?.proxy !== proxy.href) {
      const agent = new TunnelAgent(proxy, this.#secureOptions);
      this.#tunnel = { proxy: proxy.href, agent };
    }
    return this.#tunnel.agent;
  }

  destroy(): void {
    this.plain.destroy();
    this.#secure.destroy();
    this.#tunnel?.agent.destroy();
  }
}
