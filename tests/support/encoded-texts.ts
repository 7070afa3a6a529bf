/** Sentences in encodings that Node cannot write: the encoding, the text, its bytes in base64. */
export const encodedTexts: readonly (readonly [string, string, string])[] = [
  [
    'shift_jis',
    'このページは日本語で書かれています。文字が正しく表示されますように。',
    'grGCzIN5gVuDV4LNk/qWe4zqgsWPkYKpguqCxIKigtyCt4FClbaOmoKqkLOCtYKtlVyOpoKzguqC3IK3guaCpILJgUI=',
  ],
  [
    'euc-jp',
    'このページは日本語で書かれています。文字が正しく表示されますように。',
    'pLOkzqXaobyluKTPxvzL3LjspMe98aSrpOykxqSkpN6kuaGjyri7+qSswLWkt6Svyb28qKS1pOyk3qS5pOikpqTLoaM=',
  ],
  [
    'iso-2022-jp',
    'このページは日本語で書かれています。',
    'GyRCJDMkTiVaITwlOCRPRnxLXDhsJEc9cSQrJGwkRiQkJF4kOSEjGyhC',
  ],
  [
    'euc-kr',
    '이 문서는 한국어로 작성되었습니다. 글자가 올바르게 표시되어야 합니다.',
    'wMwgua68rbTCIMfRsbm+7rfOIMDbvLq1x776vcC0z7TZLiCx28DasKEgv8O52bijsNQgx6W9w7XHvu6+3yDH1bTPtNku',
  ],
  [
    'gb18030',
    '这个网页是用中文写的，文字应该正确显示，而不是乱码。',
    '1eK49s340rPKx9PD1tDOxNC0tcSjrM7E19bTprjD1f3It8/Uyr6jrLb4srvKx8LSwuuhow==',
  ],
  [
    'big5',
    '這個網頁是用中文寫的，文字應該正確顯示，而不是亂碼。',
    's2+t07r0rbasT6XOpKSk5bxnqrqhQaTlpnLAs7jTpb+9VMXjpdyhQabTpKOsT7bDvVihQw==',
  ],
  [
    'koi8-r',
    'Эта страница написана по-русски, и все буквы должны быть видны правильно.',
    '/NTBINPU0sHOycPBIM7B0MnTwc7BINDPLdLV09PLySwgySDX08UgwtXL19kgxM/M1s7ZIMLZ1Ngg18nEztkg0NLB18nM2M7PLg==',
  ],
  [
    'windows-1251',
    'Эта страница написана по-русски, и все буквы должны быть видны правильно.',
    '3fLgIPHy8ODt6PbgIO3g7+jx4O3gIO/uLfDz8fHq6Cwg6CDi8eUg4fPq4vsg5O7r5u37IOH78vwg4ujk7fsg7/Dg4ujr/O3uLg==',
  ],
  [
    'iso-8859-5',
    'Эта страница написана по-русски, и все буквы должны быть видны правильно.',
    'zeLQIOHi4NDd2ObQIN3Q39jh0N3QIN/eLeDj4eHa2Cwg2CDS4dUg0ePa0usg1N7b1t3rINHr4uwg0tjU3esg3+DQ0tjb7N3eLg==',
  ],
  [
    'windows-1253',
    'Αυτή η σελίδα είναι γραμμένη στα ελληνικά και τα γράμματα πρέπει να φαίνονται σωστά.',
    'wfX03iDnIPPl69/k4SDl3+3h6SDj8eHs7N3t5yDz9OEg5evr5+3p6twg6uHpIPThIOPx3Ozs4fThIPDx3fDl6SDt4SD24d/t7+304ekg8/nz9Nwu',
  ],
  [
    'iso-8859-2',
    'Tato stránka je napsána česky a všechna písmena mají být vidět správně, i když kódování chybí.',
    'VGF0byBzdHLhbmthIGplIG5hcHPhbmEg6GVza3kgYSB2uWVjaG5hIHDtc21lbmEgbWFq7SBi/XQgdmlk7HQgc3By4XZu7CwgaSBrZHm+IGvzZG924W7tIGNoeWLtLg==',
  ],
  [
    'windows-1252',
    'Diese Seite ist auf Deutsch geschrieben; die Umlaute müssen auch ohne Angabe der Kodierung für alle Wörter stimmen.',
    'RGllc2UgU2VpdGUgaXN0IGF1ZiBEZXV0c2NoIGdlc2NocmllYmVuOyBkaWUgVW1sYXV0ZSBt/HNzZW4gYXVjaCBvaG5lIEFuZ2FiZSBkZXIgS29kaWVydW5nIGb8ciBhbGxlIFf2cnRlciBzdGltbWVuLg==',
  ],
];
