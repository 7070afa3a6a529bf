/** An address of this computer as a page might name it, as people read it. @param page the page's own address */
export function relativeTo(page: string, address: string): string {
  const folder = page.slice(0, page.lastIndexOf('/') + 1);
  const name = address.startsWith(folder)
    ? address.slice(folder.length)
    : new URL(address).pathname;
  return decoded(name);
}

/** What stands at an address of one page's loading, at that of another. @param page an address whose origin takes the place */
export function inOriginOf(page: string, address: string): string {
  return originOf(page) + address.slice(originOf(address).length);
}

/** As it is spelled; what follows may begin with two slashes. */
function originOf(address: string): string {
  return /^[^:]*:\/\/[^/]*/.exec(address)?.[0] ?? '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing.
    return text;
  }
}
