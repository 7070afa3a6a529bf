/**
 * Returns a small, strictly valid PDF (ISO 32000-1, 7.5). @param padding bytes of a stream that is
 * not shown
 */
export function testPdf({
  pages,
  title,
  padding = 0,
}: {
  readonly pages: number;
  readonly title: string;
  readonly padding?: number;
}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(' ');
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    `<</Type /Pages /Count ${pages} /Kids [${kids}]>>`,
    `<</Title (${title})>>`,
    `<</Length ${padding}>>\nstream\n${'x'.repeat(padding)}\nendstream`,
    ...Array.from(
      { length: pages },
      () => '<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources <<>>>>',
    ),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const start = text.length;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<</Size ${count} /Root 1 0 R /Info 3 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
