/** The sample document: headings, colors, a table and a drawing on one A4 page. */
export const sampleDocument = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Sample document</title>
    <style>
      @page { size: A4; margin: 22mm 20mm; }
      body { font: 11pt/1.55 Georgia, 'Times New Roman', serif; color: #2b2723; margin: 0; }
      h1 { font-size: 30pt; line-height: 1.1; letter-spacing: -0.02em; margin: 0 0 3mm; }
      h2 { font-size: 14pt; margin: 10mm 0 2mm; color: #0f6c72; }
      .lead { font-size: 13pt; color: #6a6258; margin: 0 0 8mm; }
      .band { display: flex; height: 5mm; margin-bottom: 12mm; }
      .band i { flex: 1; }
      table { border-collapse: collapse; width: 100%; font: 10pt/1.4 system-ui, sans-serif; }
      th { text-align: left; border-bottom: 0.6mm solid #2b2723; }
      td { border-bottom: 0.2mm solid #d8d2c8; }
      th, td { padding: 2mm 3mm 2mm 0; }
      td:last-child, th:last-child { text-align: right; padding-right: 0; }
      blockquote { margin: 8mm 0 0; padding: 5mm 6mm; background: #f2efe9; border-left: 1.2mm solid #c9603f; }
    </style>
  </head>
  <body>
    <div class="band">
      <i style="background: #0f6c72"></i><i style="background: #5aa59c"></i>
      <i style="background: #e3b261"></i><i style="background: #c9603f"></i>
    </div>
    <h1>Sample document</h1>
    <p class="lead">Edit the HTML on the left and watch the preview follow.</p>

    <h2>What is preserved</h2>
    <p>The PDF looks like the page in a browser: <b>fonts</b>, <i>emphasis</i>,
      <span style="color: #c9603f">color</span>, links such as
      <a href="https://example.com/">example.com</a>, and text you can select and search.</p>

    <h2>Common paper sizes</h2>
    <table>
      <tr><th>Paper</th><th>Good for</th><th>Size</th></tr>
      <tr><td>A4</td><td>letters, invoices, reports</td><td>210 × 297 mm</td></tr>
      <tr><td>A5</td><td>booklets, programs</td><td>148 × 210 mm</td></tr>
      <tr><td>Letter</td><td>letters in the US and Canada</td><td>8.5 × 11 in</td></tr>
    </table>

    <h2>Vector graphics</h2>
    <svg viewBox="0 0 340 60" width="100%" role="img" aria-label="Bar chart with five bars">
      <g fill="#5aa59c">
        <rect x="0" y="40" width="56" height="20"/><rect x="71" y="30" width="56" height="30"/>
        <rect x="142" y="34" width="56" height="26"/><rect x="213" y="14" width="56" height="46"/>
      </g>
      <rect x="284" y="2" width="56" height="58" fill="#0f6c72"/>
    </svg>

    <blockquote>Drop a file anywhere in this window, or paste a URL, to convert your own
      documents.</blockquote>
  </body>
</html>
`;
