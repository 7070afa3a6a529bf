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
    unknownField: '"{name}" is not a field of the request. Its fields are {fields}.',
    unknownNestedField: '"{name}" is not a field of {parent}. Its fields are {fields}.',
    moreUnknownFields:
      '{count, plural, one {There is # more unknown field.} other {There are # more unknown fields.}}',

    /** What a value is, after "but is" in the messages about wrong types. */
    valueMissing: 'missing',
    valueList: 'a list',
    valueObject: 'an object',
    valueText: 'the text "{text}"',
    valueNumber: 'the number {number}',
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
    urlSpace: '{name} "{url}" contains a space. Replace it with %20.',
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
      'File name "{text}" contains "{unknown}", which is not a placeholder. The placeholders are {placeholders}.',
    filenamePlaceholderNear:
      'File name "{text}" contains "{unknown}", which is not a placeholder. Did you mean {nearest}?',

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
      'Bucket destination "{destination}" has no file name. Enter a URL such as s3://my-bucket/reports/invoice.pdf.',
    destinationControl:
      'Bucket destination "{destination}" contains a control character. Remove it.',
    destinationEmptyPart:
      'Bucket destination "{destination}" has an empty part between two slashes or at its end. Remove the extra slash.',
    destinationDots:
      'Bucket destination "{destination}" has a part "." or "..". Write the path in full.',
    destinationEnding:
      'Bucket destination "{destination}" does not end in the name of a .pdf file. Enter a URL such as s3://my-bucket/reports/invoice.pdf.',
    destinationTooLong:
      'Bucket destination "{destination}" has a path of {bytes, number} bytes. The limit is {max, number}.',
    filledDestinationTooLong:
      'Bucket destination "{destination}", with its placeholders filled in, has a path of {bytes, number} bytes. The limit is {max, number}.',
    destinationPlaceholder:
      'Bucket destination "{text}" contains "{unknown}", which is not a placeholder. The placeholders are {placeholders}.',
    destinationPlaceholderNear:
      'Bucket destination "{text}" contains "{unknown}", which is not a placeholder. Did you mean {nearest}?',
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
    sourceHelp: 'An HTML, MHTML, SVG or text file, a folder of them, a URL, or HTML itself.',
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
    apiLacks: 'The API does not support "{name}". Remove the option.',
    on: 'on',
    numberWithUnit: '{number, number} {unit}',
    seconds: 's',

    delaySecondsLabel: 'Extra delay',
    delaySecondsHelp: 'Seconds to wait after the page has loaded.',
    scrollThroughLabel: 'Scroll through first',
    scrollThroughHelp: 'Scrolls to the end before printing, so that late content loads.',
    mediaLabel: 'Media',
    mediaHelp: 'Whether the CSS for print or for screens applies; print if not set.',
    mediaPrint: 'Print',
    mediaScreen: 'Screen',
    hideLabel: 'Hide',
    hideHelp: 'CSS selectors of elements to leave out.',
    cssLabel: 'CSS',
    cssHelp: 'Style sheet that is added to the page.',
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
    resourcesCount:
      '{count, plural, one {# resource that failed to load} other {# resources that failed to load}}',
    refusedCount: '{count, plural, one {# blocked request} other {# blocked requests}}',
    consoleCount: '{count, plural, one {# console error} other {# console errors}}',
    fontsCount: '{count, plural, one {# font problem} other {# font problems}}',
    cutOffCount: '{count, plural, one {# clipped element} other {# clipped elements}}',
    imagesCount: '{count, plural, one {# low-resolution image} other {# low-resolution images}}',
    changingCount: '{count, plural, one {# unfinished part} other {# unfinished parts}}',

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
    dialog: 'The page called {name}(), which is blocked: no dialog is shown during a conversion.',
    newWindow: 'The page tried to open a new window ({url}), which is blocked.',
    permission: 'The page requested the permission "{permission}", which is blocked.',
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
    clippedAtEdge:
      '{element} is clipped at the right edge of the page: {millimeters, number} mm do not fit, even though the page was scaled down to two thirds.',
    fontReplaced:
      'The font {family} is neither installed nor loaded by the page; {replacement} was used instead.',
    standardFont: 'the standard font',
    standardFontOfKind: 'the standard {kind} font',
    standardFontNamed: '{standard}, {font},',
    missingCharacters:
      '{count, plural, one {One character is} other {# characters are}} in no installed or loaded font, so empty boxes are printed: {characters}.',
    moreCharacters: '{count, number} more',
    lowResolution:
      'The image {name} has a low resolution in print: {width} x {height} pixels on {printedWidth} x {printedHeight} mm are {perInch, number} pixels per inch.',
    imageInHtml: 'in the HTML itself',
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
    noLocalPath: 'it is not a local path',
    noLocalFiles: 'the page may not read local files',
    outsideFolder:
      'the page may read only files in {folder} and below, and in folders that you allow',
    linkOutside:
      'it is a link to {path}; the page may read only files in {folder} and below, and in folders that you allow',
    noFile: 'there is no such file',
    notInArchive: 'it is not in the archive',
  },

  /** How a page fails to load, and why. */
  page: {
    notLoaded: '{page} could not be loaded: {reason}.',
    notConverted: '{page} could not be converted: {reason}.',
    failed: 'The page could not be converted: {reason}.',
    notSettled: 'The page did not settle: {reason}.',
    windowClosed: 'its window was closed',
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
    interrupted: 'the connection was interrupted',
    invalidResponse: 'the server did not send a valid HTTP response',
    chromiumError: 'Chromium reports {code}',

    answered: 'the server answered {status}, {meaning}',
    status401: 'it requires a user name and a password, which Platen cannot provide',
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
    timedOutScripts:
      'The page was not ready within {seconds} s: its scripts kept running. {advice}',
    timedOutPrinting: 'The page was not ready within {seconds} s: it was being printed. {advice}',
    increaseTimeout: 'Increase the timeout.',
    increaseTimeoutOrDisableScripts: 'Increase the timeout or disable JavaScript.',
    serviceTimeout: 'The service allows a page {seconds} s.',
    serviceTimeoutDisableScripts:
      'The service allows a page {seconds} s; try it with JavaScript disabled.',
    pageItself: 'the page itself',
    resourceAndMore: '{resource} and {count, number} more',
    localFilesRefused: 'A request to the service cannot use local files of the server.',
    sandboxAccepted: "Pages run without Chromium's sandbox ({cause}), as {option} accepts.",
    sandboxOff:
      "Platen was started without Chromium's sandbox ({cause}) and converts no pages that way: start it without {cause}, or start it with {option} if you trust every page.",
    sandboxOffOnLinux:
      "Platen was started without Chromium's sandbox ({cause}) and converts no pages that way: install the deb package and run it as a regular user, or start it with {option} if you trust every page.",
    notPrinted: 'Chromium could not print the page: {reason}.',
    unknownPdfStructure: 'Chromium wrote a PDF with an unknown structure.',
    servedPdfPages:
      '{url} is already a PDF, which is used unchanged: its pages cannot be selected. Remove the page range.',
    servedPdfLayout:
      '{url} is already a PDF, which is used unchanged: paper, margins and zoom cannot be changed. Remove {fields}.',
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
      "The PDF of this job wasn't saved to this computer. It was uploaded to {destinations}; open it there.",
    pdfAtService:
      "The PDF of this job wasn't saved to this computer. The service {service} has it.",
    pdfAtServiceUrl:
      "The PDF of this job wasn't saved to this computer. The service {service} has it at {url}.",
    pdfNotHere:
      'The PDF of this job is no longer on this computer. Add the document again to convert it.',
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
      'The PDF would be neither saved to this computer nor uploaded. Choose at least one of them.',
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
    folderEmpty: 'The folder {folder} contains no file that can be converted ({endings}).',
    folderUnreadable: 'The folder {folder} contains no file that can be read. {reason}',
    archiveTooLarge:
      'The MHTML archive {path} is larger than {megabytes, number} MB; save the page again, or as HTML.',
    archiveWithoutPage:
      'The MHTML archive {path} contains no page; save the page again, or as HTML.',
  },
  network: {
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
    noCredits: 'did not create a PDF: the account has no credits left (402)',
    noCreditsSaid: 'did not create a PDF (402): {said}',
    addCredits: 'Add credits there.',
    addCreditsOrTest:
      'Add credits there, or use test mode, which costs none (convert: --test-mode).',
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
    useStorage: 'Have it delivered to a storage.',
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
    startFailed: "Platen couldn't start",
    chooseSources: 'Choose files to convert',
    chooseBase: 'Choose base folder',
    chooseOutput: 'Choose output folder',
    chooseCertificates: 'Choose certificates',
    exportPresets: 'Export presets',
    importPresets: 'Import presets',
    openRequest: 'Open request',
    savePdf: 'Save PDF',
    draftIncomplete: 'The draft has no earlier version to change.',
    open: 'Open',
    choose: 'Choose',
    export: 'Export',
    import: 'Import',
    save: 'Save',
    sourceFiles: 'HTML, MHTML, SVG, text',
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
    requestUnreadable: "Couldn't read the request file {path}: {reason}.",
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
      'The header Host is "{host}". Without a key, only localhost and 127.0.0.1 are accepted. Use http://127.0.0.1, or start the service with --base-url.',
    bodyNotUtf8:
      'The body is not JSON: it has bytes that are not UTF-8, such as accented letters in Latin-1. Send it in UTF-8.',
    bodyNotJson: 'The body is not JSON: {reason}.',
    bodyLength: 'The body does not have the length in Content-Length.',
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
    keyRepeated: 'The request has {count, number} headers {header}. Send one.',
    keyEmpty: 'The header {header} is empty. Send a value that no other request has.',
    keyNotAscii: 'The header {header} has characters that are not ASCII.',
    keyTooLong: 'The header {header} has {length, number} characters. The limit is {max, number}.',
    keyReused:
      'The Idempotency-Key was used with another request. Use a new key for each request, and repeat a key only with the same request.',
    destinationPlaceholder:
      'The bucket destination "{destination}" has a placeholder. Send the whole path, such as s3://my-bucket/reports/invoice.pdf.',
    noCredits:
      'The account "{account}" has no credits left. Add some, or send svc-test-mode: true.',
    rateLimited:
      'The account "{account}" may send {rate, plural, one {# request} other {# requests}} a minute. This one was not accepted; send it again later.',
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
    unknownFile: 'There is no PDF at this URL; it may have expired.',
    expiredFile:
      'The PDF has expired. Send the request with another Idempotency-Key, or without one, to create it again.',
    rangeNotSatisfiable: 'The PDF has {size} bytes.',
    internal: 'Internal error. The service logged the details under the X-Request-Id header.',
    reducedError:
      '{message} Requests with gdpr or hipaa keep no details; only the original response has them.',
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
    databaseNewer:
      'A later version of Platen has changed the database (version {version}; this one knows {known}). Use that version, or another database.',
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

  /** The service's OpenAPI document and its page `/docs`. */
  apiDocs: {
    ownOption: '{help} An extension of the API, which other services refuse.',
    summary: 'Creates PDFs from HTML and web pages.',
    keyScheme:
      'The API key as the user name with an empty password, or the name of the account with the key as the password.',

    create: 'Create a PDF',
    createHelp:
      'Converts HTML or a web page into a PDF. Each PDF costs one credit. Test mode and failures are free.',
    task: 'Get the state of an asynchronous request',
    taskHelp: 'When the request has ended, this returns its response.',
    file: "Download a PDF from the service's own storage",
    fileHelp: 'Anyone who knows the URL can download the PDF until it expires.',
    health: 'Check whether the service accepts requests',

    acceptHeader:
      'With application/pdf, the response is the PDF itself. Otherwise, or if both are preferred equally, it is JSON.',
    testModeHeader: 'With true, the PDF has a watermark and costs no credit.',
    idempotencyHeader:
      'A request with the same key and body returns the first response, at no further cost.',
    preferHeader: 'With respond-async, the response is 202, and the PDF is created later.',
    rangeHeader: 'One range of bytes.',
    taskParameter: 'ID of the request, from the response 202 and its Location.',
    fileParameter: 'Last part of the URL in the response, with .pdf.',

    request: 'A request for a PDF. Only the source is required; unknown fields are errors.',
    source: 'HTML to convert: raw HTML, or a public http or https URL.',
    compliance: 'Flags for special data handling.',
    gdpr: "Keeps source and names out of logs. The service's own storage keeps the PDF for an hour at most.",
    hipaa: 'Same as gdpr, and nothing is sent over an unencrypted connection.',
    filename: 'Name of the PDF: letters, digits, _, - and ., ending in .pdf.',
    format: "{help} A custom size is '{width}x{height}', each with its unit.",
    marginTop: 'Top margin, a number with its unit.',
    marginRight: 'Right margin, a number with its unit.',
    marginBottom: 'Bottom margin, a number with its unit.',
    marginLeft: 'Left margin, a number with its unit.',
    storage:
      "Where to store the PDF: in the service's own storage, which is also the default provider, or in a bucket of the caller.",
    storageProvider: 'service, or object_store for a bucket.',
    storageFilename: "Name of the PDF in the service's own storage.",
    bucketDestination: 'Where to store the PDF in a bucket. An existing object is not replaced.',
    webhook: '{help} It receives a POST according to Standard Webhooks.',

    url: 'URL of the PDF.',
    size: 'In bytes.',
    appliedFlags: 'The flags as applied.',
    errorMessage: 'A sentence for users.',
    errorFields: 'Each invalid field with a sentence about it.',
    created:
      "The PDF was created: JSON about it or, with Accept: application/pdf, the PDF itself. For a PDF in the caller's bucket, only the request that created it can return the PDF; repeated and asynchronous requests return JSON.",
    pdf: 'The PDF.',
    pdfRange: 'The requested range.',
    accepted: 'The request was accepted. Poll the Location for its response.',
    locationHeader: 'Where to poll for the response.',
    pollHeader: 'When to poll, in seconds.',
    retryHeader: 'In seconds.',
    allowHeader: 'The allowed methods.',
    healthy: 'The service accepts requests.',
    unhealthy: 'The service is stopping, or its database does not respond.',

    error400: 'The request is invalid. All errors are listed by field; headers count as fields.',
    error401: 'The API key is missing or unknown.',
    error402: 'The account has no credits left. Test mode costs none.',
    error404: 'Not found, expired, or of another account.',
    error405: 'The method is not allowed here.',
    error408: 'The request did not arrive in time.',
    error410:
      "The PDF itself was requested, of an earlier request, and has expired in the service's own storage.",
    error413: 'The body is too large.',
    error415: 'The body is not JSON in UTF-8, or is compressed.',
    error416: 'The range is outside the PDF.',
    error417: 'The header Expect is not 100-continue.',
    error421:
      "The service requires no key, and the header Host is not one of this machine''s names.",
    error422:
      'The source could not be loaded, or the bucket could not be written; the message says why. Or the Idempotency-Key was used with another request.',
    error429: 'The queue is full, or the account has sent too many requests. Nothing was done.',
    error431: 'The URL or the headers are too large.',
    error500: 'Internal error of the service.',
    error503: 'The service is stopping, or cannot reach its database. Nothing was done.',
    error504: 'The page was not ready within the timeout.',

    version: 'Version {version}.',
    openApiLink: 'OpenAPI document',
    requestHeading: 'Request body',
    responseHeading: 'Response',
    errorHeading: 'Error',
    parameterColumn: 'Parameter',
    inColumn: 'In',
    meaningColumn: 'Meaning',
    statusColumn: 'Status',
    fieldColumn: 'Field',
    typeColumn: 'Type',
    ruleColumn: 'Rule',
    required: 'Required.',
    default: '{value} if not set.',
    examples: 'For example {examples}.',
    alternative: 'If {field} is {value}:',
  },

  /** What the commands share. */
  cli: {
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
    accountsAndDatabase:
      '--accounts and --database are both set, but accounts are stored in one place. Remove one of them.',

    outputSection: 'Output',
    statusSection: 'Exit status',
    exampleSection: 'Examples',
    helpConcurrency:
      'Number of pages that are converted at the same time, 1 to 32. Default: the number of processor cores plus one, or less if memory is short.',
    helpMemoryLimit:
      'How much memory a page may use, in gigabytes. Default: a quarter of the memory of the machine, 1 to 4.',
    helpJson: 'Prints one JSON object for each result and each failure.',
    helpHelp: 'Prints this help.',
    helpVersion: 'Prints the version.',
  },

  /** Errors, progress and results of `convert`. */
  convert: {
    orientationConflict: '--landscape and --portrait are both set. Remove one of them.',
    noSource: 'No source. Enter an HTML file, a folder, a URL, or - for HTML from standard input.',
    inputTwice: 'Standard input is used more than once, but can be read only once.',
    baseUnused:
      '--base applies only to HTML from standard input (-) or a pipe. Links in a file or page are resolved against its own location.',
    allowMissing: 'Folder {folder} to allow does not exist.',
    allowBroad:
      'Folder {folder} to allow is {path}, which holds far more than a page needs. To allow it anyway, write --allow {path}.',
    allowHint: 'To let the page read these files, add {options}.',
    baseMissing: 'Base URL "{base}" is neither an existing folder nor an http or https URL.',
    outEmpty: '--out is empty. Enter a file or a folder.',
    outputForMany:
      '--out - writes one PDF to standard output, but there are {count, number} PDFs. Enter a folder, or convert one source at a time.',
    outputWithUploads:
      '--out - writes only the PDF to standard output, so the URLs of uploads have no place there. Save the PDF to a file, or upload it in another run.',
    outputWithJson:
      '--out - writes the PDF to standard output, so --json has no place there. Remove one of them.',
    outputWithExisting: '--existing has no effect with --out -. Remove it.',
    outputIsTerminal:
      '--out - writes a PDF, but standard output is a terminal. Redirect it to a file or a pipe.',
    outForMany:
      '--out "{out}" is one file, but there are {count, number} PDFs. Enter a folder, or convert one source at a time.',
    filenameForMany:
      "File name \"{filename}\" is the same for all {count, number} PDFs. Add '{name}' or '{n}' to it, or remove it.",
    destinationForMany:
      "Bucket destination \"{destination}\" is the same for all {count, number} PDFs. Add '{name}' or '{n}' to it.",
    destinationTwice: '--to "{destination}" is set more than once. Remove the duplicates.',
    tooManyDestinations: '--to is set {count, number} times. The limit is {max, number}.',
    existingUnknown: '--existing is "{value}". It must be {policies}.',
    existingNear: '--existing is "{value}". It must be {policies}. Did you mean {nearest}?',
    globEmpty: '--{option} is empty. Enter a pattern such as *.html.',
    onlyUnknown: '--only is "{value}". It must be {types}.',
    onlyNear: '--only is "{value}". It must be {types}. Did you mean {nearest}?',
    nothingSelected:
      'The folder {folder} contains no file that --include, --exclude and --only select.',
    newerWithExisting: '--newer replaces the PDFs of changed files. Remove --existing.',
    newerWithOutput: '--newer has no file to compare with --out -. Remove one of them.',
    newerWithUploads: '--newer compares files on this machine. Remove --to, or --newer.',
    newerWithTitle:
      "--newer needs names that are known before a page has loaded. Remove '{title}' from --filename.",
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
    requestFileUnreadable: 'The request file "{path}" could not be read: {reason}.',
    fileUnreadable: 'File "{path}" cannot be read: {reason}.',
    requestFileNotJson: 'The request file "{path}" is not JSON: {reason}.',
    sourceIssues: 'The sources have {count, number} errors.',
    urlListLine: 'Line {line, number} of {file}: {issue}',
    urlListEmpty: 'There is no URL in {file}.',

    /** What a source without a path or URL is called. */
    standardInput: 'standard input',
    requestHtml: 'the HTML in the request file',

    storedLocally:
      'The request uses the storage of a service. Without --remote, PDFs are saved locally.',
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
    uploadFailedKept: '{error} The PDF is kept at {path}.',
    objectExists: '{error} Add --existing overwrite, --existing number or --existing skip.',
    stoppedBySessionEnd: 'the end of the session',
    stopped: 'stopped by {signal}; {converted, number} of {total, number} converted',
    stoppedEarly: 'stopped by {signal}; nothing converted',
    stoppedRequest:
      'the request may have reached the service {service}, which then creates the PDF',
    stoppedPaidRequest:
      'the request may have reached the service {service}, which then creates the PDF and may charge for it',
    notUploaded: 'not uploaded to {destination}; the PDF is kept at {path}',
  },

  /** `completion`, and what shells show for the commands. */
  completion: {
    usage:
      'Usage: platen completion bash | zsh | fish | man\n\nPrints a completion script for a shell, or the manual page.',
    unknown: 'Nothing to print for "{value}". Enter {kinds}.',
    summary: 'converts HTML to PDF',
    help: 'Prints a completion script or the manual page',
    convert: 'Converts HTML files, folders and URLs to PDF',
    serve: 'Runs the API as a local service',
  },

  /** `convert --help`, with the help of the options that the window has too. */
  convertHelp: {
    usage: 'Usage: platen convert SOURCE... [options]',
    intro:
      'Converts HTML to PDF. SOURCE is a file ({endings}), a folder with such files, a URL, or - for HTML from standard input.',
    contentGroup: 'Paper and content',
    outputGroup: 'Destination',
    runGroup: 'Run',
    format: '{help} Names: {names}. Example: {example}',
    margin: '{help} Without either, 0.4in. Example: {example}',
    newer:
      'Converts only files that have changed since their PDF was written, and replaces it. Styles, images and other files that a page loads are not compared.',
    include:
      'Converts only the files of folders that match, as in .gitignore: *.html, guide/, /index.html. May be repeated.',
    exclude: 'Skips the files of folders that match, as in .gitignore. May be repeated.',
    only: 'Converts only files of these types in folders: {types}. Example: html,svg',
    portrait: 'The opposite of --landscape.',
    marginTop: 'Top margin; overrides --margin.',
    marginRight: 'Right margin; overrides --margin.',
    marginBottom: 'Bottom margin; overrides --margin.',
    marginLeft: 'Left margin; overrides --margin.',
    base: '{help} Only for HTML from standard input or a pipe.',
    allow:
      'Folder that the pages may read besides their own. Symbolic links count by what they lead to. May be repeated.',
    out: 'A name that ends in .pdf is a file, which is replaced; - is standard output. Any other name is a folder, which keeps the subfolders of a SOURCE folder. Without it, a PDF is saved next to its source.',
    filename: '{help} A file in --out overrides it.',
    to: '{help} Can be repeated. Without --out, nothing is saved locally. Example: {example}',
    existing:
      'If the name exists: number creates name-2.pdf, skip creates nothing, overwrite replaces it. Without it, files are numbered and uploads fail.',
    remote:
      'Converts with a service of the settings, which also handles --to and --webhook. PLATEN_REMOTE_KEY provides its key if the settings cannot.',
    testMode: 'Requests free PDFs with a watermark from the service.',
    allowPrivateWebhook: 'Allows a webhook on this machine or in a private network.',
    urls: 'Converts the URL in each line of a file, or of standard input (-), in addition to SOURCE.',
    request:
      'Reads options, and the source if there is no SOURCE, from a /v1/pdf request. Options of the command line override it.',
    failOn: '{help} Kinds: {kinds}. Example: {example}',
    quiet: 'Prints no progress, only results and errors.',
    output:
      'The path of each PDF, or the URL of each upload, is printed to standard output, one per line. Progress and errors are printed to standard error.',
    keptPdfs:
      'A PDF that cannot be saved or uploaded is kept, and the error shows where. A signal stops the run without incomplete files.',
    bucketSection: 'Buckets',
    credentials:
      'Credentials are those of the destination in the settings with the same bucket and the longest matching prefix. Otherwise the AWS settings of this machine are used: AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL_S3 and so on, and profiles.',
    bucketFolders:
      'Subfolders of a SOURCE are not kept in a bucket. PDFs with the same name are numbered.',
    success: 'all PDFs were created',
    failure: 'a PDF could not be created or uploaded; webhooks do not count',
    invalidRequest: 'invalid request: an option, or a source that cannot be read',
    stopped: 'stopped by SIGINT (Ctrl+C), SIGTERM or SIGHUP',
  },

  /** Errors of `serve`. */
  serve: {
    unexpectedArgument: 'Unexpected argument "{argument}". Use options or "serve keys".',
    notPostgres:
      '--database is not the URL of a PostgreSQL database. Enter a URL such as postgres://platen@localhost/platen.',
    resultsRequired:
      '--database is for several servers, which need one folder for PDFs that all of them can reach. Add --results FOLDER.',
    authConflict:
      '--no-auth accepts requests without a key, but --{option} requires one. Remove one of them.',
    tlsFileMissing: '--{option} requires --{missing}.',
    proxyWithoutAccounts:
      '--behind-proxy makes the service reachable from other machines, which requires accounts: --accounts FOLDER or --database URL.',
    hostWithoutAccounts:
      'Host "{host}" is reachable from other machines, which requires accounts: --accounts FOLDER or --database URL.',
    hostWithoutTls:
      'Host "{host}" is reachable from other machines, and keys would be sent unencrypted. Add --tls-cert and --tls-key, or --behind-proxy if a proxy provides TLS.',
    numberRange: '--{option} is "{value}". It must be a whole number from {min} to {max}.',
    fileUnreadable: 'The file {path} of --{option} cannot be read ({code}).',
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

  /** `serve --help`. */
  serveHelp: {
    usage: 'Usage: platen serve [options]\n       platen serve keys --help',
    intro:
      'Serves POST /v1/pdf with the local engine. The documentation of a running service is at /docs.',
    networkGroup: 'Network',
    accountGroup: 'Accounts',
    pdfGroup: 'PDFs',
    runGroup: 'Run',
    host: 'Host or IP address to listen on; 127.0.0.1 if not set. Any other requires accounts, and TLS or --behind-proxy.',
    port: 'Port to listen on; 8080 if not set, 0 for any free port.',
    tlsCert: 'The certificate of the server, with its chain.',
    tlsKey: 'The private key of the certificate.',
    behindProxy:
      'A proxy provides TLS and sets X-Forwarded-Host and X-Forwarded-Proto. Requires accounts.',
    baseUrl:
      'Base of the URLs of PDFs; the host of the request if not set. Example: https://pdf.example.org',
    accounts:
      'Folder of accounts with their keys and credits; created if missing. Without accounts, a key for this run is printed.',
    database:
      'PostgreSQL database of accounts, which several servers can share. Example: postgres://platen@db/platen',
    noAuth: 'Accepts requests without a key, from this machine only.',
    results: 'Folder of stored PDFs. Each database has a subfolder, which its servers share.',
    keep: 'How long PDFs are stored; 24 if not set.',
    allowPrivate:
      'Allows sources and webhooks on this host of a private network, with or without a port. Can be repeated.',
    strict: 'Accept only the options of the API, not those that Platen adds to it.',
    timeout: 'Seconds until a conversion fails; 30 if not set.',
    bodyLimit: 'Maximum size of a request body; 32 if not set.',
    queue: 'Number of requests that may wait; 1000 if not set. Others get status 429.',
    json: 'Prints the URL, and the key, as JSON.',
    quiet: 'Logs no requests, only warnings and errors.',
    output:
      'One line on standard output when the service is ready: its URL and, without accounts, the key of this run after a space. The log goes to standard error as JSON.',
    success: 'stopped on request',
    failure: 'could not start, or failed',
    invalidRequest: 'invalid option',
  },

  /** Errors, results and help of `serve keys`. */
  keys: {
    unknownAccounts: 'No accounts. Add --accounts FOLDER or --database URL.',
    noCommand: 'No command. The commands of serve keys are {commands}.',
    unknownCommand: 'Unknown command "{command}". The commands of serve keys are {commands}.',
    usageError: 'Usage: serve keys {usage}',
    accountName: 'Account name "{name}" is invalid. Use at most 60 letters, digits, _, -, . and @.',
    onlyForAdd: '--{option} is only for add. Remove it from {command}.',
    creditsRange:
      'Credits must be a whole number from {min, number} to {max, number}, but is "{value}".',
    rateRange: 'Rate must be a whole number from {min, number} to {max, number}, but is "{value}".',
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
      '{name}: {credits, plural, one {# credit} other {# credits}}, unlimited requests per minute',
    accountId: '  id {id} in the log',
    key: '  key {id}, created {created}',
    revokedKey: '  key {id}, created {created}, revoked {revoked}',
    creditsMissing:
      'Removed {removed, number} of {count, plural, one {# credit} other {# credits}}, because the account had no more.',

    usage: 'Usage: platen serve keys COMMAND --accounts FOLDER | --database URL',
    accountGroup: 'Accounts',
    runGroup: 'Run',
    helpAdd: 'creates an account, or another key of an account; prints the key, only this once',
    helpList: 'lists accounts, and the ids of their keys',
    helpRevoke: 'revokes a key',
    helpCredit: 'adds credits, or removes some for a negative N, down to zero',
    helpRate: 'limits the requests per minute of an account',
    helpAccounts:
      'The accounts folder of serve; created if missing. A server may be running on it.',
    helpDatabase: 'The database of serve. Example: postgres://platen@db/platen',
    helpCredits: 'With add: credits to add to the account.',
    helpRateOption: 'With add: requests per minute; unlimited if not set.',
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
    urlList: 'URLs to convert',
    emptyUrl: 'empty',
    baseUrl: 'Base URL',
    basePlaceholder: 'folder or URL',
    chooseFolder: 'Choose folder',
    chooseFolderFailed: "Couldn't choose the folder",
    pageGroup: 'Page',
    loadingGroup: 'Loading',
    appearanceGroup: 'Appearance',
    asPage: 'as on the page',
    fact: '{name} {value}',
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
    marginPlaceholder: 'from CSS',
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
    newBucket: 'New bucket…',
    removeDestination: 'Remove',
    removeItem: 'Remove {name}',
    clearRemoved: 'Clear removed destinations',
    saveShownAs: 'Save this PDF as…',
    addToQueue: 'Add to queue',
    existingAsk: 'Ask',
    convertValidHint:
      '{count, plural, one {# invalid URL is skipped.} other {# invalid URLs are skipped.}}',
    urlsOf: '{valid, number} of {count, plural, one {# URL} other {# URLs}}',
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
    convertWithHelp:
      'Convert on this computer, or with a remote service, which may charge per PDF.',
    thisComputer: 'This computer',
    testModeNote: 'Test mode: PDFs are free and watermarked.',
    chargeNote: 'This service may charge per PDF. Nothing is sent until you click Convert.',
    source: 'Source',
    file: 'File',
    url: 'URL',
    uploadTo: 'Upload to',
    path: 'Path',
    uploadPathPlaceholder: "destination's folder",
    urlPlaceholder: 'example.org/page',
    loadPageHint: 'Load page (Enter)',
    loadPage: 'Load page',
    previewingUrl: 'Previewing the selected URL',
    urlHelp: 'https:// is added for you. Paste several URLs, one per line.',
    noWebhook: 'none',
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
    dropHelp: 'HTML, MHTML, SVG or text. Nothing leaves this machine until you say so.',
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
    changedSinceSaved: 'Changed since saved to {path}',
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
  /** The list of jobs. */
  queue: {
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
    enterCredential: 'Enter {credential}',
    withService: 'with {service}',
    selectedCount: '{count, number} selected',
    appliedOptions:
      'Applied the options to {count, plural, one {# job} other {# jobs}}. Finished jobs use them when retried.',
    skippedCharged:
      '{count, plural, one {Skipped # job that may already have been charged. Retry it individually.} other {Skipped # jobs that may already have been charged. Retry them individually.}}',
    added: 'Added {sources} to the queue',
    waitingForResource: 'Waiting for {resource}',
    progress: '{done, number} of {total, number}',
    progressPaused: '{done, number} of {total, number} · paused',
    progressTimeLeft: '{done, number} of {total, number} · about {time} left',
    batchConverted: 'Batch complete: {count, plural, one {# file} other {# files}} converted',
    batchFailed:
      'Batch complete: {count, plural, one {# file} other {# files}}, {failed, number} failed',
    done: 'Done',
    source: 'Source',
    output: 'Output',
    pages: 'Pages',
    size: 'Size',
    status: 'Status',
    page: 'Page',
    savedTo: 'Saved to',
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
    selectOneJob: 'Select one job to see its details.',
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
    clearFound: 'Clear found',
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
    none: 'none',
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
    notificationsHelp: 'Notify me when a batch finishes in the background',
    updates: 'Updates',
    updatesHelp: 'Checked at start and once a day.',
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
      'Allows webhooks to private networks and this computer, such as http://127.0.0.1:3000.',
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
      '{path} was damaged. {reason} It was renamed to {aside}; {list, select, services {the list of services} other {the list of destinations}} is empty now.',
    notJson: 'It is not valid JSON ({reason}).',
    contentInvalid: 'Its content is missing or invalid.',
    fieldInvalid: 'Its "{field}" is missing or invalid.',

    entryIgnored:
      '{list, select, services {The service} other {The destination}} "{name}", entry {number, number} in {path}, is ignored until it is corrected there. {issues}',
    entryWithoutNameIgnored:
      '{list, select, services {The service} other {The destination}}, entry {number, number} in {path}, is ignored until it is corrected there. {issues}',
    entryField: '{field}: {issue}',
    nameTaken:
      '{list, select, services {Another service} other {Another destination}} is called "{name}". Choose another name.',
    idTaken:
      '{list, select, services {Another service} other {Another destination}} has the ID "{id}". Choose another ID.',
    unknownField: '"{name}" is not a known field. Remove it.',
    unknownNestedField: '"{name}" is not a known field of {parent}. Remove it.',
    mustBeText: 'It must be text, but is {value}.',
    mustBeBoolean: 'It must be true or false, but is {value}.',
    mustBeNumber: 'It must be a number, but is {value}.',
    mustBeObject: 'It must be an object, but is {value}.',
    mustBeList: 'It must be a list, but is {value}.',
    mustBeOneOf: 'It must be {values}, but is {value}.',
    valueNotAllowed: 'It is {value}, which is not allowed.',

    unreadable: "Couldn't read {path}: {reason}.",
    notPresets: '{path} is not a preset file. Choose a file that was exported from Platen.',
    notPresetsAt:
      '{path} is not a preset file (at {field}). Choose a file that was exported from Platen.',
  },
  /** Secrets that are missing, unreadable or not protected. */
  secrets: {
    secretKeyMissing:
      'The secret key of {name} is missing. Enter it at the destination in Settings.',
    keyMissing: 'The key of the service "{name}" is missing. Enter it at the service in Settings.',
    passwordMissing:
      'The password of the service "{name}" is missing. Enter it at the service in Settings.',
    signingSecretMissing: 'The signing secret of webhooks is missing. Enter it in Settings.',
    secretKeyUnreadable:
      "The secret key of {name} can't be read: the keychain is locked, was reset, or belongs to another user. Enter it again at the destination in Settings.",
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
    testing: 'Uploading a test object…',
    provider: 'Provider',
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
    removeQuestion: 'Remove {name} and its secret key? Files in the bucket stay.',
    pendingUploads: '{count, plural, one {# pending upload} other {# pending uploads}} will fail.',
    about:
      'A destination is a bucket that PDFs are uploaded to: Amazon S3, Cloudflare R2, MinIO or any other S3-compatible storage.',
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
    folderDots: 'Folder "{folder}" has a part "." or "..". Write the path in full.',
  },
  /** The local server in the settings. */
  localServer: {
    server: 'Server',
    serverHelp: 'Accepts POST /v1/pdf on this computer while the window is open. Requires its key.',
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
    clearCompleted: 'Clear completed jobs',
    clearFinished: 'Clear finished jobs',
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
    partsLeft: 'The upload was canceled, but parts of it are still in the bucket. {reason}',
    uploadCanceled: 'The upload was canceled, so the PDF was not delivered.',
    uploadRemoved: 'The upload was removed before it was done, so the PDF was not delivered.',
    notSaved:
      'Uploads and webhooks cannot be saved to the disk. If Platen quits now, some may be lost or sent twice. {reason}',
    webhookStopped: 'The webhook was not sent, because the run was stopped.',
    damagedFile:
      '{path} is damaged and was renamed to {aside}. Its delivery does not continue; its PDF, if any, stays in {folder}.',
    unreadableFile: "Couldn''t read {path} ({code}). Its delivery does not continue.",
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
    machineSettings:
      'The AWS configuration of this machine contradicts itself. Check the profile and its services section in ~/.aws/config.',
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
      'The bucket {bucket} returned something else than was uploaded. Check the endpoint: its server may not be S3.',
  },
  /** Webhooks about finished jobs. */
  webhooks: {
    failed: "Couldn't deliver the webhook to {host}. {reason}",
    unknownHost: 'an invalid URL',
    urlInvalid: 'The URL is invalid.',
    timedOut: 'The receiver did not answer within {seconds, number} s.',
    privateAddressService:
      'The URL leads to the private address {address}. If that is intended, start the service with --allow-private {host}.',
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
    secretForCommand: '{error} A command reads it from {variable}.',

    /** What webhooks report in place of messages that may name paths and destinations. */
    eventInvalidRequest: 'The request is invalid.',
    eventSourceUnreadable: "Couldn't read the source.",
    eventLoadFailed: "Couldn't load the page.",
    eventTimedOut: 'The page was not ready within the timeout.',
    eventPageCrashed: "Couldn't convert the page, because its process ended.",
    eventSandboxOff: 'The page was not converted, because the sandbox is off.',
    eventPrintFailed: "Chromium couldn't print the page.",
    eventPreflightFailed: 'The page has warnings that the request does not allow.',
    eventCanceled: 'Canceled before the PDF was delivered.',
    eventWriteFailed: "Couldn't save the PDF.",
    eventObjectExists:
      'An object with that name already exists in the bucket and was not replaced.',
    eventDeliveryRefused: "Couldn't upload the PDF. It is not retried automatically.",
    eventDeliveryInterrupted:
      "Couldn't upload the PDF: the connection failed, or the bucket was too busy.",
    eventRemoteRefused: 'The remote service refused the request.',
    eventRemoteUnreachable: 'The remote service could not be reached.',
    eventRemoteUncertain: 'The remote service did not answer.',
    eventRefused: 'The call is not allowed.',
    eventInternal: 'Platen failed.',
  },
} as const;
