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
    /** A message of another version of Platen, read from a file. */
    unknown: 'Unknown message ({key}).',
    internal: 'Platen failed: {reason}',
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
    lengthEmpty: '{name} is empty. Enter a number with a unit (px, cm, mm or in), such as 1cm.',
    lengthNegative: '{name} "{length}" is negative. It must be 0 or more.',
    lengthExponent: '{name} "{length}" has an exponent. Use plain digits, such as 1.5cm.',
    lengthNoNumber:
      '{name} "{length}" does not start with a number. Enter a number with a unit (px, cm, mm or in), such as 1cm.',
    lengthNoUnit: '{name} "{length}" has no unit. Add px, cm, mm or in, such as {example}.',
    lengthTooLong: '{name} "{length}" is longer than 200 in (5,080 mm), the limit of a PDF page.',
    lengthTwoNumbers:
      '{name} "{length}" contains more than one number. Enter one number with a unit, such as 1cm.',
    lengthTrailing:
      '{name} "{length}" has text after its unit. Enter one number with a unit, such as 1cm.',
    lengthUnit: '{name} "{length}" has the unknown unit "{unit}". The units are px, cm, mm and in.',

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
    marginHelp: 'Page margins; from page CSS if not set.',
    pagesLabel: 'Pages',
    pagesHelp: 'Pages to keep, as ranges, a list or both; all if not set.',
    zoomLabel: 'Zoom',
    zoomHelp: 'Scale of the page content, from 0.1 (10%) to 2 (200%).',
    disableJavascriptLabel: 'JavaScript',
    disableJavascriptHelp: 'Turns off JavaScript; some pages stay empty without it.',
    filenameLabel: 'File name',
    filenameHelp:
      "Letters, digits, _, - and ., ending in .pdf. Placeholders: '{name}', '{title}', '{date}', '{n}'.",
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
    labeledHelp: '{label}: {help}',
  },

  /** Warnings about how a page loaded. */
  preflight: {
    resourcesLabel: 'Failed to load',
    refusedLabel: 'Blocked',
    consoleLabel: 'Console errors',
    fontsLabel: 'Fonts and characters',
    cutOffLabel: 'Clipped content',
    imagesLabel: 'Low-resolution images',
    resourcesCount:
      '{count, plural, one {# resource that failed to load} other {# resources that failed to load}}',
    refusedCount: '{count, plural, one {# blocked request} other {# blocked requests}}',
    consoleCount: '{count, plural, one {# console error} other {# console errors}}',
    fontsCount: '{count, plural, one {# font problem} other {# font problems}}',
    cutOffCount: '{count, plural, one {# clipped element} other {# clipped elements}}',
    imagesCount: '{count, plural, one {# low-resolution image} other {# low-resolution images}}',
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
    notInlined: '{resource} was not included: {reason}',

    noConnection: 'no connection within {seconds} s',
    stalled: 'no data for {seconds} s',
    tookTooLong: 'it took longer than {seconds} s',
    tookTooLongAfter: 'it took longer than {seconds} s, and at last {problem}',
    connectionFailed: 'the connection failed ({code})',
    checkNetwork: 'Check the network connection, and the URL of the service in the settings.',
    checkPort:
      'Check the URL of the service in the settings: its port, and whether it starts with http or https.',
    checkUrl: 'Check its URL in the settings.',
    changeUrl: 'If that is right, change its URL to {url} in the settings.',
    correctUrl: 'Correct the URL of the service in the settings.',
    renewCertificate: 'Have the certificate renewed, or set the clock.',
    checkClock: 'Check the clock of this machine.',
    askOperator: 'Ask who runs the service.',
    nameCertificateFile:
      'Choose a file with the certificate of its authority under Certificates, at the service in the settings.',
    nameCertificates: "Choose a PEM file with the certificates of the service's authority.",
    certificatesMissing: 'there is no file {path}',
    certificatesUnreadable: '{path} holds no readable certificates',
    tryHttps:
      'Check the network connection, and the URL of the service in the settings: if it uses TLS, write https:// instead of http://.',

    answered: 'it answered {status}{said}',
    notCreated: 'did not create a PDF: it answered {status}{said}',
    noCredits: 'did not create a PDF: the account has no credits left (402)',
    noCreditsSaid: 'did not create a PDF (402): {said}',
    addCredits: 'Add credits there.',
    addCreditsOrTest:
      'Add credits there, or use test mode, which costs none: at the service in the settings, or with --test-mode.',
    tooLarge: 'does not accept a request of {size} (413){said}',
    makeSmaller: 'Make the page smaller, such as with smaller images.',
    loginRequired: 'requires a login (401){said}',
    chooseLogin: 'Choose the authentication of the service in the settings.',
    keyRefused: 'The service {service} does not accept the key (401){said}',
    passwordRefused: 'The service {service} does not accept the user or password (401){said}',
    changeSecret: 'Change it in the settings.',
    keyVariable:
      'The key is from the variable {variable}, which overrides the settings: correct or unset it.',
    passwordVariable:
      'The password is from the variable {variable}, which overrides the settings: correct or unset it.',
    redirected: 'redirects the request{target} ({status}), which Platen does not follow',
    seeOther: 'it answered 303 and points{target}',
    busy: 'it is busy ({status})',
    busyUntil: 'it is busy and requests a pause of {pause} ({status})',
    waitLonger: 'Retry then, or raise its timeout in the settings.',
    retryLater: 'Retry later.',

    acceptedWithoutLocation: 'it accepted the request (202) without a URL for the PDF',
    notUnderstood:
      'it answered {status} with {size}{type}, which is neither a PDF nor the URL of one{said}',
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
} as const;
