/** What a page tells about itself once it stands. */
export interface PageFacts {
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly keywords: string;
}

/**
 * Runs in the page, in a world of its own that the page's scripts cannot see. Waits for images (also those that would load only
 * when scrolled to) and for fonts, again for fonts that only printing uses, and gives {@link PageFacts}.
 */
export const settlePage = `(async () => {
  const settled = (image) => image.complete || new Promise((resolve) => {
    image.addEventListener('load', resolve, { once: true });
    image.addEventListener('error', resolve, { once: true });
  });
  for (const image of document.images) image.loading = 'eager';
  await Promise.all(Array.from(document.images, settled));
  do {
    document.documentElement?.getBoundingClientRect();
    await document.fonts.ready;
  } while (document.fonts.status === 'loading');
  const meta = (name) => document.querySelector('meta[name="' + name + '" i]')?.content?.trim() ?? '';
  return {
    title: document.title.trim(),
    author: meta('author'),
    description: meta('description'),
    keywords: meta('keywords'),
  };
})()`;
