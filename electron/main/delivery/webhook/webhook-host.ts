/** The host of an address, with its port: all of a webhook's address that sentences and log lines may hold, as path and query are often secret. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'an address that cannot be read';
}
