/**
 * Every text that users see, in English: window, command line and service. ICU MessageFormat, as
 * FormatJS reads it: `{path}` is a parameter, `{count, plural, one {# file} other {# files}}` a
 * plural, `{size, number}` a number with separators, and `'{name}'` prints the braces.
 *
 * One section per part of the application; a key says what the message is about. Another language
 * is one file with the same keys: `export const de: Catalog = { … }`.
 */
export const en = {
  general: {
    /** A text that comes from outside, such as the answer of a service, and is shown as it is. */
    literal: '{text}',
    /** Two sentences, or more by nesting. */
    sentences: '{first} {next}',
    /** A message of another version of Platen, read from a file. */
    unknown: 'Unknown message ({key}).',
    internal: 'Platen failed: {reason}',
  },

  /** Sizes and durations. */
  measures: {
    bytes: '{size, number} B',
    kilobytes: '{size, number, ::.} KB',
    megabytes: '{size, number, ::.0} MB',
    seconds: '{count, number} s',
    minutes: '{count, number} min',
    minutesAndSeconds: '{minutes, number} min {seconds, number} s',
    hours: '{count, number} h',
    hoursAndMinutes: '{hours, number} h {minutes, number} min',
  },

  /** Validation of requests, and of the settings that use the same rules. */
  request: {
    notAnObject: 'The request must be an object with a source, but is {value}.',
    notJson: 'The request must be a JSON object with a source, but is {value}.',
    manyIssues: 'The request has {count, number} errors.',
    tooManyIssues: 'The request has more than {count, number} errors.',
    textTooLong: '"{text}" has {length, number} characters. The limit is {max, number}.',
    unknownField: '"{name}" is not a field of the request. Its fields are {fields}.',
    unknownNestedField: '"{name}" is not a field of {parent}. Its fields are {fields}.',
    unknownFieldNear: '"{name}" is not a field of the request. Did you mean {nearest}?',
    unknownNestedFieldNear: '"{name}" is not a field of {parent}. Did you mean {nearest}?',
    moreUnknownFields:
      '{count, plural, one {There is # more unknown field.} other {There are # more unknown fields.}}',

    /** What a value is, after "but is" in the messages about wrong types. */
    valueMissing: 'missing',
    valueList: 'a list',
    valueObject: 'an object',
    valueText: '"{text}"',
    valueNumber: '{number}',
    valueOfType: 'a value of type {type}',

    sourceName: 'Source',
    sourceType: 'Source must be HTML text or an http or https URL, but is {value}.',
    sourceEmpty: 'Source is empty. Enter HTML text or an http or https URL.',
    sourcePathType: 'Source must be the full path of a file, but is {value}.',
    sourceFolderType: 'Source folder must be the full path of a folder, but is {value}.',
    sourcePathEmpty: 'Source is a file without a path. Enter its path.',
    sourcePathRelative: 'Source "{path}" is not a full path. Write it from the root of the disk.',
    sourceScript: 'Source "{source}" is a script, not a document. Enter an http or https URL.',
    sourceData: 'Source "{source}" is a data URL. Enter the HTML in it as text.',
    sourceFtp:
      'Source "{source}" is an ftp URL, which is not supported. Enter an http or https URL.',
    sourceFileUrl: 'Source "{source}" is a file URL. Use the path of the file instead.',
    sourceScheme:
      'Source "{source}" has the unsupported scheme "{scheme}". Enter an http or https URL.',
    sourceIsLocal:
      'Source "{source}" is a local file, which a request cannot refer to. Send the HTML itself or an http or https URL.',
    baseName: 'Base URL',
    baseType: 'Base URL must be a folder or an http or https URL, but is {value}.',
    baseEmpty: 'Base URL is empty. Enter a folder or an http or https URL, or leave it out.',
    baseInvalid: 'Base URL "{base}" is neither an http or https URL nor the full path of a folder.',

    urlEmpty: '{name} is empty. Enter an http or https URL.',
    urlLineBreak: '{name} "{url}" contains a line break. Remove it.',
    urlSpace: '{name} "{url}" contains a space. Remove it, or write %20 in a path.',
    urlScheme:
      '{name} "{url}" is not an http or https URL. Enter a URL such as https://example.org/page.',
    urlInvalid: '{name} "{url}" is not a valid URL. Enter a URL such as https://example.org/page.',
    baseUrlLogin:
      '{name} contains a user name or password. Enter a URL such as https://pdf.example.org.',
    serviceUrlLogin:
      'URL contains a user name or password. Enter them in their own fields, and a URL such as https://pdf.example.org.',
    baseUrlExtra:
      '{name} "{url}" has more than a host and a path. Enter a URL such as https://pdf.example.org.',
    urlUnencrypted:
      '{name} "{url}" is not encrypted, which the HIPAA option does not allow. Enter an https URL.',
    webhookName: 'Webhook',
    webhookType: 'Webhook must be an http or https URL, but is {value}.',

    formatType: 'Format must be text such as "a4", but is {value}.',
    formatEmpty:
      'Format is empty. Enter letter, legal, tabloid, ledger, a0 to a6, or a custom size such as 210mmx297mm.',
    formatUnknown:
      'Unknown format "{format}". Enter letter, legal, tabloid, ledger, a0 to a6, or a custom size such as 210mmx297mm.',
    formatSide: 'Format "{format}" is invalid. {reason}',
    formatSideShort: '{name} "{length}" is too short. It must be at least 0.1 in (2.54 mm).',
    widthName: 'Width',
    heightName: 'Height',
    landscapeType: 'Landscape must be true or false, but is {value}.',

    marginType: 'Margin must be an object with top, right, bottom or left, but is {value}.',
    marginSideType: '{name} must be text such as "1cm", but is {value}.',
    marginName: 'Margin',
    topMarginName: 'Top margin',
    rightMarginName: 'Right margin',
    bottomMarginName: 'Bottom margin',
    leftMarginName: 'Left margin',
    topMargin: 'top {length}',
    rightMargin: 'right {length}',
    bottomMargin: 'bottom {length}',
    leftMargin: 'left {length}',
    noRoomAcross:
      'Margins ({margins}) leave no room on a page {size} wide. At least 2.54 mm (0.1 in) must remain.',
    noRoomDown:
      'Margins ({margins}) leave no room on a page {size} high. At least 2.54 mm (0.1 in) must remain.',
    noRoomAtAll: '{across} {down}',

    lengthName: 'Length',
    lengthEmpty: '{name} is empty. Enter a number with a unit ({units}), such as 1cm.',
    lengthNegative: '{name} "{length}" is negative. It must be 0 or more.',
    lengthExponent: '{name} "{length}" has an exponent. Use plain digits, such as 1.5cm.',
    lengthNoNumber:
      '{name} "{length}" does not start with a number. Enter a number with a unit ({units}), such as 1cm.',
    lengthNoUnit: '{name} "{length}" has no unit. Add {units}, such as {example}.',
    lengthTooLong: '{name} "{length}" is longer than 200 in (5,080 mm), the limit of a PDF page.',
    lengthTwoNumbers:
      '{name} "{length}" contains more than one number. Enter one number with a unit, such as 1cm.',
    lengthTrailing:
      '{name} "{length}" has text after its unit. Enter one number with a unit, such as 1cm.',
    lengthUnit: '{name} "{length}" has the unknown unit "{unit}". The units are {units}.',

    pagesType: 'Pages must be text such as "1-3" or "1,4,9", but is {value}.',
    pagesEmpty:
      'Pages is empty. Enter a range such as 1-3 or numbers such as 1,4,9, or leave it out for all pages.',
    pagesTooManyParts:
      'Pages "{pages}" has more than {max, number} parts. Use ranges such as 1-9 instead of single pages.',
    pagesEmptyPart:
      'Pages "{pages}" has a comma with no page next to it. Enter a range such as 1-3 or numbers such as 1,4,9.',
    pagesNotANumber:
      'Pages "{pages}" contains "{part}", which is not a page number. Enter a range such as 1-3 or numbers such as 1,4,9.',
    pagesNoFirst: 'Pages "{pages}" has a range without a first page. Write 1-{last}, for example.',
    pagesNoLast:
      'Pages "{pages}" has a range without a last page. Write the last page after {first}-.',
    pagesZero: 'Pages "{pages}" contains page 0. The first page is 1.',
    pagesTooHigh: 'Pages "{pages}" contains a page above {max, number}, the highest page number.',
    pagesBackwards:
      'Pages "{pages}" runs backwards. Write the smaller number first: {first}-{last}.',
    pagesBeyondEnd:
      'Pages "{pages}" goes up to page {highest, number}, but the document has {total, plural, one {# page} other {# pages}}.',

    filenameType: 'File name must be text such as "invoice.pdf", but is {value}.',
    storageFilenameType: 'Storage file name must be text such as "invoice.pdf", but is {value}.',
    filenameEmpty: 'File name is empty. Enter a name such as invoice.pdf.',
    filenameFolder:
      'File name "{name}" contains a folder. Enter the name alone, such as invoice.pdf.',
    filenameLineBreak: 'File name "{name}" contains a line break. Remove it.',
    filenameSpace: 'File name "{name}" contains a space. Use - or _ instead, as in my-invoice.pdf.',
    filenameCharacter:
      'File name "{name}" contains "{character}". Use only the letters A to Z, digits, _, - and .',
    filenameForbidden: 'File name "{name}" contains "{character}". Remove it, or use - instead.',
    filenameUppercase: 'File name "{name}" ends in "{ending}". It must end in lowercase .pdf.',
    filenameEnding: 'File name "{name}" does not end in .pdf. Enter a name such as invoice.pdf.',
    filenameNoStem: 'File name "{name}" has no name before .pdf. Enter a name such as invoice.pdf.',
    filenameTooLong:
      'File name "{name}" is {bytes, number} bytes long. The limit is {max, number}.',
    filenameReserved:
      'File name "{name}" starts with {reserved}, which Windows reserves for a device. Enter another name, such as {reserved}-1.pdf.',
    filenamePlaceholder:
      'File name "{text}" contains {unknown}, which {count, plural, one {is not a placeholder} other {are not placeholders}}. The placeholders are {placeholders}.',
    filenamePlaceholderNear:
      'File name "{text}" contains {unknown}, which is not a placeholder. Did you mean {nearest}?',

    zoomRange: 'Zoom must be a number from 0.1 to 2, such as 1.25, but is {value}.',
    timeoutRange: 'Timeout must be a number of seconds from 1 to 3600, such as 30, but is {value}.',
    javascriptType: 'The option to turn off JavaScript must be true or false, but is {value}.',
    complianceType: 'Compliance must be an object with gdpr or hipaa, but is {value}.',
    gdprType: 'GDPR must be true or false, but is {value}.',
    hipaaType: 'HIPAA must be true or false, but is {value}.',
    failOnType: 'Fail on must be a list of kinds such as ["resources", "console"], but is {value}.',
    failOnKindType: 'A kind in Fail on must be text such as "console", but is {value}.',
    failOnEmpty: 'Fail on contains an empty kind. The kinds are {kinds}.',
    failOnUnknown: '"{kind}" is not a kind of warning. The kinds are {kinds}.',
    failOnNear: '"{kind}" is not a kind of warning. Did you mean {nearest}? The kinds are {kinds}.',

    storageType: 'Storage must be an object with a provider, but is {value}.',
    storageProvider: 'Storage provider must be service or object_store, but is {value}.',
    destinationForService:
      'A bucket destination requires the storage provider object_store, but the provider is service.',
    filenameForBucket:
      'A storage file name requires the storage provider service. With object_store, the bucket destination includes the name.',
    destinationType:
      'Bucket destination must be a URL such as "s3://my-bucket/reports/invoice.pdf", but is {value}.',
    destinationEmpty:
      'Bucket destination is empty. Enter a URL such as s3://my-bucket/reports/invoice.pdf.',
    destinationScheme:
      'Bucket destination "{destination}" does not start with s3://. Enter a URL such as s3://my-bucket/reports/invoice.pdf.',
    destinationBucket:
      'Bucket destination "{destination}" has the invalid bucket name "{bucket}". {rule}',
    bucketName: 'Bucket "{bucket}" is not a valid name. {rule}',
    bucketNameRule:
      'A bucket name has 3 to 63 lowercase letters, digits, hyphens and dots, and starts and ends with a letter or digit.',
    destinationNoFile:
      'Destination "{destination}" has no file name. Enter a URL such as s3://my-bucket/reports/invoice.pdf.',
    destinationControl: 'Destination "{destination}" contains a control character. Remove it.',
    destinationEmptyPart:
      'Destination "{destination}" has an empty part between two slashes or at its end. Remove the extra slash.',
    destinationDots: 'Destination "{destination}" has a part "." or "..". Write the path in full.',
    destinationEnding:
      'Destination "{destination}" does not end in the name of a .pdf file. Enter a URL such as s3://my-bucket/reports/invoice.pdf.',
    destinationTooLong:
      'Destination "{destination}" has a path of {bytes, number} bytes. The limit is {max, number}.',
    filledDestinationTooLong:
      'Destination "{destination}", with its placeholders filled in, has a path of {bytes, number} bytes. The limit is {max, number}.',
    destinationPlaceholder:
      'Destination "{text}" contains {unknown}, which {count, plural, one {is not a placeholder} other {are not placeholders}}. The placeholders are {placeholders}.',
    destinationPlaceholderNear:
      'Destination "{text}" contains {unknown}, which is not a placeholder. Did you mean {nearest}?',
    destinationTitle:
      "Bucket destination \"{destination}\" contains the page's title, which is not known before the service renders the page. Use '{name}' or '{n}' instead.",

    apiLandscape:
      'The API has no landscape option. Write the format with its long side first, such as 297mmx210mm.',
    apiTimeout: 'The API has no timeout. Remove {option}, which is {value}.',
    apiFailOn: 'The API cannot fail on warnings. Remove {option}, which is {value}.',
    apiFile: 'The API does not accept files. Send the HTML of "{path}" as text.',
    apiHtmlIsUrl:
      'The API would read the HTML text "{html}" as a URL. Put it into a tag, such as <p>.',
    apiBase: 'The API has no base URL. Put <base href="…"> into the HTML instead of "{base}".',
    apiFilename:
      'The API does not support placeholders in a file name. Enter the name itself instead of "{filename}".',
    apiDestination:
      'The API does not support placeholders in a bucket destination. Enter the URL itself instead of "{destination}".',
    apiPages:
      'Pages "{pages}" has several parts, one of them a range. The API accepts one range, such as 1-3, or a list of numbers, such as 1,4,9.',
    apiOpenRange:
      'The API does not support ranges without a last page. Write the last page after {pages}.',
  },

  /** The options of a request, in the window and in `convert --help`. */
  options: {
    sourceLabel: 'Source',
    sourceHelp:
      'A file (HTML, MHTML, SVG, Markdown, text, EPUB, .docx, ZIP), a folder, a URL, or HTML.',
    baseLabel: 'Base URL',
    baseHelp: 'Folder or URL that relative links in the HTML are resolved against.',
    formatLabel: 'Format',
    formatHelp: 'Paper size as a name or width x height; from page CSS, or A4, if not set.',
    landscapeLabel: 'Orientation',
    landscapeHelp: 'Page orientation.',
    marginLabel: 'Margins',
    marginHelp: 'Page margins in mm, cm, in, px or pt; from page CSS if not set.',
    pagesLabel: 'Pages',
    pagesHelp:
      'Pages to keep, as ranges, a list or both; all if not set. 2- means page 2 to the end.',
    zoomLabel: 'Zoom',
    zoomHelp: 'Scale of the page content, from 0.1 (10%) to 2 (200%).',
    disableJavascriptLabel: 'JavaScript',
    disableJavascriptHelp: 'Turns off JavaScript; some pages stay empty without it.',
    filenameLabel: 'File name',
    filenameHelp: "Ends in .pdf. Placeholders: '{name}', '{title}', '{date}', '{n}'.",
    timeoutSecondsLabel: 'Timeout',
    timeoutSecondsHelp: 'Seconds until the conversion fails; 30 if not set.',
    failOnLabel: 'Fail on',
    failOnHelp: 'Warnings that fail the conversion; none if not set.',
    uploadsLabel: 'Upload to',
    uploadsHelp: "Path in a bucket. Placeholders: '{name}', '{title}', '{date}', '{n}'.",
    webhookLabel: 'Webhook',
    webhookHelp: 'URL to notify when the PDF is delivered or fails.',
    gdprLabel: 'GDPR',
    gdprHelp: 'Keeps the source and names out of logs and history; deletes the PDF once delivered.',
    hipaaLabel: 'HIPAA',
    hipaaHelp: 'Same as GDPR, and requires encrypted connections.',
    withExample: '{help} Example: {example}',
  },

  /** Platen's own options: labels, help and values. */
  own: {
    textType: '{name} must be text, but is {value}.',
    switchType: '{name} must be true or false, but is {value}.',
    number: '{name} must be a number from {min, number} to {max, number}, but is {value}.',
    wholeNumber:
      '{name} must be a whole number from {min, number} to {max, number}, but is {value}.',
    choice: '{name} must be {choices}, but is {value}.',
    selectorInvalid:
      'CSS selector "{selector}" cannot be read at "{part}". Enter selectors such as nav, #menu or .banner.',
    cssInvalid: 'The CSS cannot be read in line {line, number}, column {column, number}: "{part}".',
    lineInvalid: '"{text}" contains a line break or a control character. Enter one line.',
    languageInvalid: '"{text}" is not a language tag. Enter one such as en, en-US or zh-Hans.',
    contradiction: '"{option}" cannot be combined with "{other}". Remove one of them.',
    selectorOfNoElement:
      'CSS selector "{selector}" finds no element: "{part}" is only a part of one. Remove it.',
    userAgentInvalid:
      'User agent "{value}" must be Latin letters, digits and signs on one line, at most {max, number} characters.',
    acceptLanguageInvalid:
      '"{value}" is not a language. Enter codes such as de-CH, de or en, separated by commas.',
    notBeforeTimeout:
      '{name} ({seconds, number} s) must be shorter than the timeout ({timeout, number} s).',
    needsJavascript:
      "{name} can't run, because JavaScript is disabled. Enable it, or remove the option.",
    viewportWithZoom: '{name} and scale both set the size of the content. Remove one of them.',
    apiLacks: 'The API does not support "{name}". Remove the option.',
    on: 'on',
    numberWithUnit: '{number, number} {unit}',
    seconds: 's',
    pixels: 'px',

    singlePageLabel: 'One tall page',
    singlePageHelp:
      'Puts everything on one page as tall as the content; beyond 200 in, the page is scaled down.',
    shrinkToFitLabel: 'Shrink to fit',
    shrinkToFitHelp: 'Scales pages down until wide content fits the paper.',
    oddEvenLabel: 'Odd or even',
    oddEvenHelp: 'Keeps only odd or even page numbers of the document.',
    oddEvenAll: 'All pages',
    oddEvenOdd: 'Odd pages',
    oddEvenEven: 'Even pages',
    dropBlankPagesLabel: 'Drop blank pages',
    dropBlankPagesHelp: 'Leaves out pages that show nothing, or only a background color.',
    pagesPerSheetLabel: 'Pages per sheet',
    pagesPerSheetHelp: 'Puts several pages side by side on each sheet of the paper.',
    pagesPerSheetValue: '{count, plural, one {# page} other {# pages}} per sheet',
    sheetOrderLabel: 'Order on the sheet',
    sheetOrderHelp: 'Direction of the pages; from the right for Arabic, Hebrew or vertical text.',
    sheetOrderAcross: 'Across, then down',
    sheetOrderDown: 'Down, then across',
    sheetOrderAcrossFromRight: 'Across from the right',
    sheetOrderDownFromRight: 'Down from the right',
    sheetBordersLabel: 'Page borders',
    sheetBordersHelp: 'Draws a thin line around each page on a sheet.',
    backgroundLabel: 'Background PDF',
    backgroundHelp: 'PDF placed under the pages, such as a letterhead; its last page is repeated.',
    stampLabel: 'Stamp PDF',
    stampHelp: 'PDF placed over the pages; its last page is repeated.',
    stampEncrypted:
      '{path} is protected by a password. Remove the protection, or choose another PDF.',
    stampBroken: '{path} is damaged or not a PDF. Choose another one.',
    stampTooLarge: '{path} is larger than {megabytes, number} MB. Choose a smaller PDF.',
    fileRelative: '{name} "{path}" is not a full path. Enter the path from its root.',
    fileInRequest:
      '"{name}" is a file on this machine, which a request cannot name. Remove the option.',
    colorInvalid: '"{text}" is not a color. Enter one such as #c00000.',
    percent: '%',
    watermarkTextLabel: 'Watermark',
    watermarkTextHelp: 'Text along the diagonal of every page.',
    watermarkTextExample: 'DRAFT',
    watermarkColorLabel: 'Watermark color',
    watermarkColorHelp: 'Color of the watermark; gray if not set.',
    watermarkOpacityLabel: 'Watermark opacity',
    watermarkOpacityHelp: 'From 1 (hardly visible) to 100 percent (solid); 25 if not set.',
    watermarkPlaceLabel: 'Watermark position',
    watermarkPlaceHelp: 'Whether the watermark is over or under the content.',
    watermarkOver: 'Over the content',
    watermarkUnder: 'Under the content',
    waitForSelectorLabel: 'Wait for element',
    waitForSelectorHelp: 'CSS selector of an element that must be visible before printing.',
    waitForExpressionLabel: 'Wait for expression',
    waitForExpressionHelp: 'JavaScript that must be true before printing; promises are awaited.',
    networkIdleLabel: 'Wait for network',
    networkIdleHelp: 'Waits until nothing has been requested for half a second.',
    waitSecondsLabel: 'Wait at most',
    waitSecondsHelp: 'Seconds for each of these waits; half of the timeout if not set.',
    delaySecondsLabel: 'Extra delay',
    delaySecondsHelp: 'Seconds to wait after the page has loaded.',
    scrollThroughLabel: 'Scroll through first',
    scrollThroughHelp: 'Scrolls to the end before printing, so that late content loads.',
    userAgentLabel: 'User agent',
    userAgentHelp: "Sent to servers instead of Chromium's user agent.",
    acceptLanguageLabel: 'Languages',
    acceptLanguageHelp: 'Languages in which pages are requested, the preferred one first.',
    mediaLabel: 'Media',
    mediaHelp: 'Whether the CSS for print or for screens applies; print if not set.',
    mediaPrint: 'Print',
    mediaScreen: 'Screen',
    colorSchemeLabel: 'Colors',
    colorSchemeHelp: 'Light or dark colors, for pages that support both; light if not set.',
    colorSchemeLight: 'Light',
    colorSchemeDark: 'Dark',
    reducedMotionLabel: 'Reduce motion',
    reducedMotionHelp: 'Asks the page for as few animations as possible.',
    viewportWidthLabel: 'Layout width',
    viewportWidthHelp:
      'Lays the page out at this width, as in a window, and scales it to the width of the paper.',
    readerLabel: 'Reader view',
    readerHelp: 'Prints only the article with its pictures, without navigation and ads.',
    hideLabel: 'Hide',
    hideHelp: 'CSS selectors of elements to leave out.',
    cssLabel: 'CSS',
    cssHelp: 'Style sheet that is added to the page.',

    plainNumber: '{number, number}',
    points: 'pt',

    headerPlaceholder:
      '{unknown} {count, plural, one {is not a placeholder} other {are not placeholders}}. The placeholders are {placeholders}.',
    headerPlaceholderNear: '{unknown} is not a placeholder. Did you mean {nearest}?',
    headerBrace: 'A brace in "{text}" is not closed. Write two braces for a literal one.',
    headerScript: "Scripts don't run in headers and footers. Remove the script element.",
    headerHtmlLine: 'Line {line, number}: {issue}',
    headerTextAndHtml: 'Header HTML replaces the header texts. Remove one of them.',
    footerTextAndHtml: 'Footer HTML replaces the footer texts. Remove one of them.',
    headerMargin:
      '{name} "{length}" is too small for its text, which needs {millimeters, number} mm. Enter a larger margin, or none so that it fits.',
    headerLeftLabel: 'Header left',
    headerLeftHelp: 'Text at the top left of each page.',
    headerCenterLabel: 'Header center',
    headerCenterHelp: 'Text at the top center of each page.',
    headerRightLabel: 'Header right',
    headerRightHelp: 'Text at the top right of each page.',
    footerLeftLabel: 'Footer left',
    footerLeftHelp: 'Text at the bottom left of each page.',
    footerCenterLabel: 'Footer center',
    footerCenterHelp: 'Text at the bottom center of each page.',
    footerRightLabel: 'Footer right',
    footerRightHelp: 'Text at the bottom right of each page.',
    headerHtmlLabel: 'Header HTML',
    headerHtmlHelp: 'HTML and CSS at the top of each page, with the same placeholders.',
    footerHtmlLabel: 'Footer HTML',
    footerHtmlHelp: 'HTML and CSS at the bottom of each page, with the same placeholders.',
    headerFontSizeLabel: 'Font size',
    headerFontSizeHelp: 'Font size of headers and footers; {size, number} pt if not set.',
    headerFirstPageLabel: 'First page',
    headerFirstPageHelp: 'Whether the first page has header and footer.',
    headerEvenPagesLabel: 'Even pages',
    headerEvenPagesHelp: 'Whether left and right are swapped on even pages, as in books.',
    headerSame: 'Same',
    headerNone: 'None',
    headerMirrored: 'Mirrored',
    startNumberLabel: 'First page number',
    startNumberHelp: 'Number of the first page of the PDF.',

    headingLevels: 'heading levels',
    bookmarksLabel: 'Bookmarks',
    bookmarksHelp: 'Levels of headings, 1 to 6, that become bookmarks of the PDF; none if not set.',
    tableOfContentsLabel: 'Table of contents',
    tableOfContentsHelp:
      'Levels of headings, 1 to 6, in a table of contents with page numbers; none if not set.',
    contentsTitleLabel: 'Contents title',
    contentsTitleHelp: "Title of the table of contents; by the page's language if not set.",
    contentsTitleExample: 'Contents',
    contentsPositionLabel: 'Contents position',
    contentsPositionHelp: 'Where the table of contents is inserted; first if not set.',
    contentsFirst: 'At the beginning',
    contentsAfterFirstPage: 'After the first page',
    contentsCssLabel: 'Contents CSS',
    contentsCssHelp: 'Style sheet that is added to the table of contents.',
    taggedLabel: 'Tagged PDF',
    taggedHelp:
      'Adds the structure that screen readers need; takes twice the time and many times the space.',
    javascriptLabel: 'JavaScript',
    javascriptHelp: 'Runs in the page after it has loaded; promises are awaited.',
    titleLabel: 'Title',
    titleHelp: "Title of the PDF; the page's own if not set.",
    titleExample: 'Invoice 4711',
    authorLabel: 'Author',
    authorHelp: "Author of the PDF; the page's own if not set.",
    subjectLabel: 'Subject',
    subjectHelp: "Subject of the PDF; the page's description if not set.",
    subjectExample: 'Sales',
    keywordsLabel: 'Keywords',
    keywordsHelp: "Keywords of the PDF, separated by commas; the page's own if not set.",
    keywordsExample: 'report, finance',
    langLabel: 'Language',
    langHelp: "Language of the text, for screen readers; the page's own if not set.",
    allowPrintingLabel: 'Printing',
    allowPrintingHelp: 'What readers may print without the owner password.',
    allowPrintingHigh: 'Printing allowed',
    allowPrintingLow: 'Low-quality printing only',
    allowPrintingNone: 'No printing',
    allowCopyingLabel: 'Copying',
    allowCopyingHelp:
      'Whether readers may copy text and images without the owner password. Screen readers always may.',
    allowCopyingYes: 'Copying allowed',
    allowCopyingNo: 'No copying',
    allowChangesLabel: 'Changes',
    allowChangesHelp:
      'What readers may change without the owner password; each choice includes those below it.',
    allowChangesAny: 'All changes',
    allowChangesAnnotate: 'Only comments and forms',
    allowChangesForms: 'Only filling in forms',
    allowChangesAssemble: 'Only inserting, deleting and rotating pages',
    allowChangesNone: 'No changes',
  },

  /** Warnings about a page. */
  preflight: {
    resourcesLabel: 'Failed to load',
    refusedLabel: 'Blocked',
    consoleLabel: 'Console errors',
    fontsLabel: 'Fonts and characters',
    cutOffLabel: 'Clipped content',
    imagesLabel: 'Low-resolution images',
    changingLabel: 'Unfinished content',
    signaturesLabel: 'Invalid signatures',
    tagsLabel: 'Missing tags',
    resourcesCount:
      '{count, plural, one {# resource that failed to load} other {# resources that failed to load}}',
    refusedCount: '{count, plural, one {# blocked request} other {# blocked requests}}',
    consoleCount: '{count, plural, one {# console error} other {# console errors}}',
    fontsCount: '{count, plural, one {# font problem} other {# font problems}}',
    cutOffCount: '{count, plural, one {# clipped element} other {# clipped elements}}',
    imagesCount: '{count, plural, one {# low-resolution image} other {# low-resolution images}}',
    changingCount: '{count, plural, one {# unfinished part} other {# unfinished parts}}',
    signaturesCount: '{count, plural, one {# invalid signature} other {# invalid signatures}}',
    tagsCount: '{count, plural, one {# document without tags} other {# documents without tags}}',

    more: 'and {count, number} more like these',
    failed: 'The page has {counts}, and this conversion is set to fail on that. {warnings}',
    twoWarnings: '{first} {second}',
    threeWarnings: '{first} {second} {third}',
    manyWarnings: '{first} {second} {third} ({count, number} more)',

    didNotLoad: '{resource} did not load: {reason}.',
    stillLoading: '{resource} was still loading when the page was printed.',
    contentChanging: 'The content of the page was still changing when it was printed.',
    animationRunning: 'An animation was still running when the page was printed.',
    canvasDrawing: 'A drawing (canvas) was still changing when the page was printed.',
    framesMissing:
      'No animation frames were drawn before the page was printed. What its scripts draw may be incomplete.',
    signatureInvalid:
      'The PDF is digitally signed. Its signature is invalid in the new PDF. Keep the signed file.',
    noTags:
      'The PDF has no tags, so the merged PDF does not count as tagged. Screen readers may skip it.',
    scrollStopped:
      'The page was still growing after {seconds, number} s of scrolling; the rest is missing.',
    networkBusy:
      'The page was still requesting {resource} after {seconds, number} s of waiting for the network.',
    importIgnored: 'The CSS imports {resource}, which is not loaded. Insert its rules instead.',
    dialog: 'The page called {name}(), which is blocked: no dialog is shown during a conversion.',
    newWindow: 'The page tried to open a new window ({url}), which is blocked.',
    permission: 'The page requested the permission "{permission}", which is blocked.',
    linkRemoved: 'The link to {url} was removed: a PDF reader might run or open it.',
    otherProgram: 'The page tried to open {url} in another program, which is blocked.',
    download: 'The page tried to start a download ({url}), which is blocked.',
    consoleError: 'The console of the page shows an error: {text}',
    consoleErrorAt: 'The console of the page shows an error ({place}): {text}',
    scriptFailed: 'A script of the page failed: {text}',
    scriptFailedAt: 'A script of the page failed ({place}): {text}',
    consoleLine: 'line {line}',
    consoleFileLine: '{file}, line {line}',
    consoleEmpty: 'an empty line',
    clippedScroller: '{element} is clipped; scrolling would show {hidden}.',
    hiddenRight: '{millimeters, number} mm to the right',
    hiddenBelow: '{millimeters, number} mm below',
    headerTooHigh:
      'The header needs {needed, number} mm, but the top margin is {margin, number} mm. Enter a larger margin, or none so that it fits.',
    footerTooHigh:
      'The footer needs {needed, number} mm, but the bottom margin is {margin, number} mm. Enter a larger margin, or none so that it fits.',
    clippedAtEdge:
      '{element} is clipped at the right edge of the page: {millimeters, number} mm do not fit, even though the page was scaled down to two thirds.',
    fontReplaced:
      'The font {family} is neither installed nor loaded by the page; {replacement} was used instead.',
    standardFont: 'the standard font',
    standardFontOfKind: 'the standard {kind} font',
    missingCharacters:
      '{count, plural, one {One character is} other {# characters are}} in no installed or loaded font, so empty boxes are printed: {characters}.',
    moreCharacters: '{count, number} more',
    lowResolution:
      'The image {name} has a low resolution in print: {width} x {height} pixels on {printedWidth} x {printedHeight} mm are {perInch, number} pixels per inch.',
    imageInHtml: 'in the HTML itself',
    embeddedImage: 'The image {name}',
    frameMissing:
      'The frame {resource} is missing: this version of Electron does not print frames of other sites.',
    unprintedPdf:
      "{resource} was not printed: a page can't show PDFs. To include it, merge it with the page.",
    brokenImage: "{image} can't be displayed: it is damaged, or not an image.",
    xmlError: 'The page is not valid XML, so that what follows the error is missing ({error}).',
  },

  /** What a page may access. */
  access: {
    notLoaded: '{resource} was not loaded: {reason}.',
    connectionNotMade: 'A connection to {host} was not made: {reason}.',
    connectionNotUsed: 'A connection to {host} was not used: {reason}.',
    invalidUrl: 'it is not a valid URL',
    scheme: 'a page may not use {scheme} URLs',
    unencrypted: 'it is not encrypted, which the hipaa flag does not allow',
    privateAddress: 'it leads to the private address {address}, which the page may not reach',
    privateHost: 'it leads to a private address, which the page may not reach',
    noLocalPath: 'it is not a local path',
    noLocalFiles: 'the page may not read local files',
    fileUrl: 'its URL begins with file:, which pages may not load. Write its path without file://',
    outsideFolder:
      'the page may read only files in {folder} and below, and in folders that you allow',
    linkOutside:
      'it is a link to {path}; the page may read only files in {folder} and below, and in folders that you allow',
    damagedFile: 'it is damaged in the archive',
    noFile: 'there is no such file',
    notInArchive: 'it is not in the archive',
  },

  /** How a page fails to load, and why. */
  page: {
    html: 'The HTML',
    notLoaded: '{page} could not be loaded: {reason}.',
    notConverted: '{page} could not be converted: {reason}.',
    failed: 'The page could not be converted: {reason}.',
    notSettled: 'The page did not settle: {reason}.',
    chromiumEnded: 'Chromium ended unexpectedly. Try again',
    outOfMemory:
      'it needed more than {gigabytes, number, ::.#} GB of memory, or too much together with the pages converted at the same time. Raise the memory limit (Settings or --memory-limit), lower the number of parallel conversions, or split the document',
    outOfChromiumMemory: 'it needed more memory than Chromium allows a page. Split the document',
    processCrashed: 'its process crashed',
    keepsRedirecting: 'it keeps redirecting to other pages',
    keepsRedirectingTo: 'it keeps redirecting to other pages, at last to {url}',
    isDownload: 'it is a download ({type})',
    isDownloadOfUnknownType: 'it is a download (of an unknown type)',
    noContent: 'the server answered {status}, which has no content',
    alreadyPdf: 'it is already a PDF',
    notPdf: 'the server declares it a PDF, but it is not one',
    damagedPdf: 'it is a damaged PDF, which can only be used unchanged',
    uncountablePdf: 'it is a PDF whose pages Platen cannot count; it may be encrypted',
    pdfTooLarge: 'it is a PDF of more than {megabytes, number} MB',

    hostNotFound:
      'the host name could not be resolved. Check the spelling and the network connection',
    connectionRefused:
      'the server refused the connection. Check the port and that the server is running',
    connectionTimedOut: 'the server does not answer',
    connectionReset: 'the server reset the connection',
    connectionClosed: 'the server closed the connection without a response',
    offline: 'there is no network connection',
    unreachable: 'the server cannot be reached from this network',
    tooManyRedirects: 'it redirects endlessly',
    certificateUntrusted: 'the certificate of the server is not from a trusted authority',
    certificateForOtherName: 'the certificate of the server is for another name',
    certificateExpired:
      'the certificate of the server has expired, or the clock of this machine is wrong',
    certificateInvalid: 'the certificate of the server is not valid',
    noTls: 'the TLS handshake failed. Check whether the URL should start with http',
    clientCertificate: 'the server requires a client certificate, which Platen does not support',
    blocked: 'the rules for untrusted pages block it',
    loginRequired: 'the server requires a user name and a password',
    tooLarge: 'it is too large to load',
    unsafePort: 'browsers do not connect to that port',
    unsafeRedirect: 'it redirects to a URL that a page may not open',
    interrupted: 'the response broke off or could not be decoded',
    invalidResponse: 'the server did not send a valid HTTP response',
    chromiumError: 'Chromium reports {code}',

    answered: 'the server answered {status}, {meaning}',
    status401: 'it requires signing in',
    status403: 'access is not allowed',
    status404: 'there is no such page',
    status407: 'a proxy requires a user name and a password',
    status410: 'the page is gone',
    status429: 'there were too many requests',
    status502: 'a server behind it failed',
    status503: 'the server is not available',
    status504: 'a server behind it did not answer in time',
    requestRefused: 'the request was refused',
    serverFailed: 'the server failed',
  },

  /** Conversions. */
  engine: {
    canceled: 'The conversion was canceled.',
    timedOutWaiting:
      'The page was not ready within {seconds} s: it was waiting for {resource}. {advice}',
    timedOutLoading: 'The page was not ready within {seconds} s. {advice}',
    timedOutPrinting: 'The page was not ready within {seconds} s: it was being printed. {advice}',
    increaseTimeout: 'Increase the timeout.',
    increaseTimeoutOrDisableScripts:
      'Increase the timeout, or disable JavaScript if its scripts may be the cause.',
    serviceTimeout: 'The service allows a page {seconds} s.',
    serviceTimeoutDisableScripts:
      'The service allows a page {seconds} s; disable JavaScript if its scripts may be the cause.',
    pageItself: 'the page itself',
    awaitedWindow: 'Chromium to open a window',
    resourceAndMore: '{resource} and {count, number} more',
    selectorMissing:
      'No element matched the selector "{selector}" within {seconds, number} s. Check the selector, or wait longer.',
    selectorHidden:
      '{count, plural, one {An element matches} other {# elements match}} the selector "{selector}", but {count, plural, one {was} other {were}} still hidden after {seconds, number} s.',
    selectorUnknown: 'Chromium does not know the CSS selector "{selector}". Change or remove it.',
    expressionFalse:
      'The expression "{expression}" was still {value} after {seconds, number} s. Check it, or wait longer.',
    expressionPending:
      'The promise of the expression "{expression}" was still pending after {seconds, number} s.',
    expressionFailed: 'The expression "{expression}" failed: {reason}',
    expressionSyntax: 'The expression "{expression}" is not JavaScript: {reason}',
    scriptFailed: 'The JavaScript failed: {reason}',
    scriptFailedAt: 'The JavaScript failed in line {line, number}: {reason}',
    scriptSyntax: 'The JavaScript has an error in line {line, number}: {reason}',
    noArticle: 'The page has no article that the reader view could show. Turn the reader view off.',
    viewportOutOfRange:
      'At {width, number} px, the content would not fit this paper. The layout width must be from {min, number} to {max, number} px.',
    furtherResources: 'more resources',
    awaitedSelectorMissing: 'the element "{selector}" (not on the page)',
    awaitedSelectorHidden: 'the element "{selector}" (hidden)',
    awaitedExpression: 'the expression "{expression}"',
    awaitedNetwork: 'the network to be idle',
    awaitedDelay: 'the extra delay to pass',
    awaitedScroll: 'the end of scrolling',
    awaitedScript: 'the JavaScript to finish',
    localFilesRefused: 'A request to the service cannot use local files of the server.',
    sandboxAccepted: "Pages run without Chromium's sandbox ({cause}), as {option} accepts.",
    sandboxOff:
      "Platen was started without Chromium's sandbox ({cause}) and converts no pages that way: start it without {cause}, or start it with {option} if you trust every page.",
    sandboxOffOnLinux:
      "Platen was started without Chromium's sandbox ({cause}) and converts no pages that way: install the deb package and run it as a regular user, or start it with {option} if you trust every page.",
    notPrinted: 'Chromium could not print the page: {reason}.',
    unknownPdfStructure: 'Chromium wrote a PDF with an unknown structure.',
    onlyOddPages: 'The document has no even pages among the selected ones. Keep odd or all pages.',
    onlyEvenPages: 'The document has no odd pages among the selected ones. Keep even or all pages.',
    singlePageTooTall:
      'One tall page would be {inches, number} in long, more than a PDF page can be. Turn off "{option}".',
    singlePageNotOne: 'The content could not be put on one page. Turn off "{option}".',
    servedPdfPages:
      '{url} is already a PDF, which is used unchanged: its pages cannot be selected. Remove the page range.',
    servedPdfEncrypted:
      '{url} is a PDF that already has a password, so it cannot get another one. Remove the passwords.',
    servedPdfNoAttachments:
      '{url} is a PDF that has a password, so nothing can be attached to it. Remove the attachments.',
    servedPdfLayout:
      '{url} is already a PDF, which is used unchanged: its pages, headers, appearance and document info cannot be changed. Remove {fields}.',
    inlinedTooLarge:
      'The page with everything it loads is larger than {size}, which no service accepts. Use smaller images or convert it locally.',
    notInlinedMissing: 'it does not exist, or the page may not read it',
    notInlinedScript:
      'it was requested by a script or a preload hint of the page, which are sent unchanged',
    notInlinedImport:
      "a script imports it by its path, which does not work from an inlined script; bundle the page's modules into one file",
    notInlinedSvgPart:
      'Chromium only uses a part of an SVG from a separate file; put the SVG itself into the page',
  },

  /** Files that Platen writes. */
  files: {
    notWritten: '{path} could not be written: {reason}.',
    diskFull: 'the disk is full',
    quotaExceeded: 'the disk quota is exceeded',
    fileTooLarge: 'the file is too large for this disk',
    denied: 'permission is denied',
    readOnly: 'the disk is read-only',
    nameTooLong: 'the name is too long for this disk',
    isFolder: 'a folder has that name',
    notFolder: 'a part of the path is a file, not a folder',
    cannotCreate: 'no file can be created there',
    busy: 'another program is using the file',
    diskError: 'the disk reports an error',
    otherUsers:
      'Other users of this machine may be able to read {folder}: its permissions could not be changed ({code}). Run chmod 700 on it.',
    kept: '{error} The PDF is kept at {path}.',
    notKept: '{error} Keeping it for a retry failed, too: {reason}',
    keptGone: 'The PDF that was kept at {path} no longer exists. Convert it again.',
  },

  /** The queue of jobs. */
  merge: {
    partsType: 'The documents to merge must be a list, but are {value}.',
    partsTooFew: 'Merging needs at least two documents.',
    pages:
      'A page range cannot be combined with merging. Remove it, or convert the pages of one document.',
    oddEven:
      'Odd or even pages cannot be selected while merging. Keep all pages, or convert the documents one by one.',
    apiMerged:
      'The API converts one document per request, so a service cannot merge several. Convert locally.',
    partFailed: '{document}: {reason}',
    allParts: 'all documents',
    manyParts: '{document} and {count, plural, one {# more document} other {# more documents}}',
    partFinding: '{document}: {finding}',
    pdfEncrypted: '{path} is protected by a password. Remove the protection, then add it again.',
    pdfBroken:
      '{path} is damaged or not a PDF. Save it again in another application, then add it again.',
    pdfTooLarge: '{path} is larger than {megabytes, number} MB, the limit for merging.',
    pdfAlone: '{path} is already a PDF. It can only be merged with other documents.',
    documents: '{first} and {count, number} more',
  },
  /** Searching for the pages of a site. */
  sites: {
    notRead: '{url} could not be read: {reason}.',
    tooLarge: 'it is larger than {megabytes, number} MB',
    status: 'the server answered {status}',
    linkMissing: 'there is no such file',
    notSitemap: '{location} is not a sitemap in XML, or is larger than {megabytes, number} MB.',
    sitemapTooLarge:
      'The sitemap {location} leads to more than {urls, number} URLs or {sitemaps, number} sitemaps; name one of its sitemaps.',
    sitemapForeign:
      '{count, plural, one {# URL of another host in the sitemap {location} was skipped.} other {# URLs of other hosts in the sitemap {location} were skipped.}}',
    sitemapInvalid:
      '{count, plural, one {# entry of the sitemap {location} is not an http or https URL and was skipped.} other {# entries of the sitemap {location} are not http or https URLs and were skipped.}}',
    leftOrigin: 'it leads to {origin}, where the sign-in is not sent.',
    sitemapEmpty: 'The sitemap {location} lists no URL.',
    skipped: 'Skipped a link: {error}',
    moreSkipped:
      '{count, plural, one {# more link was skipped.} other {# more links were skipped.}}',
    cut: '{source} leads to more than {limit, number} pages; the others were skipped.',
    number: '"{value}" is not a whole number from {min, number} to {max, number}.',
    globEmpty: 'Enter a pattern such as docs/ or *.html.',
    globUrl: '"{value}" is a URL. Enter its path, such as docs/.',
    globMark:
      '"{value}" starts with #, which makes it a comment. Write \\# for the character itself.',
    globBracket: '"{value}" has a [ without a ]. Write \\[ for the character itself.',
    include: 'Include paths',
    exclude: 'Exclude paths',
    pathsHelp: 'Patterns with commas between them, such as docs/, *.html',
    none: 'No other pages of this site were found.',
    open: 'Pages of this site…',
    openSitemap: 'Pages of this sitemap…',
    title: 'Add pages of a site',
    how: 'Find pages by',
    byLinks: 'Links on the page',
    bySitemap: 'Sitemap (XML)',
    depth: 'Depth',
    depthHelp: '1 finds the pages that this page links to. robots.txt is respected.',
    limit: 'Maximum pages',
    find: 'Find pages',
    found: '{count, plural, =0 {Searching…} one {# page found…} other {# pages found…}}',
    added: '{count, plural, one {Added # page} other {Added # pages}}',
  },
  split: {
    label: 'Split',
    start: 'Split into several PDFs',
    none: "Don't split",
    byPages: 'Split by pages',
    bySize: 'Split by size',
    byBookmarks: 'Split at bookmarks',
    pagesLabel: 'Pages per part',
    sizeLabel: 'Size of a part',
    sizeExample: '5 MB',
    pagesUnit: 'pages',
    pages: 'A part has "{value}" pages. Enter a whole number from 1.',
    size: 'The size of a part is "{value}". Enter a number with KB, MB or GB, for example 5 MB.',
    remotely: 'A service returns one PDF, which is not split. Convert locally, or keep one PDF.',
    webhook: 'A webhook reports one PDF. Remove the webhook, or keep one PDF.',
    encrypted:
      'The PDF is protected by a password, so it cannot be split. Remove its protection first, or keep one PDF.',
    damaged:
      'The PDF is damaged, so it cannot be split. Save it again in another application, or keep one PDF.',
    noBookmarks: 'The document has no bookmarks, so it stays one PDF.',
    largePage:
      'Page {page, number} alone has {size, number} bytes, more than the limit of {limit, number}. It becomes a PDF of its own.',
    byPagesValue: '{count, plural, one {Every page} other {Every # pages}}',
    byBookmarksValue: 'At bookmarks',
    bySizeValue: 'Up to {size}',
    savesParts: 'Saves {first}, {second}, …',
    savesCounted: '{count, plural, one {Saves {first}} other {Saves # PDFs: {first} to {last}}}',
    bookmarkExample: 'title of the bookmark',
    partsOutput: '{first} and {count, number} more',
    parts: '{count, plural, one {# part} other {# parts}}',
    partPages:
      '{count, plural, one {Page {first, number}} other {Pages {first, number} to {last, number}}}',
    partSkipped: 'Skipped: it exists already',
    partWaiting: 'Not saved yet',
    partFailed: 'Not saved',
    saveHint: 'Converts the document and saves its parts ({keys})',
    convert: 'Convert and split',
    uploadHint:
      'Split PDFs are uploaded when they are converted. Add the destination to Output first.',
    saveWholeAs: 'Save as one PDF…',
  },
  jobs: {
    html: 'HTML',
    privateDocument: 'Private document',
    privateSourceDeleted:
      'This document was private, so Platen deleted its source when the job ended. Add it again.',
    privateFailure:
      'This private document could not be converted. The reason was shown until Platen quit.',
    htmlGone: 'The HTML in {file} no longer exists.',
    htmlUnreadable: 'The HTML of this job, stored at {path}, cannot be read. Paste it again.',
    pdfGone: '{path} no longer exists. Retry to convert again.',
    pdfChanged: '{path} has changed since Platen saved it. Open it in a PDF viewer instead.',
    noPdf: 'This job has no PDF.',
    pdfUploaded:
      "The PDF of this job wasn't saved locally. It was uploaded to {destinations}; open it there.",
    pdfAtService: "The PDF of this job wasn't saved locally. The service {service} has it.",
    pdfAtServiceUrl:
      "The PDF of this job wasn't saved locally. The service {service} has it at {url}.",
    pdfNotHere:
      'The PDF of this job is no longer stored locally. Add the document again to convert it.',
    interrupted:
      'Platen ended unexpectedly {count, number} times in a row while converting this page, so it was not started again. Retry if something else was the cause.',
    uncertain:
      'Platen ended while a service was creating this PDF. The service may have finished it, and sending it again may be charged again.',
    outdatedPdf:
      'The PDF could not be written, and was deleted because its options have changed. Retry to convert with the new options.',
    optionsDamaged:
      'The options of this job were damaged on the disk. Choose its options again, then retry.',
    notSaved: "The job list can't be saved, and would be lost if Platen quit now. {reason}",
    journalDamaged:
      '{path} was damaged in {lines, plural, one {one line} other {# lines}}. It was renamed to {aside}; {jobs, plural, =0 {the job list starts empty} one {one job was restored} other {# jobs were restored}}.',
    journalUnreadable:
      '{path} could not be read ({code}). It was renamed to {aside}; the job list starts empty.',
    restored:
      '{count, plural, one {One job from the last session was} other {# jobs from the last session were}} restored and will continue now.',
    restoredPaused:
      '{count, plural, one {One job from the last session was} other {# jobs from the last session were}} restored. The queue is paused.',
    restoredWaiting:
      '{count, plural, one {One job from the last session was restored. It waits} other {# jobs from the last session were restored. They wait}} for the key of a service. Enter it in the settings of the service.',
    restoredSomeWaiting:
      '{count, number} jobs from the last session were restored. {waiting, plural, one {# of them waits} other {# of them wait}} for the key of a service. Enter it in the settings of the service.',
    noDestination:
      'The PDF would be neither saved locally nor uploaded. Choose at least one of them.',
  },

  /** Files and folders to convert. */
  sources: {
    file: 'The file {path}',
    standardInput: 'The HTML from standard input',
    empty: '{source} is empty; it contains no {kind}.',
    blank: '{source} contains only white space, no {kind}.',
    otherKind: '{source} is {other}, not {kind}.',
    utf32: '{source} is text in UTF-32, which browsers do not read; save it as UTF-8.',
    iso2022Kr: '{source} is text in ISO-2022-KR, which browsers do not read; save it as UTF-8.',
    notArchive:
      '{source} is not a web archive: its header is missing; save the page again, or as HTML.',
    binary: '{source} contains binary data, not {kind}.',
    text: 'text',
    pdf: 'a PDF',
    zip: 'a ZIP archive or an office document',
    office: 'an old office document',
    png: 'a PNG image',
    jpeg: 'a JPEG image',
    gif: 'a GIF image',
    gzip: 'a gzip archive',
    program: 'a program',
    removed: '{path} no longer exists.',
    missing: '{path} does not exist; check the path.',
    nameNotUtf8:
      '{path} cannot be opened: its name is not UTF-8. Rename it, for example with convmv.',
    denied: '{path} cannot be read: permission is denied; allow reading, or choose another.',
    linkLoop: '{path} cannot be read: its links lead in a circle.',
    unreadable: '{path} cannot be read: {reason}.',
    isFolder: '{path} is a folder, not a file.',
    notRegular: '{path} is not a regular file; send its content to standard input (-).',
    folderTooLarge:
      'The folder {folder} contains more than {limit, number} files and folders; everything from {path} on was skipped. Add the folders in it one by one.',
    streamTooLarge:
      '{source} is larger than {megabytes, number} MB. Save it to a file and convert that.',
    leftOut:
      '{count, plural, one {# file of another kind was} other {# files of other kinds were}} left out: {kinds}.',
    leftOutAddable: '{left} Add ZIP archives and PDFs one by one.',
    ofKind: '{count, number} {ending}',
    withoutExtension: '{count, number} without an extension',
    linksOutside:
      '{count, plural, one {# link to a file} other {# links to files}} outside of the folder',
    otherKinds: 'others',
    folderEmpty: 'The folder {folder} contains no file that can be converted ({endings}).',
    folderOnlyLinks:
      'The folder {folder} contains no file that can be converted, only links to files outside of it, which are not followed. Choose the folder that they lead to.',
    folderUnreadable: 'The folder {folder} contains no file that can be read. {reason}',
    archiveTooLarge:
      'The MHTML archive {path} is larger than {megabytes, number} MB; save the page again, or as HTML.',
    archiveWithoutPage:
      'The MHTML archive {path} contains no page; save the page again, or as HTML.',
    epubProtected:
      'The EPUB book {path} is copy-protected, so that only its own reader can open it.',
    epubBroken: 'The EPUB book {path} has no readable contents; pack it again.',
    epubChapterMissing: 'The book lists the chapter {entry}, which is not in its file.',
    docxEncrypted:
      '{source} has a password, or is in the format of Word 97 to 2003. Save it as .docx without a password.',
    docxNone: '{path} is not a Word document; save it as .docx again.',
    docxBroken: 'The Word document {path} is damaged ({reason}); save it again.',
    docxTooLarge:
      'The text of the Word document {path} is larger than {megabytes, number} MB unpacked; divide it, and merge the parts.',
    docxFormulas:
      '{count, plural, one {A formula} other {# formulas}} of the document {count, plural, one {was} other {were}} left out.',
    docxCharts:
      '{count, plural, one {A chart} other {# charts}} of the document {count, plural, one {was} other {were}} left out; insert {count, plural, one {it} other {them}} as images.',
    docxDiagrams:
      '{count, plural, one {A diagram} other {# diagrams}} of the document {count, plural, one {was} other {were}} left out; insert {count, plural, one {it} other {them}} as images.',
    docxImageType: 'The document has images of type {type}, which browsers do not show.',
    docxLinkedImage:
      'The image {image} is linked in the document rather than saved with it, and was left out.',
    docxImageMissing: 'An image is missing in the document.',
    docxElements: 'Parts of the document were left out: {names}.',
    notPacked:
      '{source} is not {kind, select, DOCX {a Word document} EPUB {an EPUB book} other {a ZIP archive}}; check the file.',
    zipBroken:
      'The archive {path} is damaged ({reason}); pack it again, or convert its unpacked folder.',
    zipEncrypted:
      'The archive {path} is protected by a password; unpack it and convert the folder.',
    zipMethod:
      'The archive {path} is not packed with Deflate, the only supported method; pack it again, or convert its unpacked folder.',
    zipTooMany:
      'The archive {path} contains more than {limit, number} files; convert its unpacked folder.',
    zipFileTooLarge:
      'The file {name} in the archive {path} is larger than {megabytes, number} MB unpacked; convert the unpacked folder.',
    zipTooLarge:
      'The archive {path} is larger than {megabytes, number} MB unpacked; convert its unpacked folder.',
    zipBomb:
      'The archive {path} claims to be more than {ratio, number} times larger unpacked, as attacks do; unpack it yourself if you trust it.',
    zipUnsafeName:
      'The archive {path} contains the name {name}, which leads out of it; pack it again.',
    zipWithoutPage:
      'The archive {path} contains no HTML file at its top or in its only folder; convert its unpacked folder.',
    zipManyPages:
      'The archive {path} contains {count, number} HTML files but no index.html; convert its unpacked folder.',
  },
  network: {
    certificatesUnreadable:
      '{variable} names the file {path}, which cannot be read ({code}). Its certificates are not trusted.',
    certificatesNone:
      '{variable} names the file {path}, which contains no certificates. Name a PEM file.',
    noName: 'there is no server of that name',
    lookUpFailed: 'the name of the server could not be looked up',
    noRoute: 'there is no route to the server from this network',
    connectionRefused: 'the server refuses the connection',
    noResponse: 'the server does not respond',
    brokenOff: 'the connection broke off',
    offline: 'this machine has no network connection',
    certificateExpired:
      'the certificate of the server has expired, or the clock of this machine is wrong',
    certificateNotYetValid:
      'the certificate of the server is not valid yet, or the clock of this machine is wrong',
    certificateForOtherName: 'the certificate of the server is for another name',
    certificateRevoked: 'the certificate of the server has been revoked',
    certificateUntrusted:
      'the certificate of the server is not from an authority that this machine trusts',
    privateHostInvalid:
      'Private host "{host}" is not a valid host. Enter a name or an IP address, with or without a port, such as intranet or 10.0.0.7:8080.',
    systemProxyInvalid:
      'the system uses a proxy that Platen cannot use, such as SOCKS; set HTTPS_PROXY and HTTP_PROXY to one that it can',
    proxyInvalid:
      'the address of the proxy in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is not an http or https URL',
    proxyRefused: 'the proxy refused the connection with status {status}',
    noTls: 'the server does not speak TLS correctly',
    noHttp: 'the server does not speak HTTP',
  },
  remote: {
    withAdvice: '{error} {advice}',
    sentence: '{reason}.',
    unreachable: 'The service {service} could not be reached: {reason}.',
    uncertain: 'The service {service} may have created the PDF, but it did not arrive: {reason}.',
    refused: 'The service {service} {reason}.',
    sendAgainIsFree: 'Sending it again costs nothing, as it is in test mode.',
    sendAgainMayCost: 'Sending it again may cost again.',
    serviceRemoved:
      'The service for this PDF is no longer in the settings. Choose another one, or local conversion.',
    serviceUnencrypted:
      'The service {service} at {url} is not encrypted, which the hipaa flag does not allow; use one with an https URL.',
    notInlined: '{resource} was not included: {reason}.',

    noConnection: 'no connection within {seconds} s',
    stalled: 'no data for {seconds} s',
    tookTooLong: 'it took longer than {seconds} s',
    tookTooLongAfter: 'it took longer than {seconds} s, and at last {problem}',
    connectionFailed: 'the connection failed ({code})',
    noServer: 'there is no server named {host}',
    checkNetwork: 'Check the URL of the service and the network connection.',
    checkConnection: 'Check the network connection.',
    checkPort: 'Check the URL of the service: its port, and whether it starts with http or https.',
    checkUrl: 'Check its URL.',
    changeUrl: 'If that is right, change its URL to {url}.',
    correctUrl: 'Correct the URL of the service.',
    renewCertificate: 'Have the certificate renewed, or set the clock.',
    checkClock: 'Check the clock of this machine.',
    askOperator: 'Ask who runs the service.',
    nameCertificateFile: 'Choose a file with the certificate of its authority under Certificates.',
    nameCertificates: "Choose a PEM file with the certificates of the service's authority.",
    certificatesMissing: 'there is no file {path}',
    certificatesUnreadable: '{path} holds no readable certificates',
    tryHttps:
      'Check the network connection and the URL of the service: if it uses TLS, write https:// instead of http://.',

    answered: 'it answered {status}{said}',
    notCreated: 'did not create a PDF: it answered {status}{said}',
    noCredits: 'did not create a PDF: the account, or its key, has no credits left (402)',
    noCreditsSaid: 'did not create a PDF (402): {said}',
    addCredits: 'Add credits there.',
    addCreditsOrTest:
      'Add credits there, or turn on Test mode for the service in Settings: its PDFs are free and watermarked.',
    tooLarge: 'does not accept a request of {size} (413){said}',
    makeSmaller: 'Make the page smaller, such as with smaller images.',
    loginRequired: 'requires a login (401){said}',
    chooseLogin: 'Choose the authentication of the service.',
    keyRefused: 'The service {service} does not accept the key (401){said}',
    passwordRefused: 'The service {service} does not accept the user or password (401){said}',
    changeSecret: 'Enter another one.',
    keyVariable:
      'The key is from the variable {variable}, which overrides the settings: correct or unset it.',
    passwordVariable:
      'The password is from the variable {variable}, which overrides the settings: correct or unset it.',
    said: ': {text}',
    redirectTarget: ' to {url}',
    quotedReply: ' ("{reply}")',
    redirected: 'redirects the request{target} ({status}), which Platen does not follow',
    seeOther: 'it answered 303 and points{target}',
    busy: 'it is busy ({status})',
    busyUntil: 'it is busy and requests a pause of {pause} ({status})',
    waitLonger: 'Retry then, or raise its timeout.',
    retryLater: 'Retry later.',

    acceptedWithoutLocation: 'it accepted the request (202) without a URL for the PDF',
    notUnderstood:
      'it answered {status} with {content}, which is neither a PDF nor the URL of one{said}',
    moreThan: 'more than {megabytes, number} MB of {content}',
    unknownContent: 'something',
    pdfTooLarge: 'created a PDF of more than {megabytes} MB, the limit for a response',
    useStorage: 'Have the service store the PDF instead.',
    brokenOff: 'its response is incomplete: {why}',
    incomplete: 'the connection closed early',
    notPdf: 'the response claims to be a PDF, but is not',
    incompletePdf: 'only the beginning of the PDF arrived',
    cannotPoll: 'its status cannot be requested: {why}',
    pollAnswered: 'it accepted the request, and answered {status} when polled{said}',

    notFetched:
      'The service {service} has created the PDF, but it could not be downloaded: {reason}.',
    notFetchedFromBucket:
      'The service {service} has created the PDF, but it could not be downloaded. {error}',
    noUrl: 'the response has no URL for it',
    invalidUrl: 'its URL in the response is invalid: {url}',
    urlHasNoPdf: 'there is no PDF at its URL',
    urlHasOtherType: 'there is no PDF at its URL (its type is {type})',
    fetchedTooLarge: 'it has more than {megabytes} MB',
    fetchAnswered: '{host} answered {status}',
    fetchDenied: '{host} answered {status}, as this machine may not read it there',
    tooManyRedirects: 'it redirects more than {max} times',
    unencrypted: 'the connection to {host} is not encrypted, which the hipaa flag does not allow',
    privateAddress:
      '{host} is a private address, which a service outside of the private network may not use',

    waitingForPdf: '{service} to create the PDF',
    retrying: '{service}: {why}',
    pauseRequested: 'the pause of {pause} that {service} requests',
    retryingBusy: '{service}, which is busy; retrying in {pause}',

    testPassed:
      'The service {service} works: it created {pages, plural, =0 {a PDF} one {a PDF of 1 page} other {a PDF of # pages}} ({size}) in test mode.',
    testWithoutPdf:
      'The service {service} accepted the request in test mode, but no PDF arrived. {why}',
    testWithoutFetch: 'The service {service} works, but only the URL of the PDF arrived. {why}',
    testFailed: 'The service {service} did not pass the test: {reason}.',
  },

  /** System dialogs and notifications of the application, and errors of the window's calls. */
  updates: {
    available: 'Platen {version} is available.',
    restart: 'You have {version}. Platen restarts to install it.',
    install: 'Install and restart',
    later: 'Later',
    latest: 'Platen {version} is the latest version.',
    installing: 'Platen {version} is downloaded. It is installed when Platen quits.',
    failed: 'Platen could not check for updates: {reason}',
    notInstalled: 'Only the installed application can update itself.',
    unsigned:
      'Platen cannot update itself on macOS, because it is not signed; download new versions.',
    packageManager:
      'Platen was installed as a {type} package; install new versions in the same way.',
    downloadYourself: 'This copy of Platen cannot update itself; download new versions.',
    notWritable: 'Platen cannot update itself, because {folder} is not writable.',
  },
  desktop: {
    linkOfFile: 'Temporary links lead to objects in buckets. This PDF is on a server.',
    startFailed: "Platen couldn't start",
    chooseSources: 'Choose files to convert',
    chooseStamp: 'Choose PDF',
    chooseAttachments: 'Choose files to attach',
    chooseBase: 'Choose base folder',
    chooseWatched: 'Choose a folder to watch',
    chooseOutput: 'Choose output folder',
    chooseCertificates: 'Choose certificates',
    exportPresets: 'Export presets',
    importPresets: 'Import presets',
    openRequest: 'Open request',
    savePdf: 'Save PDF',
    chooseComparison: 'Choose a PDF to compare with',
    compare: 'Compare',
    draftIncomplete: 'The draft has no earlier version to change.',
    open: 'Open',
    choose: 'Choose',
    export: 'Export',
    import: 'Import',
    save: 'Save',
    sourceFiles: 'HTML, MHTML, SVG, Markdown, text, EPUB, DOCX, ZIP, PDF',
    chooseKey: 'Choose private key',
    certificateFiles: 'Certificates (PEM)',
    jsonFiles: 'JSON',
    pdfFiles: 'PDF',
    allFiles: 'All files',
    batchFailed: 'Conversion failed',
    batchSomeFailed: 'Some files failed',
    batchComplete: 'Batch complete',
    batchSkipped: 'All files skipped',
    /** The counts below, joined. */
    batchCounts: '{counts}',
    countConverted: '{count, number} converted',
    countSkipped: '{count, number} skipped (already exist)',
    countFailed: '{count, number} failed',
    countCanceled: '{count, number} canceled',
    callRefused: 'The call {channel} is not allowed from here.',
    invalidArguments: 'Invalid arguments for {channel}.',
    previewRemoved: 'This preview is no longer available. Convert again.',
    linkInvalid: "The link can''t be opened. Only links to http and https pages are allowed.",
    fileNotFound: 'File not found: {path}. Convert again.',
    notSaved: "{path} wasn't saved from this window.",
    openFailed: "Couldn't open {what}: {reason}",
    urlNotAllowed: "Couldn't open {url}. Only http and https links can be opened.",
    jobRemoved: 'This job is no longer in the list.',
    jobNotSaved: "This job hasn't saved a file.",
    uploadRemoved: 'This upload is no longer in the list.',
    uploadUnfinished: "This upload isn't finished yet.",
    uploadWithoutPdf: 'The PDF of this upload is no longer available.',
    requestServiceRemoved: 'The service of this request was removed. Select another one.',
    requestNotJson: 'The request file {path} is not valid JSON: {reason}.',
    requestTooLarge: 'The request file {path} is larger than {limit, number} MB.',
    serverOff: 'The server is off. Start it to get a key.',
  },

  /** Responses, database and start of the service (`serve`, and the one in the window). */
  service: {
    unauthorizedNoHeader:
      'The request has no Authorization header. Send Basic with the base64 of your API key and a colon, as curl -u KEY: does.',
    unauthorizedMalformed:
      'The Authorization header is not Basic with the base64 of <API key>: or <account>:<API key>. curl -u KEY: creates it.',
    unauthorizedUnknownKey: 'The API key is unknown or was revoked.',
    hostMissing: 'The header Host is missing, which HTTP/1.1 requires.',
    hostNotAllowed:
      'The header Host is "{host}". Without a key, only localhost and 127.0.0.1 are accepted. Use http://127.0.0.1.',
    bodyNotUtf8:
      'The body is not JSON: it has bytes that are not UTF-8, such as accented letters in Latin-1. Send it in UTF-8.',
    bodyNotJson: 'The body is not JSON: {reason}.',
    bodyNotJsonBesideSource:
      'The body is not JSON. Read without the text of its source, it has this error: {reason}.',
    sourceNotJson:
      'The body is not JSON: the string of its source has a line break, another control character, or an invalid escape sequence.',
    bodyBesideSourceTooLarge:
      'The body exceeds the limit of {bytes, number} bytes beside its source. Shorten the other fields.',
    bodyTooDeep: 'The body is nested more than {max, number} levels deep.',
    bodyTooManyValues: 'The body has more than {max, number} values.',
    bodyTooLarge:
      "The body exceeds the limit of {bytes, number} bytes. Shorten it, or send the page's URL.",
    bodyCharset:
      'The body\'s charset is "{charset}". Send JSON in UTF-8 with Content-Type: application/json.',
    bodyEncoding:
      'The Content-Encoding is "{encoding}". Send the body uncompressed, without that header.',
    contentTypeMissing:
      'The header Content-Type is missing. Send JSON with Content-Type: application/json.',
    contentTypeUnsupported:
      'The Content-Type is "{type}". Send JSON with Content-Type: application/json.',
    headersTooLarge: 'The URL and the headers exceed 16 KiB.',
    requestTimeout: 'The request did not arrive within two minutes.',
    invalidHttp: 'The request is not valid HTTP.',
    expectation: 'The header Expect is "{expect}". Only 100-continue is supported.',
    nothingHere: 'There is nothing at this URL.',
    unknownPath:
      'There is nothing at "{path}". POST /v1/pdf creates a PDF; GET /docs has the documentation.',
    methodNotAllowed: '{method} is not allowed at "{path}". Allowed: {methods}.',
    testModeHeader: 'The header {header} is "{value}". Send true or false, or leave it out.',
    headerRepeated: 'The request has {count, number} headers {header}. Send one.',
    keyEmpty: 'The header {header} is empty. Send a value that no other request has.',
    convertToBucket:
      'POST /v1/convert returns the PDF and stores it in no bucket. Send this request to POST /v1/pdf.',
    keyNotAscii: 'The header {header} has characters that are not ASCII.',
    keyTooLong: 'The header {header} has {length, number} characters. The limit is {max, number}.',
    keyReused:
      'The Idempotency-Key was used with another request. Use a new key for each request, and repeat a key only with the same request.',
    destinationPlaceholder:
      'The bucket destination "{destination}" has a placeholder. Send the whole path, such as s3://my-bucket/reports/invoice.pdf.',
    noCredits:
      'The account "{account}" has no credits left. Ask the operator of the service, or send svc-test-mode: true.',
    noKeyCredits:
      'The API key {key} has used up its credits. Ask the operator of the service, or send svc-test-mode: true.',
    testKeyOnly: 'The API key {key} is for tests only. Send svc-test-mode: true.',
    liveKeyOnly: 'The API key {key} is not for tests. Send the request without svc-test-mode.',
    outsidePrefix:
      'The bucket destination "{destination}" is not below {prefix}, where this account may write. Ask the operator of the service.',
    metricsKey:
      "The metrics cover all accounts, so they require the operator's key. API keys are not accepted.",
    rateLimited:
      'The account "{account}" may send {rate, plural, one {# request} other {# requests}} a minute. This one was not accepted; send it again later.',
    keyRateLimited:
      'The API key {key} may send {rate, plural, one {# request} other {# requests}} a minute. This one was not accepted; send it again later.',
    unpaidLimit:
      'The account "{account}" has used up its {seconds, number} seconds of free work per hour (test mode and failed requests). Try again later.',
    queueFull: 'The queue is full and the request was not accepted. Send it again later.',
    stopping: 'The service is stopping and did not accept the request. Send it again in a moment.',
    interrupted:
      'The service lost contact with its database while it created the PDF. Nothing was charged; send the request again.',
    clientGone: 'The client closed the connection; nothing was charged.',
    databaseUnavailable:
      'The service cannot reach its database. Nothing was done or charged; send the request again in a moment.',
    admissionUnknown:
      'The service lost its database while it accepted the request. Send it again in a moment with the same Idempotency-Key; it will run once.',
    unknownTask: 'This account has no such request, or its result has expired.',
    endUnknown:
      'The service lost its database while it saved the result. Send the request again in a moment with the same Idempotency-Key; it is charged once.',
    canceled: 'The request was canceled by a DELETE. Nothing was charged.',
    fileNotStored:
      'The PDF was the response of its request, and was not stored. Send the request again to create it again.',
    unknownFile: 'There is no PDF at this URL; it may have expired.',
    expiredFile:
      'The PDF has expired. Send the request with another Idempotency-Key, or without one, to create it again.',
    rangeNotSatisfiable: 'The PDF has {size} bytes.',
    internal: 'Internal error. The service logged the details under the X-Request-Id header.',
    reducedError:
      '{message} Requests with gdpr or hipaa keep no details; only the original response has them.',
    storageFull:
      'The service has no room to store the PDF. Nothing was charged; send the request again later, or have the PDF written to a bucket.',
    storageUnavailable:
      'The storage of the service is unavailable. Nothing was charged; send the request again later.',
    resultsBucketUnusable: 'PDFs cannot be stored in {place}: {reason}',
    resultsPermission: 'The permission {action} is missing.',
    sandboxOff:
      'The service runs without the sandbox that untrusted pages need, so it converts none. Ask its operator.',
    pageOutOfMemory:
      'it needed more than {gigabytes, number, ::.#} GB of memory, or too much together with other pages. Split the document, or send the request again later',
    bucketNotConfigured:
      'This service is not configured to write to that bucket. Ask its operator.',
    bucketUnreachable:
      'This service could not reach that bucket for half a minute, or the bucket was too busy. Send the request again later.',
    uploadCanceled: 'The upload to {url} was canceled.',
    watermarkFailed:
      'The TEST watermark cannot be added: the PDF is damaged or encrypted. Send the request without svc-test-mode.',
    listenFailed: 'The service cannot listen on {host}, port {port}: {reason}.',
    portInUse: 'another program uses the port. Choose another one',
    portNotAllowed: 'this user is not allowed to use the port. Choose one above 1023',
    addressNotAvailable: 'this machine does not have that address',
    hostNotResolved: 'the name cannot be resolved',
    databaseOtherVersion:
      'The tables in the database are those of another version of Platen (version {version}; this one needs {needed}). Use that version, or another database.',
    databaseCannotOpen:
      'The database in {folder} cannot be opened ({reason}); it was not changed. If it is damaged, restore a backup of the folder, or use another folder to start over.',
    databaseVersionFileMissing: 'it has no file PG_VERSION',
    databaseUnusable:
      'The database at {place} cannot be used: {reason}. Check that it is running and accepts this user.',
    databaseUrl:
      'The database is not a PostgreSQL URL; the form is postgres://USER:PASSWORD@HOST:PORT/DATABASE.',
    folderBusy: 'Other processes are opening {folder}. Try again.',
    folderLocked:
      'Process {pid} uses the accounts in {folder}, and only one process can. Stop it, or share a PostgreSQL database between servers (--database).',
    folderPathTooLong:
      "The path of {folder} is too long: its socket''s path has {bytes, number} bytes, and the limit is {max, number}. Use a folder with a shorter path.",
    folderOwnerGone:
      'The process that uses the accounts in {folder} ended before it answered. Check the result with "serve keys list", then try again.',
  },

  /** What the commands share. */
  cli: {
    usage:
      'Usage:\n{lines}\n\nWithout a command, Platen opens its window. COMMAND --help describes it.',
    noDisplay:
      'Electron needs a display on Linux, and there is none. Start Platen under Xvfb: xvfb-run --auto-servernum platen …',
    noDataFolder:
      "Platen's data folder {folder} could not be created: {reason}. Name another one with --user-data-dir=FOLDER before the command.",
    emptySource: 'A source is empty (""). Name a file, a folder or a URL, or - for standard input.',
    unexpectedValue: '{option} takes no value. Remove "={value}".',
    missingValue: '{option} has no value. Enter one after it.',
    optionAsValue: '{option} has no value: {value} after it is an option.',
    unknownOption: 'Unknown option "{option}". See --help.',
    unknownOptionNear: 'Unknown option "{option}". Did you mean --{nearest}?',
    outputFailed: 'Standard output could not be written: {reason}.',
    noStandardInput:
      'Platen cannot read standard input on Windows. Save the HTML to a file and convert that.',
    folderUnusable:
      'The folder {folder} of --{option} cannot be created or written ({code}). Change its permissions, or choose another folder.',
    databaseTwice: '--database and --database-file both name the database. Remove one of them.',
    accountsAndDatabase:
      '--accounts and --database both name the store of the accounts. Remove one of them.',
  },

  /** Errors, progress and results of `convert`. */
  convert: {
    crawlMissing: 'it requires --crawl. Add --crawl, or remove it.',
    crawlNumber: '{value} is not a whole number from {min, number} to {max, number}.',
    crawlCut:
      '{source} leads to more than {limit, number} pages; the others were skipped. Raise {option}, or select pages with --include.',
    orientationConflict: '--landscape and --portrait are both set. Remove one of them.',
    noSource: 'No source. Enter an HTML file, a folder, a URL, or - for HTML from standard input.',
    inputTwice: 'Standard input is used more than once, but can be read only once.',
    baseUnused:
      '--base applies only to HTML from standard input (-) or a pipe. Links in a file or page are resolved against its own location.',
    allowMissing: 'Folder {folder} to allow does not exist.',
    allowFile: '{path} is not a folder. Enter the folder that it is in.',
    allowBroad:
      'Folder {folder} to allow is {path}, which holds far more than a page needs. To allow it anyway, write --allow {path}.',
    allowHint: 'To let the page read these files, add {options}.',
    baseMissing: 'Base URL "{base}" is neither an existing folder nor an http or https URL.',
    outEmpty: '--out is empty. Enter a file or a folder.',
    outDevice:
      '--out {out} is a device. Write the PDF to standard output with --out - and redirect it.',
    outputForMany:
      '--out - writes one PDF to standard output, but there are {count, number} PDFs. Enter a folder, or convert one source at a time.',
    outputWithUploads:
      '--out - writes only the PDF to standard output, so the URLs of uploads cannot be printed there. Save the PDF to a file, or upload it in another run.',
    outputWithJson: '--out - and --json both write to standard output. Remove one of them.',
    outputWithExisting: '--existing has no effect with --out -. Remove it.',
    outputIsTerminal:
      '--out - writes a PDF, but standard output is a terminal. Redirect it to a file or a pipe.',
    outForMany:
      '--out "{out}" is one file, but there are {count, number} PDFs. Enter a folder, or convert one source at a time.',
    filenameForMany:
      "File name \"{filename}\" is the same for all {count, number} PDFs. Add '{name}' or '{n}' to it, or remove it.",
    destinationForMany:
      "Destination \"{destination}\" is the same for all {count, number} PDFs. Add '{name}' or '{n}' to it.",
    destinationTwice: '--to "{destination}" is set more than once. Remove the duplicates.',
    tooManyDestinations: '--to is set {count, number} times. The limit is {max, number}.',
    targetEmpty: '--target is empty. Enter the name of a destination in the settings, or aws.',
    unknownTarget:
      'There is no destination "{name}" in the settings. {count, plural, =0 {Add it in the window first, or use {machine} for the AWS configuration of this machine.} one {The only one is {names}; {machine} means the AWS configuration of this machine.} other {They are {names}; {machine} means the AWS configuration of this machine.}}',
    aclUnknown: '--acl is "{value}". It must be {choices}.',
    linkForm: '--link is "{value}". Enter a time from 1m to 7d, such as 30m, 12h or 7d.',
    accessAlone: '--{option} applies to uploads. Add --to, or remove it.',
    remoteAccess:
      '--{option} has no effect with --remote, as the service uploads by itself. Remove one of them.',
    existingUnknown: '--existing is "{value}". It must be {policies}.',
    existingNear: '--existing is "{value}". It must be {policies}. Did you mean {nearest}?',
    onlyUnknown: '--only is "{value}". It must be {types}.',
    onlyNear: '--only is "{value}". It must be {types}. Did you mean {nearest}?',
    nothingSelected:
      'The folder {folder} contains no file that --include, --exclude and --only select.',
    mergeTooFew:
      '--merge needs at least two sources, but there {count, plural, =0 {is none} one {is only one} other {are #}}.',
    mergeRemotely:
      '--merge is not possible with --remote, as a service converts one document at a time. Remove one of them.',
    mergeNumbered:
      "--merge creates one PDF, so there is nothing to number. Remove '{n}' from its name.",
    mergeOverPart: '--out "{out}" is one of the sources to merge. Choose another name.',
    splitUnknown: '--split is "{value}". Enter {forms}.',
    splitPages: '--split is "{value}", but needs a whole number of pages from 1. Example: pages:10',
    splitSize: '--split is "{value}", but needs a size in KB, MB or GB. Example: size:5MB',
    splitRemotely:
      '--split is not possible with --remote, as a service returns one PDF. Remove one of them.',
    splitWith:
      '--split creates several PDFs, which {option} cannot compare with one source. Remove one of them.',
    splitWebhook: '--split creates several PDFs, but a webhook reports one. Remove one of them.',
    splitOut: '--out is "{out}", but --split creates several PDFs. Enter a folder.',
    watchWithMerge: '--watch converts each document by itself. Remove --merge, or --watch.',
    watchWithUrls: '--watch watches files and folders, not URLs. Remove --urls.',
    watchWithSites: '--watch watches files and folders, not sites. Remove --crawl and --sitemap.',
    watchNothing: '--watch has nothing to watch. Enter a file or a folder.',
    watchNumbered:
      "--watch converts documents one by one, so there is nothing to number. Remove '{n}' from --filename.",
    watchSource: '--watch watches files and folders, but {source} is neither.',
    watchOut:
      '--out "{out}" is one file, but --watch may convert several documents. Enter a folder.',
    watchFilename:
      'File name "{filename}" is the same for all documents that --watch may convert. Add \'{name}\' to it, or remove it.',
    watchGone: '{folder} was removed, so it cannot be watched any longer.',
    watchFailed: '{folder} cannot be watched: {reason}.',
    watching:
      '{count, plural, one {Watching # place} other {Watching # places}}. Stop with Ctrl+C.',
    newerWithExisting: '{option} replaces the PDFs of changed files. Remove --existing.',
    newerWithOutput: '{option} compares files, but --out - writes none. Remove one of them.',
    newerWithUploads: '{option} compares files on this machine. Remove --to, or {option}.',
    newerWithTitle:
      "{option} needs names that are known before a page has loaded. Remove '{title}' from --filename.",
    concurrency: 'Concurrency must be a whole number from 1 to {max, number}, but is {value}.',
    memoryLimit:
      'Memory limit must be a whole number of gigabytes from 1 to {max, number}, but is {value}.',

    remoteEmpty: '--remote is empty. Enter the name of a service.',
    testModeAlone: '--test-mode requires a service. Add --remote, or remove --test-mode.',
    remoteDestinations:
      '--to is set {count, number} times, but a service delivers a PDF to one destination. Keep one of them.',
    remoteExisting: 'The API has no option for existing objects. Remove --existing.',
    remotePrivateWebhook:
      '--allow-private-webhook applies to webhooks that Platen sends, but with --remote the service sends them. Remove it.',
    unknownRemote:
      'There is no service "{name}" in the settings. {count, plural, one {The only service is {names}.} other {The services are {names}.}}',
    noRemotes: 'There is no service "{name}" in the settings. Add it in the window first.',
    secretOrVariable: '{error} Or set the variable {variable}.',
    secretOrEmptyVariable: '{error} Or set the variable {variable}, which is empty.',

    requestFileMissing: 'The request file "{path}" does not exist. Check the path.',
    attachUnknown:
      '{text} does not begin with an attached file and =. Write the file as in --attach, such as data.csv=….',
    attachTwice: '{file} has more than one. Remove all but one.',
    fileMissing: 'File "{path}" does not exist. Check the path.',
    textFileMissing: 'File "{path}" does not exist. This option takes a file, not the text itself.',
    requestFileNotJson: 'The request file "{path}" is not JSON: {reason}.',
    sourceIssues: 'The sources have {count, number} errors.',
    urlListLine: 'Line {line, number} of {file}: {issue}',
    urlListEmpty: 'There is no URL in {file}.',

    /** What a source without a path or URL is called. */
    standardInput: 'standard input',
    requestHtml: 'the HTML in the request file',

    storedLocally:
      'The request uses the storage of a service. Without --remote, PDFs are saved locally.',
    optionUnused: '{option} has no effect without {options}.',
    filenameUnused:
      'The file name has no effect: nothing is saved locally, and a bucket destination includes the name.',
    filesFound: '{count, plural, one {# file} other {# files}} found',
    waiting: 'waiting for {what}',
    progress: '{ended, number} of {total, number}{failed, plural, =0 {} other { · # failed}}',
    progressWithTime: '{progress} · about {time} left',
    progressWithUploads: '{progress} · {uploads}',
    uploading: 'uploading {name}',
    uploadingMany: 'uploading {count, number} PDFs',
    uploadingBytes: '{uploading}, {sent} of {size}',
    summary:
      '{converted, number} converted{skipped, plural, =0 {} other {, # skipped}}{failed, plural, =0 {} other {, # failed}} in {time}',
    repeatedFindings:
      '{count, plural, one {# more PDF has} other {# more PDFs have}} warnings already shown for another; --json shows all',
    skipped: 'skipped, as {place} already exists',
    upToDate: 'skipped, as {place} is up to date',
    retrying: '{error} Retrying in {delay}.',
    bucketFailed:
      'Uploads to the bucket "{bucket}" are impossible. {reason}{count, plural, =0 {} one { # PDF is affected.} other { # PDFs are affected.}}',
    keptInOutbox:
      '{count, plural, one {# PDF is kept.} other {# PDFs are kept.}} See platen outbox list; platen outbox resend uploads them.',
    uploadFailedKept: '{error} The PDF is kept at {path}.',
    objectExists: '{error} Add --existing overwrite, --existing number or --existing skip.',
    stoppedByQuit: 'a request to quit',
    stopped: 'stopped by {signal}; {converted, number} of {total, number} converted',
    stoppedEarly: 'stopped by {signal}; nothing converted',
    stoppedRequest:
      'the request may have reached the service {service}, which then creates the PDF',
    stoppedPaidRequest:
      'the request may have reached the service {service}, which then creates the PDF and may charge for it',
    notUploaded: 'not uploaded to {destination}; the PDF is kept at {path}',

    accessHostMissing: 'The source has no host that could receive it. Add --access-host HOST.',
    sitemapAccess:
      'It may list pages of any host. Name those that receive {options} with --access-host HOST.',
    signInWithOptions: '--sign-in has its own cookies, headers and password. Remove {options}.',
    accessHostUnused: '--access-host has no effect without --cookies, --header or --user.',
    userEmpty: 'The user name is empty.',
    userColon: "A user name can't contain a colon.",
    passwordMissing:
      '--user needs a password. Set the variable {variable}, or use --password-file FILE.',
    passwordAlone: '--password-file has no effect without --user.',
    passwordEmpty: '{file} is empty. It must contain the password.',
    noSignIns: 'There is no sign-in {name}. Sign in beside a URL in the window first.',
    unknownSignIn:
      'There is no sign-in {name}. {count, plural, one {There is only {names}.} other {Choose one of {names}.}}',
    signInOptions: 'The sign-in with {options}',
    cookiesElsewhere: '{file} has no cookies for {hosts}.',
    cookiesExpired:
      'All cookies for {hosts} in {file} have expired. Sign in again and export them.',
  },

  /** `completion`, and what shells show for the commands. */
  completion: {
    unknown: 'Nothing to print for "{value}". Enter {kinds}.',
  },

  /** Errors of `serve`. */
  serve: {
    unexpectedArgument: 'Unexpected argument "{argument}". Use options or "serve keys".',
    notPostgres:
      '{source} is not the URL of a PostgreSQL database. Enter a URL such as postgres://platen@localhost/platen.',
    webhooksUnsigned:
      'Webhooks are not signed, because there is no secret. Set PLATEN_WEBHOOK_SECRET, or one in the settings of the window.',
    webhooksUnsignedAccounts:
      'The service has no secret for webhooks, so those of accounts without their own are not signed. Set PLATEN_WEBHOOK_SECRET, or use serve keys set NAME --webhook-secret new.',
    resultsRequired:
      '--database is for several servers, which need one folder or bucket for PDFs that all of them can reach. Add --results FOLDER or --results s3://BUCKET/FOLDER.',
    resultsBucket:
      '--results is "{value}". Enter a folder, or a folder of a bucket such as s3://bucket/folder.',
    bucketWithoutAccounts:
      'PDFs in a bucket outlive the run, which requires accounts: --accounts FOLDER or --database URL.',
    authConflict:
      '--no-auth accepts requests without a key, but --{option} requires one. Remove one of them.',
    tlsFileMissing: '--{option} requires --{missing}.',
    proxyWithoutAccounts:
      '--behind-proxy makes the service reachable from other machines, which requires accounts: --accounts FOLDER or --database URL.',
    limitWithoutAccounts: '--{option} limits accounts. Add --accounts or --database.',
    sandboxRequired:
      "Other machines cannot use the service, because pages would run without Chromium's sandbox: start Platen as a regular user, allow user namespaces, or add --allow-no-sandbox if you trust every page.",
    hostWithoutAccounts:
      'Host "{host}" is reachable from other machines, which requires accounts: --accounts FOLDER or --database URL.',
    hostWithoutTls:
      'Host "{host}" is reachable from other machines, and keys would be sent unencrypted. Add --tls-cert and --tls-key, or --behind-proxy if a proxy provides TLS.',
    numberRange: '--{option} is "{value}". It must be a whole number from {min} to {max}.',
    metricsListen:
      '--metrics-listen is "{value}". Enter a port, or a host and a port such as 0.0.0.0:9464.',
    metricsKey:
      '{variable} cannot be used: a key has at least {min, number} characters, and no spaces. Create one with openssl rand -hex 32.',
    notPem:
      'The file {path} of --{option} is not in PEM format. Choose a file that starts with -----BEGIN.',
    noCertificate:
      'The file {path} of --tls-cert contains no readable certificate. Choose another file.',
    noPrivateKey:
      'The file {path} of --tls-key contains no readable private key. Choose another file.',
    keyEncrypted: 'The file {path} of --tls-key is encrypted. Choose a key without a passphrase.',
    wrongKey:
      'The file {path} of --tls-key does not belong to the certificate {cert} of --tls-cert. Choose the private key of this certificate.',
    pairUnusable:
      'The file {path} of --tls-cert cannot be used for TLS with its key. Choose another file.',
  },

  /** Errors of the options of `convert` for servers. */
  serverOptions: {
    allFailed:
      'Uploads to {server} are impossible. {reason}{count, plural, =0 {} one { # PDF is affected.} other { # PDFs are affected.}}',
    hostKeyForm:
      '"{key}" is not a fingerprint. Enter SHA256: and 43 characters, as ssh-keygen -l prints it.',
    passwordFileUnreadable:
      'The password file {file} could not be read ({code}). Make it readable.',
    passwordEmpty: 'The first line of {source} is empty. Write the password there.',
    optionOfBuckets:
      '--{option} applies to buckets only, not to {destination}. Remove one of them.',
    optionAlone: '--{option} applies to servers. Add --to sftp://… or davs://…, or remove it.',
    optionOfSftp: '--{option} applies to SFTP servers. Add --to sftp://…, or remove it.',
    onePassword:
      '{source} is the password of one server, but the PDFs go to {servers}. Run the command once for each server.',
    onePasswordResent:
      '{source} is the password of one server, but the kept PDFs go to {servers}. Resend those of one server by their IDs.',
    oneHostKey:
      '--host-key is the key of one server, but the PDFs go to {servers}. Add the servers to known_hosts, or run the command once for each.',
    optionWithTarget:
      '--{option} has no effect with --target, which signs in as the settings say. Remove one of them.',
    targetOfBucket:
      '--target names a bucket, but {destination} is on a server. Remove one of them.',
    targetOfOtherServer:
      '--target names the server {server}, where {destination} is not. Correct one of them.',
    remote: 'A service cannot upload to {destination}. Remove --remote, or upload to a bucket.',
  },
  /** Errors, results and help of `bucket`. */
  bucketCommand: {
    targetIsServer: 'The destination {name} is a server, and has no buckets. Name another one.',
    noVerb: 'No command. The command of bucket is list.',
    unknownVerb: 'Unknown command "{verb}". The command of bucket is list.',
    onePlace: 'list accepts one bucket or folder. Remove the others.',
    place: '"{text}" is not a bucket or a folder in one. Enter one such as s3://papers/2026/.',
    noBuckets: 'There are no buckets.',
    noFolders: 'There are no folders in {uri}.',
  },
  /** Errors, results and help of `outbox`. */
  outboxCommand: {
    noVerb: 'No command. The commands of outbox are {verbs}.',
    unknownVerb: 'Unknown command "{verb}". The commands of outbox are {verbs}.',
    onlyFor: '--{option} is only for {verb}. Remove it.',
    listTakesNone: 'list accepts no ids. Remove them.',
    cleanNeeds: 'Name the ids of the PDFs to delete, or add --all.',
    unknownId: 'There is no PDF "{id}" in the outbox. Use platen outbox list to list the ids.',
    noDestination: 'No destination is known for {id}. The PDF is at {path}.',
    empty: 'The outbox is empty.',
    listed: '{id}  {size}, {time}  {source}',
    listedUpload: '  {destination}: {reason}',
    listedStopped: '  {destination}: not sent, as convert was stopped',
    listedAlone: '  No destination is known. The PDF is at {path}',
    removed: '{count, plural, one {# PDF} other {# PDFs}} deleted.',
    inUse:
      '{count, plural, one {# PDF is} other {# PDFs are}} less than an hour old and may belong to a running convert. Name its id to upload or delete it.',
  },
  keys: {
    unknownAccounts: 'No accounts. Add --accounts FOLDER or --database URL.',
    noCommand: 'No command. The commands of serve keys are {commands}.',
    unknownCommand: 'Unknown command "{command}". The commands of serve keys are {commands}.',
    usageError: 'Usage: serve keys {usage}',
    accountName: 'Account name "{name}" is invalid. Use at most 60 letters, digits, _, -, . and @.',
    onlyFor: '--{option} is only for {commands}. Remove it from {command}.',
    keyMode: 'The mode of a key is test, live or none, but is "{value}".',
    creditsOrNone:
      'Credits must be a whole number from {min, number} to {max, number}, or none, but is "{value}".',
    creditsRange:
      'Credits must be a whole number from {min, number} to {max, number}, but is "{value}".',
    concurrencyOrNone:
      'Concurrency must be a whole number from {min, number} to {max, number}, or none, but is "{value}".',
    bucketPrefix:
      'The bucket prefix "{value}" is invalid. Enter s3://BUCKET/ or s3://BUCKET/PATH/, with a slash at its end, or none.',
    webhookSecret:
      '--webhook-secret must be new or none. The command creates the secret, because other users of this machine could read one given as an argument.',
    firstWebhookSecret:
      'Webhooks of the account are signed with {secret}, which is shown only once: give it to the owner of the account.',
    newWebhookSecret:
      'The second line, or the only one, is the secret of webhooks. It is shown only once: give it to the owner of the account.',
    rateOrNone:
      'Rate must be a whole number from {min, number} to {max, number}, or none, but is "{value}".',
    folderMissing: 'There is no folder "{folder}". Use serve keys add to create it.',
    unknownKey: 'There is no key "{id}". Use serve keys list to list the ids of keys.',
    unknownAccount: 'There is no account "{name}". Use serve keys add to create it.',

    added: 'This key is shown only once: store it now. Its id is {id}.',
    noAccounts: 'There are no accounts. Use serve keys add to create one.',
    revoked: 'Revoked the key {id}.',
    account:
      '{name}: {credits, plural, one {# credit} other {# credits}}, {rate, plural, one {# request} other {# requests}} per minute',
    accountWithoutRate:
      '{name}: {credits, plural, one {# credit} other {# credits}}, requests per minute as set for serve',
    accountConcurrency: '  {count, plural, one {# page} other {# pages}} in parallel',
    accountBucket: '  uploads only below {prefix}',
    accountWebhookSecret: '  webhooks signed with its own secret',
    accountId: '  id {id} in the log',
    key: '  key {id}, created {created}',
    revokedKey: '  key {id}, created {created}, revoked {revoked}',
    limitedKey: '{key}: {limits}',
    keyCredits: '{credits, plural, one {# credit} other {# credits}} left to spend',
    keyRate: '{rate, plural, one {# request} other {# requests}} per minute',
    keyConcurrency: '{count, plural, one {# page} other {# pages}} in parallel',
    testOnly: 'test mode only',
    liveOnly: 'no test mode',
    creditsMissing:
      'Removed {removed, number} of {count, plural, one {# credit} other {# credits}}, because the account had no more.',
  },

  /** The frame of the window, and texts that several parts of it share. */
  window: {
    view: 'View',
    documentView: 'Document',
    historyView: 'History',
    queueView: 'Queue',
    removeFromList: 'Remove from list',
    cancel: 'Cancel',
    open: 'Open',
    retry: 'Retry',
    showInFolder: 'Show in folder',
    linkCopied: 'Link copied',
    options: 'Options',
    optionsWidth: 'Options width',
    appName: 'Platen',
    startFailed: "Couldn't load your settings and draft",
    saveFailed: "Couldn't save the PDF",
    openLinkFailed: "Couldn't open the link",
    skippedNameExists: 'Skipped: a file with that name already exists',
    openPdfFailed: "Couldn't open the PDF",
    openFolderFailed: "Couldn't open the folder",
    dropFileOrFolder: 'Add file or folder',
    dropUrl: 'Open URL',
    saveDraftFailed: "Couldn't save your draft",
    close: 'Close',
    undo: 'Undo',
    removeItem: 'Remove {name}',
    labelWithKeys: '{label} ({keys})',
    actionOn: '{action}: {name}',
    savedTo: 'Saved to {path}',
    clipboardUnavailableLink: "The clipboard isn't available. The link is {text}",
    clipboardUnavailableUrl: "The clipboard isn't available. The URL is {text}",
    copyLinkFailed: "Couldn't copy the link",
    copyUrlFailed: "Couldn't copy the URL",
    dropFiles: '{count, plural, one {Add # file} other {Add # files}}',
    dropFilesOrFolders: 'Add {count, number} files or folders',
    dropSome: 'Add {count, number} of {total, number} files',
    dropNothing:
      "{count, plural, one {This file can't be converted} other {These files can't be converted}}",
    pageCount: '{count, plural, one {# page} other {# pages}}',
    pagesOf: '{kept, number} of {total, plural, one {# page} other {# pages}}',
    filesAdded: 'Added {files, plural, one {# file} other {# files}} from "{folder}"',
    filesAddedFromFolders:
      'Added {files, plural, one {# file} other {# files}} from {folders, plural, one {# folder} other {# folders}}',
    addedAndLeftOut: '{added}. {left}',
    sizeOf: '{done} of {total}',
    bytesOf: '{done, number} of {total, number} B',
    kilobytesOf: '{done, number, ::.} of {total, number, ::.} KB',
    megabytesOf: '{done, number, ::.0} of {total, number, ::.0} MB',
  },
  /** The options of the document, and its sources. */
  form: {
    localOnly: 'Local conversion only',
    resetToDefault: 'Reset to default',
    addUrl: 'Add URL',
    clearAll: 'Clear all',
    removeMatching: 'Remove matching',
    urlList: 'URLs to convert',
    emptyUrl: 'Empty',
    baseUrl: 'Base URL',
    basePlaceholder: 'Folder or URL',
    chooseFolder: 'Choose folder',
    choosePdf: 'Choose PDF',
    choosePdfFailed: "Couldn't choose the PDF",
    attachments: 'Attachments',
    attachmentsHelp: 'Files of any type that are embedded in the PDF.',
    attachmentsFact: '{count, plural, one {# attachment} other {# attachments}}',
    addAttachments: 'Add files…',
    addAttachmentsFailed: "Couldn't add the files",
    removeAttachment: 'Remove {path}',
    describeAttachment: 'Name and relationship of {path}',
    attachmentName: 'Name in the PDF',
    attachmentNameOf: 'Name of {path} in the PDF',
    attachmentDescription: 'Description',
    attachmentDescriptionOf: 'Description of {path}',
    attachmentRelationshipOf: 'Relationship of {path}',
    relationship:
      '{kind, select, source {Source of the document} data {Data of the document} alternative {Alternative version} supplement {Supplement} other {No relationship}}',
    chooseFolderFailed: "Couldn't choose the folder",
    pageGroup: 'Page',
    headerGroup: 'Header & footer',
    header: 'Header',
    footer: 'Footer',
    headerPreset: 'Show',
    headerHelp: 'Texts on each page. The button in a field inserts page numbers and more.',
    pageOfPages: 'Page {page} of {pages}',
    center: 'Center',
    placeholderPage: 'Page number',
    placeholderPages: 'Number of pages',
    placeholderTime: 'Time',
    loadingGroup: 'Loading',
    contentsGroup: 'Contents & bookmarks',
    appearanceGroup: 'Appearance',
    infoGroup: 'Document info',
    printMedia: 'Print media',
    fact: '{name} {value}',
    securityGroup: 'Security',
    privacyGroup: 'Privacy & webhook',
    nothingSet: 'None',
    pages: 'Pages',
    allPages: 'All pages, or 1–3, 5',
    allPagesOf: '{count, plural, one {Only # page} other {All # pages, or 1–3, 5}}',
    pagesFact: 'pages {pages}',
    zoom: 'Scale',
    zoomHelp: 'Scale of the page content, from 10 to 200%.',
    javascript: 'JavaScript',
    javascriptOn: 'JavaScript on',
    javascriptOff: 'JavaScript off',
    fileList: 'Files to convert',
    filterFiles: 'Filter files',
    filesMatching: '{count, plural, one {# file matches} other {# files match}}',
    noFileMatches: 'No file matches "{query}".',
    fileName: 'File name',
    addFiles: 'Add files',
    addFilesOrFolders: 'Add files or folders',
    size: 'Size',
    sizeFromPage: 'From page CSS or {paper}',
    fromPage: 'From page',
    isoSizes: 'ISO',
    northAmericanSizes: 'North American',
    custom: 'Custom',
    width: 'Width',
    height: 'Height',
    htmlPlaceholder: 'Type or paste HTML',
    html: 'HTML',
    widenEditor: 'Edit beside the paper',
    narrowEditor: 'Edit above the options',
    margins: 'Margins',
    top: 'Top',
    right: 'Right',
    bottom: 'Bottom',
    left: 'Left',
    marginsFromPage: 'From page CSS',
    noMargins: 'None',
    narrow: 'Narrow',
    normal: 'Normal',
    wide: 'Wide',
    customMargins: 'custom margins',
    marginPlaceholder: 'From CSS',
    changed: 'Changed',
    hasError: 'Has an error',
    timeout: 'Timeout',
    seconds: 's',
    orientation: 'Orientation',
    portrait: 'Portrait',
    landscape: 'Landscape',
    output: 'Output',
    saveLocally: 'Save to this computer',
    folder: 'Folder',
    folderHelp:
      'Where PDFs are saved. If empty, next to each file; for URLs and HTML, in Downloads.',
    sameFolder: 'Same folder as source',
    downloads: 'Downloads',
    chooseOutputFolder: 'Choose output folder',
    ifFileExists: 'If file exists',
    privacy: 'Privacy',
    nameFromTitle: 'Name from title or file',
    nameOfEach: 'Name of each source',
    insertPlaceholder: 'Insert placeholder',
    placeholderName: 'Source name',
    placeholderTitle: 'Title',
    placeholderDate: 'Date',
    placeholderNumber: 'Number in the batch',
    destinations: 'Destinations',
    folderChip: 'Folder: {folder}',
    bucketChip: 'Bucket: {name}',
    add: 'Add',
    chooseFolderItem: 'Choose folder…',
    removeDestination: 'Remove',
    removeItem: 'Remove {name}',
    clearRemoved: 'Clear removed destinations',
    saveShownAs: 'Save this PDF as…',
    addToQueue: 'Add to queue',
    existingAsk: 'Ask',
    convertValidHint:
      '{count, plural, one {# invalid URL is skipped.} other {# invalid URLs are skipped.}}',
    urlsOf: '{valid, number} of {count, plural, one {# URL} other {# URLs}}',
    filesOf: '{valid, number} of {count, plural, one {# file} other {# files}}',
    merge: 'Merge into one PDF',
    mergeHelp:
      'One PDF with all documents, in the order of the list. Alt+Up and Alt+Down move one.',
    mergeConflicts: 'Cannot be merged',
    pdfsToMerge:
      '{count, plural, one {# PDF can only be merged.} other {# PDFs can only be merged.}}',
    pdfsSkippedHint:
      '{count, plural, one {# PDF is skipped: it can only be merged.} other {# PDFs are skipped: they can only be merged.}}',
    moved: '{name}: {place, number} of {count, number}',
    uploadHint: 'Upload to {destination}',
    uploadManyHint: 'Upload to {count, plural, one {# destination} other {# destinations}}',
    saveAndUpload: 'Save and upload',
    uploadPdf: 'Upload PDF',
    saveHint: 'Save the PDF ({keys})',
    saveAsHint: 'Save as {name} ({keys})',
    nothingYet: 'Add a file, enter a URL or write HTML first',
    alreadyExists: '{name} already exists',
    skippedExisting: 'Skipped: {name} already exists',
    filesNotAdded: 'Files not added',
    dismissAll: 'Dismiss all',
    allowedFolders: 'May also read',
    alsoReads: '{count, plural, one {reads # more folder} other {reads # more folders}}',
    removeAccess: 'Remove access to {folder}',
    convertWith: 'Convert with',
    convertWithHelp: 'Convert locally, or with a remote service, which may charge per PDF.',
    locally: 'Local conversion',
    testModeNote: 'Test mode: PDFs are free and watermarked.',
    chargeNote: 'This service may charge per PDF. Nothing is sent until you click Convert.',
    source: 'Source',
    file: 'File',
    url: 'URL',
    uploadTo: 'Upload to',
    path: 'Path',
    uploadPathPlaceholder: "Destination's folder",
    urlPlaceholder: 'example.org/page',
    loadPageHint: 'Load page (Enter)',
    loadPage: 'Load page',
    previewingUrl: 'Previewing the selected URL',
    urlHelp: 'https:// is added for you. Paste several URLs, one per line.',
    noWebhook: 'None',
    webhookSettings: 'Webhook settings',
    webhook: 'Webhook',
    off: 'Off',
    failOn: 'Fail on',
    failOnFact:
      '{count, plural, one {fails on # kind of warning} other {fails on # kinds of warnings}}',
    theFile: 'the file',
    theUrl: 'the URL',
    theHtml: 'the HTML',
    topMargin: 'Top margin',
    rightMargin: 'Right margin',
    bottomMargin: 'Bottom margin',
    leftMargin: 'Left margin',
    readFilesFailed: "Couldn't read the files",
    unknownPaste: 'The text is neither a URL nor HTML, so nothing was changed.',
    htmlReplaced: 'Replaced the HTML in the editor',
    resetField: 'Reset to default: {label}',
    decreaseZoom: 'Decrease scale',
    increaseZoom: 'Increase scale',
    decreaseTimeout: 'Decrease timeout',
    increaseTimeout: 'Increase timeout',
    helpWithExample: '{help} Example: {example}',
    urlCount: '{count, plural, one {# URL} other {# URLs}}',
    fileCount: '{count, plural, one {# file} other {# files}}',
    invalidCount: '{count, number} invalid',
    issueInLine: 'Line {line, number}: {issue}',
    urlOf: 'URL {number, number} of {count, number}',
    namedSize: '{name}, {size}',
    savesAs: 'Saves as {places}.',
    privacyHelp: '{gdpr}: {gdprHelp} {hipaa}: {hipaaHelp}',
    filesRefused: "{count, plural, one {# file} other {# files}} couldn't be added",
    removedDestinations:
      '{count, plural, one {# removed destination} other {# removed destinations}}',
    pathHelp: "Folder or file below {folder}. Placeholders: '{name}', '{title}', '{date}', '{n}'.",
    sourcesRemoved: 'Removed {sources}',
    notOnDisk: '"{name}" isn\'t a file on disk. Save it first, then drop it here.',
    privateWebhook:
      'The webhook {url} goes to a private address. Turn on Private addresses in the webhook settings to allow it.',
    folderNotFull:
      'The folder {folder} is not a full path. Choose a folder or enter its full path.',
    sameFileName:
      "All PDFs of the batch would be named {name}. Add '{name}', '{title}' or '{n}', or leave it empty.",
    samePath:
      "All PDFs of the batch would be named {name}. Add '{name}', '{title}' or '{n}', or enter only a folder.",
    destinationsRemoved:
      '{count, plural, one {A selected destination was removed. Clear it or select another.} other {# selected destinations were removed. Clear them or select others.}}',
    zoomRange: 'Scale must be from 10% to 200%, such as 125%, but is "{value}".',
    topLength: 'top {length}',
    rightLength: 'right {length}',
    bottomLength: 'bottom {length}',
    leftLength: 'left {length}',
    serverChip: 'Server: {name}',
    newDestination: 'New destination…',
  },
  /** The preview with its status line and the buttons below. */
  preview: {
    unavailable: 'Preview unavailable',
    canceled: 'Canceled',
    convertAgain: 'Convert again',
    refresh: 'Refresh preview',
    wasCanceled: 'The preview was canceled.',
    notConverted: 'Not converted yet',
    dropFiles: 'Drop HTML files or folders',
    dropHelp:
      'HTML, MHTML, SVG, Markdown, text, EPUB, Word or ZIP. Nothing is uploaded until you say so.',
    goToField: 'Go to field',
    pasteUrl: 'Paste a URL',
    previewUrl: 'Preview',
    chooseFiles: 'Choose files…',
    pasteHtml: 'Paste HTML',
    openSample: 'Open the sample',
    recent: 'Recent',
    clearRecent: 'Clear',
    recentFolder: '{name} · {count, plural, one {# file} other {# files}}',
    removeRecent: 'Remove {name} from recent sources',
    recentRemoved:
      '{count, plural, one {Removed # recent source} other {Removed # recent sources}}',
    recentFailed: "Couldn't load recent sources",
    recentNotChanged: "Couldn't change recent sources",
    noPreview: 'No preview yet',
    copyDetails: 'Copy details',
    detailsCopied: 'Details copied',
    detailsNotCopied: "Couldn't copy the details. Select the message and copy it.",
    showingLastVersion: 'Showing the last successful version.',
    pdfIsSafe: 'Your PDF is safe; you only need to save it.',
    saveAs: 'Save as…',
    page: 'Page',
    pdfPages: 'PDF pages',
    warnings: 'Warnings',
    preview: 'Preview',
    thumbnails: 'Thumbnails',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    find: 'Find in PDF',
    findText: 'Find in PDF…',
    matchOf: '{current} of {total}',
    noMatches: 'No matches',
    previousMatch: 'Previous match',
    nextMatch: 'Next match',
    closeFind: 'Close search',
    print: 'Print',
    printFailed: "Couldn't print the PDF",
    openedToPrint: "Platen couldn't print. The PDF is open in your PDF application instead.",
    openPdf: 'Open in PDF application',
    openPdfFailed: "Couldn't open the PDF",
    dragPdf: 'Drag the PDF to a folder',
    dragFailed: "Couldn't drag the PDF",
    sidePanel: 'Side panel',
    pages: 'Pages',
    bookmarks: 'Bookmarks',
    ofPages: 'of {count, number}',
    zoomMode: 'Zoom {zoom}: {mode}',
    zoomOut: 'Zoom out',
    zoomIn: 'Zoom in',
    actualSize: 'Actual size (100%)',
    fitWidth: 'Fit width',
    fitPage: 'Fit page',
    copyServiceLink: "Copy link to the service's PDF",
    openServicePdf: "Open the service's PDF",
    copyAsCurl: 'Copy as cURL',
    copyAsJson: 'Copy as JSON',
    openJson: 'Open JSON…',
    moreSaveOptions: 'More actions',
    otherNotConverted: "Couldn't convert {name}",
    notConvertedNotSaved: "This version couldn't be converted, so there's nothing to save.",
    savePdf: 'Save PDF',
    showingPreviousVersion: 'Canceled. Showing the previous version.',
    loadingPage: 'Loading page…',
    printing: 'Printing…',
    writingPdf: 'Writing PDF…',
    bundling: 'Bundling styles and images…',
    downloadingPdf: 'Downloading PDF…',
    theService: 'the service',
    downloadFailed: "Couldn't download PDF",
    nothingToConvert: 'Nothing to convert yet',
    serviceStorageLeft:
      "The request uses the service's own storage. Select it in the settings of the service instead.",
    convertedBy: 'Converted by',
    time: 'Time',
    url: 'URL',
    file: 'File',
    copyRequestFailed: "Couldn't copy the request",
    openRequestFailed: "Couldn't open the request",
    requestLoaded: 'Request loaded',
    nothingToCopy: 'Nothing to copy yet',
    convert: 'Convert {documents}',
    convertWith: 'Convert {documents} with {service}',
    addToQueueHint: 'Add to the queue with the current options ({keys})',
    merge: 'Merge {documents}',
    isPdf: 'Already a PDF',
    mayFinish: 'The service may still finish.',
    mayFinishAndCharge: 'The service may still finish and charge for it.',
    clickConvert: 'Click Convert to send it to {service}.',
    clickConvertTest:
      'Click Convert to send it to {service}. In test mode, PDFs are free and watermarked.',
    fixField: 'Fix {field} to update the preview.',
    edit: 'Edit {field}',
    errorDetails: '{message}\nCode: {code}\nTime: {time}\n',
    landscapePaper: '{paper} landscape',
    portraitPaper: '{paper} portrait',
    pageOf: 'Page {number, number} of {count, number}',
    pageNumber: 'Page {number, number}',
    warningCount: '{count, plural, one {# warning} other {# warnings}}',
    allowAccess: 'Allow access to {folder}',
    showInPdf: 'Show',
    imageNotFound: "Couldn't find the image in the PDF",
    useLandscape: 'Use landscape',
    shrinkToFit: 'Shrink to fit ({zoom})',
    replaceHint: 'Replace {path} ({keys})',
    changedSinceSaved: 'Changed since it was saved',
    sendTestHint: 'Send to {service} in test mode, free and watermarked ({keys})',
    sendHint: 'Send to {service}, which may charge for it ({keys})',
    convertWithTest: 'Convert with {service} (test)',
    convertWithService: 'Convert with {service}',
    fixToUpdate: 'Fix {field} to update the preview',
    fixToConvert: 'Fix {field} to convert',
    showingLocal: 'Not converted with {service} yet. Showing the local preview.',
    changedSinceConverted: 'Changed since {service} converted it',
    scanning: 'Scanning folder…',
    scanningFound: 'Scanning folder… {count, number} found',
    waitingFor: 'Waiting for {resource}…',
    convertedByLabel: 'Converted by {service}',
    convertedInTestMode: 'Converted by {service} (test mode)',
    convertedBySentence: '{label}.',
    sending: 'Sending to {service}…',
    sendingSize: 'Sending {size} to {service}…',
    downloadingSize: 'Downloading PDF, {size}…',
    receiptFile: '{name}, {size}',
    testModeOf: '{service} (test mode)',
    nothingSaved: 'Nothing was saved: this version has no PDF yet.',
    noDestinationMatches:
      'No destination in the settings matches the storage {destination}. Add one for its bucket, then select it.',
    requestCopied: 'Request copied ({size})',
    commandCopied: 'Command copied ({size})',
    commandCopiedKey: 'Command copied ({size}). Set {variable} to the API key before you run it.',
    commandCopiedPassword:
      'Command copied ({size}). Set {variable} to the password before you run it.',
    notBundled:
      "{count, plural, one {# resource} other {# resources}} couldn't be bundled: {list}.",
    notBundledAndOthers:
      "{count, plural, one {# resource} other {# resources}} couldn't be bundled: {list} and others.",
  },
  /** Comparing two versions of a document. */
  compare: {
    compare: 'Compare with an earlier version',
    title: 'Compare',
    mode: 'Comparison',
    sideBySide: 'Side by side',
    difference: 'Difference',
    withVersion: 'Compare with: {version}',
    saved: 'Saved {time}',
    uploaded: 'Uploaded {time}',
    previous: 'Previous preview',
    chooseFile: 'Choose file…',
    current: 'This preview',
    noVersion: 'No earlier version yet',
    notKept: 'No versions are kept with GDPR or HIPAA',
    stop: 'Stop comparing',
    changes: 'Changes',
    count:
      '{changes, plural, one {# change} other {# changes}} on {pages, plural, one {# page} other {# pages}}',
    none: 'No differences',
    onlyMoved: 'Same content, moved on {pages, plural, one {# page} other {# pages}}',
    progress: 'Comparing, page {done, number} of {total, number}…',
    reading: 'Reading both versions…',
    next: 'Next change',
    previousChange: 'Previous change',
    position: '{current, number} of {total, number}',
    pageAdded: 'Page added',
    pageRemoved: 'Page removed',
    textAdded: 'Added “{text}”',
    textRemoved: 'Removed “{text}”',
    textReplaced: '“{before}” is now “{after}”',
    looks: 'Looks different: “{text}”',
    picture: 'Image, line or color changed',
    moved: 'Content moved',
    changesOnPage: '{count, plural, one {# change} other {# changes}}',
    noPage: 'Not in this version',
    removed: 'Removed',
    added: 'Added',
    failed: "Couldn't compare the versions",
    chooseFailed: "Couldn't open the PDF",
    protected: '{name} is protected with a password. Choose a PDF without one.',
    unreadable: "{name} can't be read. It is damaged, was removed, or isn't a PDF.",
  },
  /** The list of jobs. */
  queue: {
    described: '{name} ({description})',
    details: 'Job details',
    selectJob: 'Select a job to see details',
    jobCount: '{count, plural, one {# job} other {# jobs}}',
    failures: 'Failures',
    receipt: 'Receipt',
    warnings: 'Warnings',
    noJobs: 'No jobs',
    noWaitingJobs: 'No waiting jobs',
    noRunningJobs: 'No running jobs',
    noFailedJobs: 'No failed jobs',
    list: 'Job list',
    jobs: 'Jobs',
    show: 'Show',
    batchProgress: 'Batch progress',
    resume: 'Resume',
    pause: 'Pause',
    actions: 'Queue actions',
    cancelAll: 'Cancel all',
    retryFailed: 'Retry failed',
    clearFinished: 'Clear finished',
    filter: 'Filter jobs',
    selectedJobs: 'Selected jobs',
    moveUp: 'Move up',
    moveDown: 'Move down',
    moveToTop: 'Move to top',
    applyOptions: 'Apply current options',
    pauseFailed: "Couldn't change the queue",
    cancelFailed: "Couldn't cancel the jobs",
    retryJobsFailed: "Couldn't retry the jobs",
    removeFailed: "Couldn't remove the jobs",
    moveFailed: "Couldn't move the jobs",
    applyFailed: "Couldn't apply the options",
    all: 'All',
    waiting: 'Waiting',
    running: 'Running',
    failed: 'Failed',
    completed: 'Completed',
    canceled: 'Canceled',
    loading: 'Loading',
    printing: 'Printing',
    writing: 'Writing PDF',
    bundling: 'Bundling',
    sending: 'Sending',
    rendering: 'Rendering',
    downloading: 'Downloading PDF',
    skipped: 'Skipped',
    starting: 'Starting',
    canceledEarly: 'Canceled before it was converted.',
    canceledAtService: 'Canceled. The service may still finish and charge for it.',
    waitingForKey: "Waiting for the service's key",
    loadFailed: "Couldn't load the jobs",
    addFailed: "Couldn't add to the queue",
    viewQueue: 'View queue',
    showDetails: 'Show details',
    jobFailed: '{name} failed: {reason}',
    jobsFailed: '{count, number} jobs failed',
    jobsFailedAlike: '{count, number} jobs failed: {reason}',
    enterCredential: 'Enter {credential}',
    withService: 'with {service}',
    selectedCount: '{count, number} selected',
    appliedOptions:
      'Applied the options to {count, plural, one {# job} other {# jobs}}. Finished jobs use them when retried.',
    skippedCharged:
      '{count, plural, one {Skipped # job that may already have been charged. Retry it individually.} other {Skipped # jobs that may already have been charged. Retry them individually.}}',
    added: 'Added {sources} to the queue',
    addedMerged: 'Added {sources} to the queue as one PDF',
    documents: 'Documents',
    waitingForResource: 'Waiting for {resource}',
    progress: '{done, number} of {total, number}',
    progressPaused: '{done, number} of {total, number} · paused',
    progressTimeLeft: '{done, number} of {total, number} · about {time} left',
    batchConverted: 'Batch complete: {count, plural, one {# file} other {# files}} converted',
    batchCounts: 'Batch complete: {counts}',
    notDelivered: '{count, number} not delivered',
    done: 'Done',
    source: 'Source',
    output: 'Output',
    pages: 'Pages',
    size: 'Size',
    status: 'Status',
    page: 'Page',
    savedTo: 'Saved to',
    /** Of a job that has not saved its PDF. */
    saveTo: 'Save to',
    empty: 'The queue is empty',
    emptyHint: 'Convert several files at once, and follow them here.',
    goToDocument: 'Go to Document',
    noCompletedJobs: 'No jobs are done yet',
    noCanceledJobs: 'No canceled jobs',
    noMatches: 'No matching jobs',
    filterByName: 'Filter by name',
    filterPlaceholder: 'Filter',
    clearDone: 'Clear done',
    showAllJobs: 'Show all jobs',
    showFolder: 'Show folder',
    detailsWidth: 'Details width',
    selectOneJob: 'Select a single job to see its details',
    moreActions: 'More actions',
    edit: 'Edit',
    remove: 'Remove',
    editFailed: "Couldn't load the job",
    editing: '"{name}" is loaded into Document',
    removed: 'Removed {count, plural, one {# job} other {# jobs}} from the list',
    removedWithUploads:
      'Removed {count, plural, one {# job} other {# jobs}} with {uploads, plural, one {# unfinished upload} other {# unfinished uploads}}',
    inFiles: 'In {count, plural, one {# file} other {# files}}',
    seconds: '{seconds, number, ::.0} s',
    margins: 'margins {margins}',
    landscape: 'landscape',
    portrait: 'portrait',
    noOutput: '—',
    uploadTo: 'Upload to {destination}',
    notDownloaded: 'Not downloaded',
    skippedExists: 'Skipped: name exists',

    /** Errors in two or three words. */
    httpStatus: '{status} {phrase}',
    hostNotFound: 'Host not found',
    connectionRefused: 'Connection refused',
    noResponse: 'No response',
    connectionLost: 'Connection lost',
    offline: 'No network',
    unreachable: 'Server unreachable',
    tooManyRedirects: 'Too many redirects',
    certificateExpired: 'Certificate expired',
    certificateUntrusted: 'Certificate not trusted',
    certificateInvalid: 'Invalid certificate',
    tlsFailed: 'TLS failed',
    loginRequired: 'Login required',
    keyRefused: 'Key not accepted',
    signInRefused: 'Sign-in not accepted',
    noBucket: 'Bucket not found',
    noCredits: 'No credits left',
    outOfMemory: 'Out of memory',
    isDownload: 'Is a download',
    fileNotFound: 'File not found',
    accessDenied: 'Permission denied',
    diskFull: 'Disk full',
    invalidOptions: 'Invalid options',
    notReadable: 'Not readable',
    notLoaded: 'Not loaded',
    timedOut: 'Timed out',
    pageCrashed: 'Page crashed',
    chromiumEnded: 'Chromium ended',
    noSandbox: 'No sandbox',
    notPrinted: 'Not printed',
    hasWarnings: 'Has warnings',
    notSaved: 'Not saved',
    serviceRefused: 'Service refused',
    serviceUnreachable: 'Service unreachable',
    resultUnknown: 'Result unknown',
    notAllowed: 'Not allowed',
    internalError: 'Internal error',
  },
  /** Folders whose new documents are converted. */
  watch: {
    fact: '{name}: {value}',
    folders: 'Watched folders',
    none: 'No watched folders yet',
    about:
      'New and changed documents in a watched folder are converted while Platen is open, with the options chosen here.',
    folder: 'Folder',
    add: 'Watch this folder',
    options: 'Options',
    optionsHelp: 'The new folder gets a copy of these options.',
    formOptions: 'Current options',
    removeQuestion: 'Stop watching {folder}? Its files and PDFs stay.',
    folderMissing: 'Folder {folder} is missing. Connect its drive, or stop watching it.',
    watchedAlready: 'Folder {folder} is watched already.',
    private:
      'A folder cannot be watched with GDPR or HIPAA, because the names of its files are kept. Turn the option off.',
  },

  /** Uploads and webhooks. */
  history: {
    history: 'History',
    list: 'Converted documents',
    details: 'Details of the conversion',
    empty: 'Nothing converted yet',
    emptyHint: 'Saved PDFs and finished jobs appear here. Private documents are not recorded.',
    selectEntry: 'Select an entry to see details',
    search: 'Search',
    clear: 'Clear history',
    clearFound: 'Clear matches',
    noMatches: 'No matching entries',
    fileMissing: 'File missing',
    convertAgain: 'Convert again',
    converting: 'Added {name} to the queue',
    removedEntries: 'Removed {count, plural, one {# entry} other {# entries}} from the history',
    today: 'Today',
    yesterday: 'Yesterday',
    loadFailed: "Couldn't load the history",
    removeFailed: "Couldn't remove from the history",
    convertFailed: "Couldn't convert again",
    removed: 'This entry was removed from the history.',
    damaged:
      'The history in {path} was damaged. It was renamed to {aside}; the history starts empty.',
    entries: 'History',
    entriesHelp: 'Private documents are never recorded.',
    entryCount: '{count, plural, one {# entry} other {# entries}}',
    off: 'Off',
  },
  uploads: {
    uploadTo: 'Upload to {destination}',
    addDestination: 'Add destination',
    enterKey: 'Enter key',
    enterSecret: 'Enter secret',
    retryNow: 'Retry now',
    copyLink: 'Copy link',
    saveCopy: 'Save a copy',
    discard: 'Discard',
    replace: 'Replace',
    keepBoth: 'Keep both',
    skip: 'Skip',
    keepBothHint: 'Add a number to the new name',
    skipHint: "Don't upload this PDF",
    destinations: 'Destinations',
    createLink: 'Create temporary link…',
    temporaryLink: 'Temporary link',
    linkExpires: 'Link expires after',
    customTime: 'Custom…',
    duration: 'Duration',
    unit: 'Unit',
    linkTimeIssue: 'A link can last from 1 minute to 1 week. Enter another time.',
    pdfIsKept: 'The PDF is kept until you upload or discard it.',
    retryFailed: "Couldn't retry the upload",
    cancelFailed: "Couldn't cancel the upload",
    removeFailed: "Couldn't remove the upload",
    linkCopied: 'Link copied. It works only if the bucket is public.',
    createLinkFailed: "Couldn't create the link",
    uploadFailed: "Couldn't upload the PDF",
    loadFailed: "Couldn't load the uploads",
    nameConflict: 'Name conflict',
    waitingForKey: 'Waiting for key',
    waitingForSecret: 'Waiting for secret',
    waiting: 'Waiting',
    uploading: 'Uploading',
    uploaded: 'Uploaded',
    skipped: 'Skipped',
    failed: 'Upload failed',
    canceled: 'Canceled',
    webhook: 'Webhook',
    sending: 'Sending',
    sent: 'Sent',
    webhookFailed: 'Failed',
    nameExists: 'A file with that name already exists',
    waitingInQueue: 'Waiting in queue',
    waitingForSigningSecret: 'Waiting for the signing secret',
    retryingNow: 'Retrying now',
    discarded: 'Upload discarded',
    allDelivered: 'All delivered',
    uploadingTo: 'Uploading {file} to {destination}',
    replaceHint: 'Overwrite the existing {file}',
    moreActions: 'More actions: {file}',
    createLinkTo: 'Create temporary link: {file}',
    moreUploads: '{count, number} more',
    minutes: 'minutes',
    hours: 'hours',
    days: 'days',
    conflict: '"{file}" already exists. Replace it, keep both, or skip?',
    statusAt: '{destination}: {status}',
    failedAt: "Couldn't upload to {destination}",
    timedLinkCopied: 'Link copied. It expires after {time}.',
    nothingUploaded: 'Nothing was uploaded: this version has no PDF yet.',
    secretKeyMissing: 'The secret key of {destination} is missing. Enter it here.',
    stillPending: 'An earlier upload to {destination} is still pending and uses the same name.',
    waitsForKey:
      'This PDF is already in the uploads to {destination} and waits for its secret key.',
    alreadyUploading: 'This PDF is already being uploaded to {destination}.',
    alreadyListed: 'This PDF is already in the uploads to {destination}. {reason}',
    webhookFor: 'Webhook for {file}',
    uploadedTo: 'Uploaded to {destination}',
    uploadedToAs: 'Uploaded to {destination} as {name}',
    changedSinceUpload: 'Changed since upload to {destination}',
    changedSinceUploadAs: 'Changed since upload to {destination} as {name}',
    uploadingSize: 'Uploading {size}',
    waitingForKeyOf: 'Waiting for the secret key of {destination}',
    retryingIn: 'Retrying in {time}',
    retryReason: '{retry}. {reason}',
    webhookStatusWaiting: 'Webhook waiting',
    webhookStatusSecret: 'Webhook waiting for secret',
    webhookStatusSending: 'Webhook sending',
    webhookStatusSent: 'Webhook sent',
    webhookStatusSkipped: 'Webhook skipped',
    webhookStatusFailed: 'Webhook failed',
    webhookStatusCanceled: 'Webhook canceled',
    deliveredOf: '{delivered, number} of {total, number} delivered',
    discardedCount: '{count, number} discarded',
    enterPassword: 'Enter password',
    editDestination: 'Edit destination',
    waitingForPassword: 'Waiting for password',
    waitingForPasswordOf: 'Waiting for the password of {destination}',
    waitsForPassword:
      'This PDF is already in the uploads to {destination} and waits for its password.',
    passwordMissing: 'The password of {destination} is missing. Enter it here.',
    passphraseMissing: 'The passphrase of {destination} is missing. Enter it here.',
    copyAddress: 'Copy address',
    addressCopied: 'Address copied.',
  },
  /** Presets of options. */
  presets: {
    saveAs: 'Save as preset…',
    reset: 'Reset to defaults',
    export: 'Export presets…',
    import: 'Import presets…',
    preset: 'Preset',
    name: 'Preset name',
    namePlaceholder: 'Invoices',
    save: 'Save preset',
    rename: 'Rename',
    saveFailed: "Couldn't save the preset",
    renameFailed: "Couldn't rename the preset",
    removeFailed: "Couldn't remove the preset",
    exportFailed: "Couldn't export the presets",
    importFailed: "Couldn't import the presets",
    update: 'Update "{name}"',
    renameItem: 'Rename "{name}"…',
    removeItem: 'Remove "{name}"',
    changedMark: '(changed)',
    button: 'Preset: {name}',
    buttonChanged: 'Preset: {name}, changed',
    none: 'none',
    newName: 'New name for "{name}"',
    replace: 'Replace "{name}"',
    removed: 'Removed preset "{name}"',
    applied: 'Applied preset "{name}"',
    optionsReset: 'Options reset to defaults',
    exported: 'Exported presets to {path}',
    imported: '{count, plural, one {Imported # preset} other {Imported # presets}}',
  },
  /** The settings of the application. */
  settings: {
    certificates: 'Certificates',
    certificatesHelp: 'PEM file with additional certificates to trust, for self-hosted services.',
    none: 'None',
    chooseCertificates: 'Choose certificates',
    choose: 'Choose…',
    name: 'Name',
    authentication: 'Authentication',
    test: 'Test',
    save: 'Save',
    remove: 'Remove',
    replace: 'Replace',
    delete: 'Delete',
    themeSystem: 'System',
    themeLight: 'Light',
    themeDark: 'Dark',
    appearance: 'Appearance',
    language: 'Language',
    millimeters: 'Millimeters',
    centimeters: 'Centimeters',
    inches: 'Inches',
    points: 'Points',
    pixels: 'Pixels',
    units: 'Units',
    parallelConversions: 'Parallel conversions',
    memoryLimit: 'Memory limit',
    memoryLimitHelp: 'How much memory one page may use. Large documents need more.',
    gigabytes: '{count, number} GB',
    automaticGigabytes: 'Automatic ({count, number, ::.#} GB)',
    parallelConversionsHelp: 'How many queued documents to convert at once. More need more memory.',
    automatic: 'Automatic',
    notifications: 'Notifications',
    notificationsHelp: 'Notify me when a batch finishes in the background.',
    updates: 'Updates',
    updatesHelp: 'Checked at startup and once a day.',
    updatesOff: 'Off',
    updatesAsk: 'Ask before installing',
    updatesAutomatic: 'Install automatically',
    updateCheckFailed: "Couldn't check for updates",
    more: 'More',
    storedInKeychain: 'Stored in system keychain',
    keptUntilQuit: 'Kept until you quit',
    storedUnencrypted: 'Stored unencrypted',
    storeUnencrypted: 'Store secrets unencrypted',
    storeUnencryptedHelp: 'Anyone who can read your files or backups can read them.',
    secretsInKeychain: 'Secrets are stored in the system keychain and never shown again.',
    secretsUntilQuit: 'Secrets are kept only until you quit.',
    secretsUnencrypted: 'Secrets are stored unencrypted.',
    secretInKeychain: 'Stored in the system keychain.',
    secretUntilQuit: 'Kept until you quit: no system keychain is available.',
    secretUnencrypted: 'Stored unencrypted, as you chose.',
    settings: 'Settings',
    close: 'Close settings',
    sections: 'Settings sections',
    general: 'General',
    webhooks: 'Webhooks',
    localServer: 'Local server',
    seeField: 'See the highlighted field.',
    nameType: 'Name must be text such as "{example}", but is {value}.',
    nameEmpty: 'Name is empty. Enter one such as {example}.',
    nameTooLong: 'Name is longer than {max, number} characters. Enter a shorter one.',
    privateAddresses: 'Private addresses',
    privateAddressesHelp:
      'Allows webhooks to private networks and this machine, such as http://127.0.0.1:3000.',
    signingSecretMissing: 'Webhooks wait for this secret. Enter it again, or stop signing.',
    signingSecret: 'Signing secret',
    signingSecretSubject: 'signing secret',
    signingSecretHelp: 'Signs webhooks (Standard Webhooks) so that receivers can verify them.',
    signingSecretPlaceholder: 'whsec_…',
    stopSigning: 'Stop signing',
    destinations: 'Destinations',
    services: 'Services',
    saveFailed: "Couldn't save the change",
    saveSettingFailed: "Couldn't save the setting",
    edit: 'Edit {name}',
    duplicate: 'Duplicate {name}',
    removeQuestion: 'Remove {name}?',
    replaceSecret: 'Replace {secret}',
    deleteSecret: 'Delete {secret}',
    cancelReplacing: 'Cancel replacing {secret}',
    automaticCount: 'Automatic ({count, number})',
    testFailed: 'Test failed. See the highlighted field.',
  },
  /** Files of the settings: entries, damage, export and import. */
  settingsFiles: {
    settingsDamaged:
      '{path} was damaged. It was renamed to {aside}; the settings have their defaults now.',
    draftDamaged: '{path} was damaged. It was renamed to {aside}; the draft is empty now.',
    presetsDamaged:
      '{path} was damaged. It was renamed to {aside}; the list of presets is empty now.',
    secretsDamaged:
      '{path} was damaged. It was renamed to {aside}; enter your secrets again. Webhooks wait for their signing secret; enter it or stop signing in Settings.',
    listDamaged:
      '{path} was damaged. {reason} It was renamed to {aside}; {list, select, services {the list of services} signIns {the list of sign-ins} other {the list of destinations}} is empty now.',
    notJson: 'It is not valid JSON ({reason}).',
    contentInvalid: 'Its content is missing or invalid.',
    fieldInvalid: 'Its "{field}" is missing or invalid.',

    entryIgnored:
      '{list, select, services {The service} signIns {The sign-in} other {The destination}} "{name}", entry {number, number} in {path}, is ignored until it is corrected there. {issues}',
    entryWithoutNameIgnored:
      '{list, select, services {The service} signIns {The sign-in} other {The destination}}, entry {number, number} in {path}, is ignored until it is corrected there. {issues}',
    entryField: '{field}: {issue}',
    nameTaken:
      '{list, select, services {Another service} signIns {Another sign-in} other {Another destination}} is called "{name}". Choose another name.',
    idTaken:
      '{list, select, services {Another service} signIns {Another sign-in} other {Another destination}} has the ID "{id}". Choose another ID.',
    unknownField: '"{name}" is not a known field. Remove it.',
    unknownNestedField: '"{name}" is not a known field of {parent}. Remove it.',
    mustBeText: 'It must be text, but is {value}.',
    mustBeBoolean: 'It must be true or false, but is {value}.',
    mustBeNumber: 'It must be a number, but is {value}.',
    mustBeObject: 'It must be an object, but is {value}.',
    mustBeList: 'It must be a list, but is {value}.',
    mustBeOneOf: 'It must be {values}, but is {value}.',
    valueNotAllowed: 'It is {value}, which is not allowed.',

    notPresets: '{path} is not a preset file. Choose a file that was exported from Platen.',
    presetsInvalid:
      '{path} is damaged, or of another version of Platen. Export the presets again, and import the new file.',
  },
  /** Secrets that are missing, unreadable or not protected. */
  secrets: {
    secretKeyMissing:
      'The secret key of {name} is missing. Enter it at the destination in Settings.',
    targetPasswordMissing:
      'The password of {name} is missing. Enter it at the destination in Settings.',
    keyMissing: 'The key of the service "{name}" is missing. Enter it at the service in Settings.',
    passwordMissing:
      'The password of the service "{name}" is missing. Enter it at the service in Settings.',
    signingSecretMissing: 'The signing secret of webhooks is missing. Enter it in Settings.',
    secretKeyUnreadable:
      "The secret key of {name} can't be read: the keychain is locked, was reset, or belongs to another user. Enter it again at the destination in Settings.",
    targetPasswordUnreadable:
      "The password of {name} can't be read: the keychain is locked, was reset, or belongs to another user. Enter it again at the destination in Settings.",
    targetPassphraseUnreadable:
      "The passphrase of {name} can't be read: the keychain is locked, was reset, or belongs to another user. Enter it again at the destination in Settings.",
    keyUnreadable:
      'The key of the service "{name}" can\'t be read: the keychain is locked, was reset, or belongs to another user. Enter it again at the service in Settings.',
    passwordUnreadable:
      'The password of the service "{name}" can\'t be read: the keychain is locked, was reset, or belongs to another user. Enter it again at the service in Settings.',
    signingSecretUnreadable:
      "The signing secret of webhooks can't be read: the keychain is locked, was reset, or belongs to another user. Enter it again in Settings.",
    destinationRemoved:
      'The destination of this PDF was removed from Settings. Discard this upload, or upload the PDF to another destination.',
    storedUnprotected:
      'This system has no keychain, so secrets are stored in a file that your other programs can read.',
    noMacKeychain: "The keychain can't be used, so secrets are kept only until you quit.",
    noWindowsProtection:
      "Windows data protection can't be used, so secrets are kept only until you quit.",
    noKeychain:
      'This system has no keychain that Platen can use, such as GNOME Keyring or KWallet, so secrets are kept only until you quit.',
    notStored: "The keychain didn't store the secret, so it is kept only until you quit.",
  },
  /** Remote services in the settings. */
  services: {
    new: 'New service',
    add: 'Add service',
    testing: 'Converting a test page…',
    testMode: 'Test mode',
    testModeHelp: 'PDFs are free and watermarked.',
    namePlaceholder: 'office',
    url: 'URL',
    urlPlaceholder: 'https://pdf.example.org',
    urlHelp: 'Without /v1/pdf; Platen adds it.',
    storage: 'Storage',
    storageHelp: 'Where the service stores PDFs by default.',
    defaultStorage: 'Service default',
    ownStorage: 'Service storage',
    bucketStorage: 'Bucket',
    destination: 'Destination',
    timeout: 'Timeout',
    timeoutHelp: 'How long to wait for one PDF, in seconds.',
    keyMissing: 'Key missing',
    passwordMissing: 'Password missing',
    none: 'No services yet',
    noLoginHelp: 'For services without authentication.',
    apiKey: 'API key',
    userAndPassword: 'User name and password',
    noLogin: 'None',
    userName: 'User name',
    userPlaceholder: 'reports',
    password: 'Password',
    passwordSubject: 'password',
    idType: 'ID must be text such as "office", but is {value}.',
    idEmpty: 'ID is empty. Enter one such as office.',
    idTooLong: 'ID is longer than {max, number} characters. Enter a shorter one.',
    urlType: 'URL must be an http or https URL, but is {value}.',
    urlWithPath: 'URL "{url}" ends in {path}, which Platen adds itself. Leave it out.',
    loginType:
      'Authentication must be an object with the kind "key", "user" or "none", but is {value}.',
    loginKind: 'Kind of authentication must be "key", "user" or "none", but is {value}.',
    userType: 'User name must be text such as "reports", but is {value}.',
    userEmpty: 'User name is empty. Enter the one that the service knows.',
    userColon:
      'User name contains a colon, which the Authorization header cannot carry. Enter a name without a colon.',
    timeoutRange:
      'Timeout must be a whole number of seconds from 10 to 3600, such as 300, but is {value}.',
    faultyUrl: 'URL',
    faultyLogin: 'authentication',
    faultyKey: 'key',
    faultyPassword: 'password',
    faultyUserName: 'user name',
    faultyCertificates: 'certificates',
    removed: 'Removed service',
    selectedRemoved: 'The selected service was removed. Select another one.',
    notEncrypted: 'Not encrypted: documents can be read in transit.',
    notEncryptedKey: 'Not encrypted: the key and documents can be read in transit.',
    destinationPlaceholder: "s3://papers/'{date}'/'{name}'.pdf",
    destinationHelp:
      "Placeholders: '{name}', '{title}', '{date}', '{n}'. The service needs write access.",
    testModeFacts: '{url} · test mode',
    removeQuestion: 'Remove {name}? Existing PDFs stay where they are.',
    removeWithKeyQuestion: 'Remove {name} and its key? Existing PDFs stay where they are.',
    removeWithPasswordQuestion:
      'Remove {name} and its password? Existing PDFs stay where they are.',
    about:
      'A remote service converts documents to PDF: any server that accepts POST /v1/pdf, such as another Platen. It may charge per PDF.',
  },
  /** Access to pages behind a login. */
  attachments: {
    type: 'Attachments must be a list of files, but are {value}.',
    tooMany: 'A PDF can have {max, number} attachments. Leave some out.',
    notFile: '{path} is not a file, so it cannot be attached.',
    name: 'The name {name} is not a file name. Enter one without slashes, of at most {max, number} characters.',
    longDescription: 'The description {text} is longer than {max, number} characters. Shorten it.',
    relationship: 'The relationship of an attached file is {value}. It must be {choices}.',
    relationshipNear: 'There is no relationship "{value}". Did you mean {nearest}?',
    tooLarge:
      'With {path} the attachments have more than {megabytes, number} MB. Leave some out, or attach smaller files.',
    apiLacks: 'Attachments work only with local conversions. Remove them, or convert locally.',
  },

  protection: {
    type: 'The passwords must be the ID of stored ones, but are {value}.',
    missing: 'The passwords of this PDF are missing, so nothing was converted. Enter them again.',
    apiLacks: 'Passwords work only with local conversions. Remove them, or convert locally.',
    needsOwner:
      '{name} needs an owner password: without one, everyone who opens the PDF may do everything.',
    samePasswords:
      'The owner password is the same as the password to open, so everyone who opens the PDF may do everything. Use two different ones.',
    passwordEmpty: '{source} is empty. It must contain the password.',
    passwordInvisible: 'The password has only invisible characters.',
    passwordCharacters:
      'The password has characters that PDF readers refuse, such as control characters.',
    passwordDirections:
      'A password with letters that are written from right to left must begin and end with them, and have no others.',
    passwordTooLong:
      'The password has {bytes, number} bytes, more than the {max, number} that a PDF can have. Shorten it.',
    unknownStructure:
      'The PDF was not saved, because its structure is unknown and it could not be protected.',
    removed:
      'The passwords of this PDF are not stored any more. Load it into the form with “Edit”, and enter them again under Security.',
    unreadable:
      "The passwords of this PDF can't be read from the system keychain. Unlock the keychain and retry, or enter them again under Security.",
    lost: 'This password is not stored any more. Enter it again or remove it.',
    openLabel: 'Password to open',
    openHelp: 'Whoever opens the PDF needs this password (AES-256).',
    openFact: 'Password to open',
    ownerLabel: 'Owner password',
    ownerHelp: 'Opens the PDF with all rights. It is needed to restrict the others.',
    ownerFact: 'Owner password',
    stored: 'Set',
    none: 'None',
    show: 'Show password',
    hide: 'Hide password',
    waiting: 'Waiting for passwords',
    missingShort: 'Passwords missing',
    passwords: 'Passwords',
  },

  signIns: {
    host: 'The host',
    hostType: 'A host must be text, such as intranet.example.org, but is {value}.',
    hostEmpty: 'No host. Enter one, such as intranet.example.org.',
    hostLogin: "A host can't have a user name or password. Remove them.",
    hostPath: 'The host {host} has a path. Enter only the host, such as intranet.example.org.',
    idType: 'The sign-in must be the ID of one in Settings, but is {value}.',
    apiLacks: 'Sign-ins work only with local conversions. Remove the sign-in, or convert locally.',

    named: 'The sign-in "{name}"',
    expired: '{signIn} was refused or has expired: {reason}. Sign in again.',
    redirected: 'the server redirected to {url}',
    cookieRefused: 'The cookie {name} was not used, because Chromium refuses it.',
    missing: 'You are not signed in to {host}. Sign in again, in Settings or beside the URL.',
    removed: 'The sign-in of this conversion was removed. Select another one, or sign in again.',
    unreadable:
      "{signIn} can't be read: the keychain is locked, was reset, or belongs to another user. Sign in again.",

    headerForm: 'An HTTP header must be written as Name: value.',
    headerName: 'The header name "{name}" must consist of letters, digits and hyphens.',
    headerCookie: "Cookies can't be sent as a header. Use a cookies.txt file.",
    headerControlled: 'The browser sets the header {name} itself. Remove it.',
    headerEmpty: 'The header {name} has no value.',
    headerValue: 'The value of the header {name} has characters that headers cannot contain.',
    cookieLine: 'Line {line, number} of {file}: {issue}',
    cookieFields:
      'It has {count, plural, one {# field} other {# fields}} instead of seven, separated by tabs.',
    cookieDomain: '"{domain}" is not a host.',
    cookieFlag: 'Field {number, number} must be TRUE or FALSE, but is "{value}".',
    cookiePath: 'The path "{path}" must start with a slash.',
    cookieExpiry: 'The expiry "{value}" must be a number of seconds since 1970, or 0.',
    cookieName: 'The name of the cookie is empty or has invalid characters.',
    cookieValue: 'The value of the cookie has invalid characters.',
    cookiesEmpty: '{file} has no cookies.',

    label: 'Sign-in',
    signIns: 'Sign-ins',
    signIn: 'Sign in…',
    signInAgain: 'Sign in again…',
    use: 'Use sign-in {name}',
    passwordEmpty: 'No password. Enter it.',
    userEmpty: 'No user name. Enter it.',
    headersEmpty: 'No headers. Enter one in each line, such as X-Api-Key: abc.',
    cookiesElsewhere: '{file} has no valid cookies for {hosts}.',
    chooseCookies: 'Choose a cookie file',
    cookieFiles: 'Cookie files',
    other: 'Sign in another way…',
    otherTitle: 'Add a sign-in',
    kindLabel: 'Type',
    hosts: 'Hosts',
    hostsHelp: 'Only these receive it, also for images and scripts.',
    headers: 'Headers',
    headersHelp: 'One in each line, such as X-Api-Key: abc.',
    cookiesHelp: "A cookies.txt file in Netscape's format, as browser extensions export it.",
    chooseFile: 'Choose file…',
    add: 'Add',
    signedInTo: 'Signed in to {name}',
    signedOutOf: 'Signed out of {name}',
    notForHost: 'The sign-in {name} is not sent to {host}',
    stopUsing: 'Remove sign-in {name}',
    removedName: 'a removed sign-in',
    dialogTitle: 'Sign in to {host}',
    dialogText: 'Sign in in the window that opened. Click Done when you see the page.',
    windowShows: 'The window shows {host}.',
    windowClosed: 'The window is closed. Click Done if you have signed in.',
    keep: 'Keep this sign-in',
    keepHelp: 'Otherwise it is forgotten when you quit.',
    done: 'Done',
    openFailed: "Couldn't open the sign-in window",
    noWindow: 'The sign-in window is no longer open. Sign in again.',
    waiting: 'Waiting for a sign-in',
    kindWindow: 'through a window',
    kindPassword: 'user name and password',
    kindCookies: 'cookies',
    kindHeaders: 'headers',
    kept: 'kept',
    thisRun: 'until you quit',
    signedOut: 'Signed out',
    noneTitle: 'No sign-ins yet',
    about:
      'A sign-in opens pages behind a login. Enter a URL and click Sign in beside it. Only its hosts receive what it contains.',
    signInToUse: 'Sign in again to use it.',
    removeQuestion: 'Remove the sign-in "{name}"? Jobs that use it will wait.',
  },
  /** Buckets in the settings. */
  destinations: {
    accessKey: 'Access key',
    localConfiguration: 'Local AWS configuration',
    accessKeyPlaceholder: 'AKIA…',
    secretKey: 'Secret key',
    secretKeySubject: 'secret key',
    profile: 'Profile',
    profileHelp: 'A profile in ~/.aws/config. If empty, the AWS default is used.',
    profilePlaceholder: 'default',
    new: 'New destination',
    testing: 'Uploading a test file…',
    pathStyle: 'Path-style URLs',
    pathStyleHelp: 'Puts the bucket in the path of the URL: host/bucket/name.pdf.',
    ownerControl: 'Grant bucket owner full control',
    ownerControlHelp:
      "Sets bucket-owner-full-control on each object. Some providers don't support it.",
    namePlaceholder: 'papers',
    endpoint: 'Endpoint',
    endpointPlaceholder: 'https://s3.example.org',
    region: 'Region',
    regionPlaceholder: 'eu-central-1',
    regionHelp: 'If empty, from the local AWS configuration, or us-east-1.',
    bucket: 'Bucket',
    bucketPlaceholder: 'my-bucket',
    folder: 'Folder',
    folderPlaceholder: 'reports/2026',
    folderHelp: 'Folder in the bucket. If empty, the top level.',
    publicUrl: 'Public URL',
    publicUrlPlaceholder: 'https://files.example.org',
    publicUrlHelp: "Base of links, such as a CDN. If empty, the object's own URL.",
    secretKeyMissing: 'Secret key missing',
    none: 'No destinations yet',
    removeQuestion: 'Remove {name} and its secret? Uploaded files stay.',
    pendingUploads: '{count, plural, one {# pending upload} other {# pending uploads}} will fail.',
    about:
      'A destination is a bucket or a server that PDFs are uploaded to: Amazon S3 and compatible storage, SFTP and WebDAV.',
    copyName: '{name} copy',
    otherProvider: 'Other',
    endpointEmpty: 'Endpoint is empty. Enter its URL, such as {example}.',
    endpointUnfilled: 'Endpoint "{endpoint}" still contains {part}. Replace it with your {name}.',
    endpointWithBucket:
      'Endpoint "{endpoint}" contains the bucket "{bucket}". Leave the bucket out.',
    urlType: '{name} must be an http or https URL, but is {value}.',
    accessKeyType: 'Access key must be text such as "AKIA…", but is {value}.',
    accessKeyEmpty: 'Access key is empty. Enter one such as AKIAIOSFODNN7EXAMPLE.',
    /** Does not quote the value, which may be a secret key in the wrong field. */
    accessKeyInvalid:
      'Access key is invalid. It has 3 to 128 letters, digits and the characters _ . + = @ -, such as AKIAIOSFODNN7EXAMPLE.',
    regionType: 'Region must be text such as "eu-central-1", but is {value}.',
    regionInvalid: 'Region "{region}" is not a valid name. Enter one such as eu-central-1.',
    bucketType: 'Bucket must be text such as "my-bucket", but is {value}.',
    bucketEmpty: 'Bucket is empty. Enter a name such as my-bucket.',
    folderType: 'Folder must be text such as "reports/2026", but is {value}.',
    folderEmptyPart:
      'Folder "{folder}" has an empty part. Enter it without slashes at its ends, such as reports/2026.',
    serverType: 'Server must be text such as "{example}", but is {value}.',
    serverEmpty: 'Server is empty. Enter its address, such as {example}.',
    serverScheme: 'Server "{server}" has the wrong scheme. Start it with {schemes}.',
    userType: 'User must be text such as "me", but is {value}.',
    userEmpty: 'User is empty. Enter a name such as me.',
    keyFileType: 'Private key must be the path of a file, but is {value}.',
    keyFileEmpty: 'Private key is empty. Choose a file such as ~/.ssh/id_ed25519.',
    hostKeyType: 'Host key must be text such as "SHA256:…", but is {value}.',
    hostKeyForm:
      'Host key "{key}" is not a fingerprint. Enter SHA256: and 43 characters, as ssh-keygen -l prints it.',
    folderDots: 'Folder "{folder}" has a part "." or "..". Write the path in full.',
    type: 'Type',
    sftp: 'SFTP server',
    webdav: 'WebDAV server',
    server: 'Server',
    serverHelp: 'A URL with user and folder is split into the fields.',
    user: 'User',
    userPlaceholder: 'me',
    sftpUserHelp: 'If empty, the name of the local user.',
    webdavUserHelp: "If empty, Platen doesn't sign in.",
    password: 'Password',
    passwordSubject: 'password',
    passwordMissing: 'Password missing',
    passphrase: 'Passphrase',
    passphraseSubject: 'passphrase',
    privateKey: 'Private key',
    agentKeys: 'SSH agent and ~/.ssh',
    chooseKey: 'Choose private key',
    keyPlaceholder: '~/.ssh/id_ed25519',
    keyHelp: 'A file in the format of OpenSSH or PEM. Enter its passphrase if it has one.',
    hostKey: 'Host key',
    hostKeyHelp: 'Fingerprint of the server. If empty, its key must be in known_hosts.',
    trustHostKey: 'Trust this key',
    hostKeyQuestion:
      'Platen does not know this server. Compare its key with the one that its operator publishes:',
    sftpFolderPlaceholder: '/srv/reports',
    sftpFolderHelp: '~/ is the folder that the server opens first. Missing folders are created.',
    webdavFolderPlaceholder: '/remote.php/dav/files/me',
    webdavFolderHelp: 'If empty, the top level. Missing folders are created.',
    serverInvalid: 'Server "{server}" is not a valid address. Enter one such as {example}.',
    serverPassword: 'Server contains a password. Enter that as the password instead.',
    keyFilePath: 'Private key "{file}" is not a full path. Choose the file.',
    hostKeyPlaceholder: 'SHA256:…',
  },
  /** The choice of a bucket and a folder from a list. */
  browse: {
    browse: 'Browse…',
    browseBuckets: 'Browse buckets',
    browseFolders: 'Browse folders',
    buckets: 'Buckets',
    folders: 'Folders',
    path: 'Current folder',
    filter: 'Filter',
    filterBuckets: 'Filter buckets',
    filterFolders: 'Filter folders',
    loading: 'Loading…',
    noBuckets: 'There are no buckets.',
    noFolders: 'No folders in here.',
    noMatch: 'Nothing matches "{query}".',
    bucketCount: '{count, plural, one {# bucket} other {# buckets}}',
    folderCount: '{count, plural, one {# folder} other {# folders}}',
    incomplete:
      '{count, plural, one {# folder} other {# folders}} so far. Type the start of a name to find others.',
    more: 'Load more',
    choose: 'Choose this folder',
  },
  /** What uploads request for their objects: on the command line and in the settings. */
  objects: {
    cacheControl: 'Cache-Control',
    contentDisposition: 'Content-Disposition',
    storageClass: 'Storage class',
    encryption: 'Encryption',
    kmsKey: 'KMS key',
    metadata: 'Metadata',
    tags: 'Tags',
    cacheControlForm:
      '{option} is "{value}". Enter directives separated by commas, such as max-age=3600, public.',
    cacheControlSeconds:
      '{option} is "{value}". The directive "{directive}" requires a number of seconds, as in max-age=3600.',
    cacheControlNear:
      '{option} is "{value}". There is no directive "{directive}". Did you mean {nearest}?',
    dispositionForm:
      '{option} is "{value}". Enter inline or attachment, with a file name if needed, such as attachment; filename="report.pdf".',
    dispositionAscii:
      "{option} is \"{value}\". Headers are limited to US-ASCII. Percent-encode other letters, such as attachment; filename*=UTF-8''''Gr%C3%B6%C3%9Fe.pdf.",
    storageClassForm: '{option} is "{value}". Enter the name of a class, such as {classes}.',
    storageClassNear: '{option} is "{value}". Did you mean {nearest}?',
    encryptionUnknown: '{option} is "{value}". It must be {choices}.',
    kmsKeyForm:
      '{option} is "{value}". Enter the ID, the ARN or the alias of a key, without spaces.',
    kmsKeyAlone: '{option} applies to {encryption} aws:kms. Add that, or remove it.',
    pairForm:
      '{option}: "{text}" has no name and value. Enter a name, = and a value, such as project=alpha.',
    pairTwice: '{option}: "{name}" is set more than once. Remove the duplicates.',
    metadataPrefix:
      '{option}: In "{text}", enter the name without x-amz-meta-, which is added. Other x-amz- headers are not metadata.',
    metadataName:
      '{option}: The name in "{text}" may only consist of letters, digits and -, without spaces.',
    metadataReserved: '{option}: In "{text}", choose another name. Platen uses {name} itself.',
    metadataEmpty: '{option}: "{text}" has no value. Enter a value after the =, or remove it.',
    metadataAscii:
      '{option}: In "{text}", the value has characters other than US-ASCII, to which headers are limited. Replace or percent-encode them.',
    metadataTooLarge:
      '{option}: The values have {size, number} bytes with their names. The limit is {max, number}.',
    tagReserved:
      '{option}: The name of "{text}" is reserved, as it begins with aws:. Choose another.',
    tagCharacters:
      '{option}: In "{text}", only letters, digits, spaces and + - = . _ : / @ are allowed.',
    tagLength:
      '{option}: The length of "{text}" is not allowed. Enter 1 to {maxName, number} characters for the name, and up to {maxValue, number} for the value.',
    tooManyTags: '{option}: {count, number} tags are set. The limit is {max, number}.',
    uploadOptions: 'Upload options',
    cacheControlPlaceholder: 'max-age=3600, public',
    contentDispositionPlaceholder: 'inline',
    contentDispositionHelp: 'inline shows PDFs in the browser, attachment saves them.',
    storageClassPlaceholder: 'STANDARD_IA',
    encryptionDefault: 'Bucket default',
    encryptionS3: 'Server-managed key (SSE-S3)',
    encryptionKms: 'KMS key (SSE-KMS)',
    kmsKeyPlaceholder: 'alias/papers',
    kmsKeyHelp: "ID, ARN or alias. If empty, the account's default key.",
    metadataPlaceholder: 'project=alpha',
    metadataHelp: 'One NAME=VALUE per line.',
    tagsPlaceholder: 'department=sales',
    tagsHelp: 'One NAME=VALUE per line, up to {max, number}.',
  },
  /** The local server in the settings. */
  localServer: {
    server: 'Server',
    serverHelp: 'Accepts POST /v1/pdf on this machine while the window is open. Requires its key.',
    notRunning: 'Not running',
    url: 'URL',
    urlHelp: 'A new key is generated each time you start the server.',
    urlCopied: 'URL copied',
    copyUrl: 'Copy URL',
    copyKey: 'Copy key',
    port: 'Port',
    portHelp: 'Stop the server to change the port.',
    privateHosts: 'Private hosts',
    privateHostsHelp:
      'Private hosts that requests may load pages from, separated by commas, such as wiki or 10.0.0.7:8080.',
    keepFor: 'Keep PDFs for',
    keepForHelp:
      "PDFs in the server's storage are deleted after this time. Changes apply to new PDFs.",
    hours: 'hours',
    keyCopied: 'Key copied',
    off: 'Off',
    starting: 'Starting…',
    stopping: 'Stopping after current requests…',
    portIssue: 'The port {port} is not a whole number from 1 to 65535. Enter one such as 8080.',
    keepForIssue:
      'The time {time} is not a whole number of hours from 1 to 720. Enter one such as 24.',
    tooManyHosts: 'The list has {count, number} hosts; the limit is {limit, number}.',
    idle: 'Idle · {pdfs, plural, one {# PDF} other {# PDFs}} created',
    processing:
      'Processing {requests, plural, one {# request} other {# requests}} · {pdfs, plural, one {# PDF} other {# PDFs}} created',
  },
  /** Names of commands, in menus, the command palette and the list of shortcuts. */
  commands: {
    /** `&` is before the letter that opens the menu with Alt. */
    fileMenu: '&File',
    editMenu: '&Edit',
    viewMenu: '&View',
    documentMenu: '&Document',
    queueMenu: '&Queue',
    windowMenu: '&Window',
    helpMenu: '&Help',
    open: 'Open files…',
    enterUrl: 'Enter URL',
    watchFolder: 'Watched folders…',
    openRequest: 'Open JSON request…',
    refresh: 'Refresh preview',
    cancel: 'Cancel preview or close',
    convert: 'Convert',
    save: 'Save PDF',
    saveAs: 'Save as…',
    upload: 'Upload PDF',
    copyAsCurl: 'Copy as cURL',
    copyAsJson: 'Copy as JSON',
    openPdf: 'Open PDF',
    editInDocument: 'Edit in document',
    showDocument: 'Show document',
    showHistory: 'Show history',
    showQueue: 'Show queue',
    toggleQueue: 'Switch between document and queue',
    pauseQueue: 'Pause queue',
    resumeQueue: 'Resume queue',
    retryFailed: 'Retry failed jobs',
    cancelAll: 'Cancel all jobs',
    clearCompleted: 'Clear done jobs',
    clearFinished: 'Clear finished jobs',
    compare: 'Compare with earlier version',
    compareFile: 'Compare with file…',
    nextChange: 'Next change',
    previousChange: 'Previous change',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    settings: 'Settings…',
    palette: 'Search actions',
    shortcuts: 'Keyboard shortcuts',
    checkForUpdates: 'Check for updates…',
    copyDiagnostics: 'Copy diagnostics',
    about: 'About Platen',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    delete: 'Delete',
    selectAll: 'Select all',
    fullScreen: 'Toggle full screen',
    minimize: 'Minimize',
    closeWindow: 'Close window',
    quit: 'Quit Platen',
    developerTools: 'Toggle developer tools',
    reload: 'Reload window',
  },
  /** A link outside of Platen that asks to convert a page. */
  link: {
    title: 'Open this page in Platen?',
    close: 'Close question',
    help: 'A link asks Platen to load this page for a preview:',
    open: 'Open page',
    cancel: 'Cancel',
  },
  /** The command palette, About, and the screen after a crash of the window. */
  palette: {
    placeholder: 'Search actions, presets and settings',
    nothingFound: 'No matching action',
    applyPreset: 'Apply preset: {name}',
    openSettings: 'Settings: {section}',
  },
  about: {
    title: 'About Platen',
    close: 'Close About',
    version: 'Version {version}',
    licenses: 'Show licenses',
    licensesFailed: "Couldn''t read the licenses",
    diagnosticsCopied: 'Diagnostics copied. They contain no documents, names, URLs or secrets.',
    diagnosticsFailed: "Couldn''t copy the diagnostics",
  },
  crash: {
    title: 'The window stopped working',
    help: 'Your documents and the queue are saved. Reload the window to continue.',
    reload: 'Reload window',
    copyDiagnostics: 'Copy diagnostics',
    copied: 'Copied',
    restarted: 'The window crashed and was restarted with your last input.',
    repeated:
      'The window crashed again after it was restarted. Start Platen again; your documents and the queue are saved.',
    repeatedTitle: 'Platen keeps crashing',
    unresponsive: 'The window does not respond.',
    unresponsiveHelp: 'Wait for it, or restart it with your last input.',
    wait: 'Wait',
    restart: 'Restart window',
  },
  /** Asked before Platen quits, if that would lose something; one sentence for each loss. */
  quit: {
    title: 'Quit Platen?',
    requests:
      '{count, plural, one {# request to a service is interrupted. The service may still finish and charge for it.} other {# requests to services are interrupted. The services may still finish and charge for them.}}',
    server:
      '{count, plural, one {# request to the local server is canceled.} other {# requests to the local server are canceled.}}',
    jobs: "Unfinished jobs are lost, because the queue can''t be saved. {reason}",
    uploads: "Unfinished uploads are lost, because they can''t be saved. {reason}",
    settings: 'Unsaved changes in the settings are lost.',
    html: 'The HTML in the form is lost: it is never saved while GDPR or HIPAA is on.',
    quit: 'Quit',
    cancel: 'Cancel',
  },
  /** The list of keyboard shortcuts. */
  shortcuts: {
    title: 'Keyboard shortcuts',
    close: 'Close shortcuts',
    paste: 'Paste a URL, HTML or files',
  },
  outbox: {
    sharedOutage:
      'Waiting with others for the same destination, whose last attempt was interrupted. {reason}',
    sharedOutagePrivate:
      'Waiting with others for the same destination, whose last attempt was interrupted.',
    gaveUp: 'Another delivery to the same destination was interrupted too often. {reason}',
    waitTooLong:
      '{reason} The server asked to wait {seconds, number} s; the limit is {limit, number} s.',
    partsLeft: 'The upload was canceled, but parts of it are still at the destination. {reason}',
    uploadCanceled: 'The upload was canceled, so the PDF was not delivered.',
    uploadRemoved: 'The upload was removed before it was done, so the PDF was not delivered.',
    notSaved:
      'Uploads and webhooks cannot be saved to the disk. If Platen quits now, some may be lost or sent twice. {reason}',
    webhookStopped: 'The webhook was not sent, because the run was stopped.',
    damagedFile:
      '{path} is damaged and was renamed to {aside}. Its delivery does not continue; its PDF, if any, stays in {folder}.',
    unreadableFile: "Couldn''t read {path} ({code}). Its delivery does not continue.",
  },
  /** Uploads to SFTP and WebDAV servers. */
  servers: {
    schemeUnknown:
      'Destination "{url}" is of no kind that Platen uploads to. Start it with s3://, sftp://, or davs:// for WebDAV.',
    passwordInUrl:
      'Destination "{url}" contains a password, which other programs can see. Set PLATEN_SERVER_PASSWORD instead, or use --server-password-file.',
    hostInvalid:
      'Destination "{url}" has no valid server. Enter a URL such as sftp://me@files.example.org/reports/invoice.pdf.',
    portInvalid: 'Destination "{url}" has the invalid port {port}. Enter one from 1 to 65535.',
    noFileName:
      'Destination "{destination}" does not end in the name of a .pdf file. Enter a URL such as sftp://me@files.example.org/reports/invoice.pdf.',

    uploadFailed: "Couldn't upload to {file}. {reason}",
    hostKeyUnknown:
      'The server {host} is not known: its host key is {fingerprint} ({type}). Compare that with the key that its operator publishes before you trust it: at the destination in Settings, with --host-key {fingerprint}, or in known_hosts.',
    hostKeyDiffers:
      'The server {host} has the host key {fingerprint}, not {expected}. Somebody may be impersonating it. Ask its operator whether the key was replaced.',
    hostKeyChanged:
      'The server {host} has the host key {fingerprint}, which is not the one in {file}, line {line}. Somebody may be impersonating it. Ask its operator; only if the key was replaced, remove that line.',
    hostKeyRevoked:
      'The host key {fingerprint} of the server {host} is marked as revoked in {file}, line {line}. Ask its operator for the new one.',
    fileUnreadable: 'The file {file} could not be read ({code}). Make it readable.',

    signInRefused:
      'The server {host} refused the user {user}: {tried}. Check the user and the password or key.',
    triedPassword: 'the password was not accepted',
    triedKey: 'the private key {file} was not accepted',
    triedDefaults: 'neither a key of the SSH agent nor one in {folder} was accepted',
    triedConfigured:
      'neither a key of the SSH agent nor one that the configuration of SSH names was accepted',
    sshConfigInvalid:
      'In line {line} of {file}, {keyword} has a value that Platen does not understand: "{value}". Correct the line.',
    sshProxy:
      'Line {line} of {file} sets {keyword}: {host} is reached through another host, which Platen does not support. Set {keyword} to none for {host} if there is another way to it.',
    noLogin:
      'There is nothing to sign in to {host} with: no password, no private key and no SSH agent. Choose a sign-in at the destination in Settings, set PLATEN_SERVER_PASSWORD, or use --identity or --server-password-file.',
    keyFileUnreadable: 'The private key {file} could not be read: {reason}. Choose another file.',
    fileMissing: 'it does not exist',
    fileIsFolder: 'it is a folder',
    keyFileInvalid:
      'The file {file} contains no private key that Platen can read. Choose one in the format of OpenSSH or PEM.',
    passphraseMissing:
      'The private key {file} needs a passphrase. Enter it at the destination in Settings, set PLATEN_SERVER_PASSWORD, or use --server-password-file.',
    passphraseWrong:
      'The passphrase of the private key {file} is wrong. Correct it at the destination in Settings, in PLATEN_SERVER_PASSWORD or in the file of --server-password-file.',

    connectionFailed:
      'The connection to {host} failed: {reason}. Check the network connection, the host and the port.',
    certificateUntrusted:
      'The connection to {host} failed: {reason}. Choose a file with the certificate of its authority at the destination in Settings, or set NODE_EXTRA_CA_CERTS to it.',
    certificateExpired:
      'The connection to {host} failed: {reason}. Have the certificate renewed, or set the clock.',
    noConnection:
      'No connection to {host} within {seconds, number} s. Check the network connection, the host and the port.',
    brokenOff: 'The connection to {host} broke off.',
    notSsh:
      'The server {host} does not speak SSH, or no version that Platen speaks. Check the host and the port.',
    noSftp: 'The server {host} offers no SFTP. Ask its operator to allow it for this user.',
    folderMissing: 'The folder {folder} does not exist and could not be created.',
    listMissing: 'The folder {folder} does not exist yet. Uploads create it.',
    listDenied:
      'The server does not allow listing {folder}. Enter the folder, or choose another one.',
    listTooLong: 'There is too much in {folder} to list it. Enter the folder.',
    denied:
      'The server does not allow writing to {folder}. Choose another folder, or ask its operator.',
    notFolder: '{folder} is a file, not a folder. Choose another folder.',
    full: 'The server has no room left in {folder}. Make room there, then try again.',
    failedHttp: 'The server reported an error (HTTP status {status, number}).',
    redirected:
      'The server {host} redirects to {url}. Use the address that it redirects to as the destination.',
    webdavSignIn:
      'The server {host} refused the user and password. Check both. Some servers ask for an app password.',
    unencrypted:
      'The connection to {host} is not encrypted, so that others could read the password or the PDF. Use davs:// instead of dav://.',
    passwordMissing:
      'There is no password for the user {user} at {host}. Set PLATEN_SERVER_PASSWORD, or use --server-password-file.',
    userMissing:
      'There is a password for {host}, but the URL names no user. Write it before the host, such as davs://me@{host}.',
    notWebdav:
      'The server {host} does not accept WebDAV there. Check the path; at Nextcloud it starts with /remote.php/dav/files/ and the user.',
    tooLarge: 'The PDF is too large for the server {host}. Ask its operator to raise the limit.',
    locked: 'The server has locked a file in {folder}.',
    failed: 'The server reported an error (SFTP status {status, number}).',
    unknown: 'The upload failed for an unknown reason ({name}). Try again.',
    incomplete: 'The file on the server has {size, number} bytes instead of {expected, number}.',
    testPassed:
      'The server {host} accepts uploads: a test file was uploaded to {folder} and deleted.',
    testNotRemoved:
      'The server {host} accepts uploads, but does not allow deleting the test file {file}, which is still there.',
    otherKind: 'The destination of this upload is of another kind than its access.',
    unknownSignIn:
      'The server {host} accepts neither Basic nor Digest authentication, the kinds that Platen has for WebDAV. Ask its operator to allow one of them.',
  },

  /** Uploads to buckets, and tests of destinations. */
  s3: {
    /** An object, with the name of the destination that it is uploaded by. */
    object: '{uri} (destination "{name}")',
    uploadFailed: "Couldn't upload to {object}. {reason}",
    readFailed: "Couldn't read {object}. {reason}",
    deleteFailed: "Couldn't delete {object}. {reason}",
    linkFailed: "Couldn't create a link to {object}. {reason}",
    canceled: 'The upload was canceled.',
    exists: '{object} already exists and was not replaced.',
    existsUnread:
      '{object} already exists and was not replaced. It could not be checked, because the credentials only allow writing.',
    existsMaybeOurs:
      '{object} exists. It may be this PDF, because an earlier attempt was interrupted before the response arrived. It could not be checked, because the credentials only allow writing.',
    allNumbersExist:
      '{object} and its names with all numbers up to {max, number} already exist. Choose another name.',
    pdfUnreadable: "Couldn't read the PDF {path} to upload it. Convert it again and upload that.",
    pdfShorter:
      'The PDF {path} is shorter than its original {size, number} bytes. Convert it again and upload that.',

    connectionFailed:
      'The connection failed: {reason}. Check the network connection and the endpoint.',
    certificateExpired:
      'The connection failed: {reason}. Have the certificate renewed, or set the clock.',
    certificateNotYetValid: 'The connection failed: {reason}. Check the clock of this machine.',
    certificateForOtherName:
      'The connection failed: {reason}. Correct the endpoint, or try path-style URLs: the certificate may not include a host name for each bucket.',
    certificateRevoked: 'The connection failed: {reason}. Ask who runs the server.',
    certificateUntrusted:
      'The connection failed: {reason}. Choose a file with the certificate of its authority under Certificates in the destination.',
    certificateUntrustedMachine:
      'The connection failed: {reason}. Set AWS_CA_BUNDLE or NODE_EXTRA_CA_CERTS to a file with the certificate of its authority, or choose the file under Certificates in a destination.',
    wrongProtocol:
      'The connection failed: {reason}. Check the port, and whether the endpoint starts with http or https.',
    noConnection:
      'No connection within {seconds, number} s. Check the network connection and the endpoint.',
    stalled: 'No data for {seconds, number} s. Check the network connection and the endpoint.',
    unencrypted:
      'The connection to {host} is not encrypted, which the HIPAA option does not allow. Use an https endpoint.',
    certificatesUnreadable:
      'The file {path} contains no readable certificates. Choose a PEM file, or none.',

    noCredentials:
      'This machine has no AWS credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile, log in again if it uses SSO, or enter an access key in the destination.',
    noCredentialsInProfile:
      'This machine has no AWS credentials in the profile {profile}, or its login has expired. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another profile, log in again if it uses SSO, or enter an access key in the destination.',
    endpointScheme:
      'The endpoint "{endpoint}" has no scheme. Write it as https://{endpoint}, or as http://{endpoint} for a server without encryption.',
    machineSettings:
      'The AWS configuration of this machine contradicts itself. Check the profile and its services section in ~/.aws/config.',
    addressingStyle:
      'The profile sets addressing_style to "{style}". Set it to path, virtual or auto in ~/.aws/config.',
    wrongSecretKey: 'The secret key does not belong to the access key. Enter the secret key again.',
    wrongSecretKeyMachine:
      'The secret key does not belong to the access key. Correct AWS_SECRET_ACCESS_KEY, or the secret key of the profile.',
    unknownAccessKey:
      'The server does not know the access key, which may have been revoked. Check the access key and the endpoint.',
    loginExpired:
      'The AWS login of this machine has expired. Log in again, such as with aws sso login.',
    loginExpiredProfile:
      'The AWS login of this machine has expired. Log in again, such as with aws sso login --profile {profile}.',
    accountProblem: 'There is a problem with the account. Ask who runs {name}.',
    clockDiffers:
      'The clocks of this machine and the server differ too much. Set the clock of this machine.',
    clockAhead:
      'The clock of this machine is {amount} ahead of the server. Set the clock of this machine.',
    clockBehind:
      'The clock of this machine is {amount} behind the server. Set the clock of this machine.',
    minutes: '{count, plural, one {# minute} other {# minutes}}',
    hours: '{count, plural, one {# hour} other {# hours}}',

    denied:
      'The credentials have no permission for this in the bucket {bucket} with the ACL {acl}. Grant permission to write objects (s3:PutObject) and their ACL (s3:PutObjectAcl).',
    listBucketsDenied:
      'The credentials have no permission to list buckets (s3:ListAllMyBuckets). Enter the name of the bucket.',
    listDenied:
      'The credentials have no permission to list the folders of the bucket {bucket} (s3:ListBucket). Enter the folder.',
    deniedWithoutAcl:
      'The credentials have no permission for this in the bucket {bucket}, or only with the ACL {acl}. Grant permission, or turn on "Grant bucket owner full control" for the destination, which policies often require.',
    multipartDenied:
      'The credentials have no permission to start a multipart upload, which a PDF of more than {mebibytes, number} MiB requires. Grant permission to write objects, for multipart uploads without a condition on the ACL: some servers ignore the ACL there.',
    cannotCheck:
      'The credentials have no permission to check whether the object exists, and the server does not support conditional writes. Grant permission to read objects (s3:GetObject), or choose to replace existing files.',
    cannotCheckOrNoAcl:
      'The credentials have no permission to check whether the object exists, and the server does not support conditional writes. Grant permission to read objects (s3:GetObject), or choose to replace existing files. If the server does not support ACLs, turn off "Grant bucket owner full control" for the destination.',
    aclUnsupported:
      'The server does not support ACLs. Turn off "Grant bucket owner full control" for the destination.',

    deniedWithOptions:
      'The credentials have no permission for this in the bucket {bucket} with {options}. Grant {permissions}.',
    optionRefused: 'The server does not accept {option}. Correct it, or leave it out.',
    /** An option with its value: --storage-class STANDARD_IA. */
    optionWithValue: '{option} {value}',
    optionsRefused:
      'The server refused the request with the status {status} ({name}). It may not support {options}: leave out what it does not support.',
    optionsUnsupported:
      'The server does not support this request. Leave out what it does not support: {options}.',
    kmsKeyRefused:
      'The server cannot encrypt with {option} ({name}). Check that the key exists, is enabled, and is in the region of the bucket.',

    noBucket:
      'There is no bucket {bucket}. Create the bucket, or correct its name or the endpoint.',
    invalidBucketName: 'The server does not accept the bucket name {bucket}. Correct the name.',
    notBucket: 'The server does not respond as S3 does. Check the endpoint.',
    notBucketVirtualHost:
      'The server does not respond as a bucket does. Check the endpoint and the bucket; some servers require virtual-host-style URLs.',
    notBucketPathStyle:
      'The server does not respond as a bucket does. Check the endpoint and the bucket; some servers require path-style URLs.',
    notStored: 'The server accepted the data, but does not have it. Check the endpoint.',
    notStoredAt:
      'The server accepted the data, but does not have it. Check the endpoint {endpoint}.',
    inRegion: 'The bucket is in the region {region}. Set the region {region}.',
    inRegionNot:
      'The bucket is in the region {region}, not in {requested}. Set the region {region}.',
    inOtherRegion: 'The bucket is in another region. Set the region of the bucket.',
    inOtherRegionThan:
      'The bucket is in another region than {requested}. Set the region of the bucket.',
    objectMissing: 'The object does not exist anymore. Upload it again.',
    uploadExpired: 'The server discarded the data sent so far. All of it must be sent again.',
    keyTooLong: 'The path in the bucket is too long for this server. Choose a shorter one.',
    tooLarge: 'The file is larger than the server accepts. Upload it to another bucket.',
    partTooSmall: 'The server does not accept parts of this size. Upload it to another bucket.',
    full: 'The bucket or the disk of the server is full. Make room, or have the quota raised.',
    damaged: 'The data was damaged in transit. It must be sent again.',
    waitedTooLong: 'The server waited too long for data. Check the network connection.',
    busy: 'The server is busy.',
    writeConflict: 'Another client was writing the same object.',
    serverError: 'The server failed with the status {status}.',
    refused: 'The server refused the request with the status {status}. Check the destination.',
    refusedByName:
      'The server refused the request with the status {status} ({name}). Check the destination.',
    unknown: 'The upload failed for an unknown reason ({name}). Try again.',

    testPassed:
      'The bucket {bucket} accepts uploads: a test object was uploaded, read and deleted.',
    testNotDeleted:
      'The bucket {bucket} accepts uploads, and they can be read. The credentials do not allow deleting the test object {key}, which is still there.',
    testNotRead: 'The bucket {bucket} accepts uploads. The credentials do not allow reading them.',
    testWriteOnly:
      'The bucket {bucket} accepts uploads. The credentials only allow writing, so the test object {key} is still there.',
    testDiffers:
      'The bucket {bucket} returned something other than what was uploaded. Check the endpoint: its server may not be S3.',
  },
  /** Webhooks about finished jobs. */
  webhooks: {
    failed: "Couldn't deliver the webhook to {host}. {reason}",
    unknownHost: 'an invalid URL',
    urlInvalid: 'The URL is invalid.',
    timedOut: 'The receiver did not answer within {seconds, number} s.',
    privateAddressService:
      'The URL leads to the private address {address}, which this service does not call. Use a public URL.',
    secretEmpty: 'The signing secret is empty. Enter one such as whsec_….',
    secretMalformed:
      'The signing secret is malformed. Enter whsec_ followed by base64, as the receiver provides it.',
    privateAddress:
      'The URL leads to the private address {address}. To allow that, turn on private addresses for webhooks in Settings (convert: --allow-private-webhook), then try again.',
    unencrypted:
      'The connection is not encrypted, which the HIPAA option does not allow. Use an https URL.',
    connectionFailed: 'The connection failed: {reason}.',
    connectionFailedCode: 'The connection failed ({code}).',
    certificateExpired:
      'The connection failed: {reason}. Have the certificate renewed, or set the clock, then try again.',
    certificateNotYetValid:
      'The connection failed: {reason}. Check the clock of this machine, then try again.',
    certificateForOtherName:
      'The connection failed: {reason}. Correct the URL, or have a certificate issued for it, then try again.',
    certificateRevoked: 'The connection failed: {reason}. Ask who runs the receiver.',
    certificateUntrusted:
      'The connection failed: {reason}. Have a certificate issued by a trusted authority, then try again.',
    gone: 'The receiver answered 410: it accepts no more webhooks at this URL. Ask who runs it for another URL.',
    redirected:
      'The receiver answered {status}, a redirect, which webhooks do not follow. Enter the URL that it leads to.',
    answered: 'The receiver answered {status}.',
    secretVariable: '{variable} cannot be used: {reason}',
    secretForCommand: '{error} A command reads it from {variable}.',

    /** What webhooks report in place of messages that may name paths and destinations. */
    eventInvalidRequest: 'The request is invalid.',
    eventSourceUnreadable: "Couldn't read the source.",
    eventLoadFailed: "Couldn't load the page.",
    eventTimedOut: 'The page was not ready within the timeout.',
    eventPageCrashed: "Couldn't convert the page, because its process ended.",
    eventChromiumEnded: "Couldn't convert the page, because Chromium ended.",
    eventSandboxOff: 'The page was not converted, because the sandbox is off.',
    eventPrintFailed: "Chromium couldn't print the page.",
    eventPreflightFailed: 'The page has warnings that the request does not allow.',
    eventCanceled: 'Canceled before the PDF was delivered.',
    eventWriteFailed: "Couldn't save the PDF.",
    eventObjectExists:
      'A file with that name already exists at the destination and was not replaced.',
    eventDeliveryRefused: "Couldn't upload the PDF. It is not retried automatically.",
    eventDeliveryInterrupted:
      "Couldn't upload the PDF: the connection failed, or the destination was too busy.",
    eventRemoteRefused: 'The remote service refused the request.',
    eventRemoteUnreachable: 'The remote service could not be reached.',
    eventRemoteUncertain: 'The remote service did not answer.',
    eventRefused: 'The call is not allowed.',
    eventInternal: 'Platen failed.',
  },
} as const;
