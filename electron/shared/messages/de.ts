import type { Translation } from './message.js';

/** German texts. The command line and the service stay English. */
export const de: Translation = {
  general: {
    literal: '{text}',
    sentences: '{first} {next}',
    unknown: 'Unbekannte Meldung ({key}).',
    internal: 'Fehler in Platen: {reason}',
  },
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
  request: {
    notAnObject: 'Die Anfrage muss ein Objekt mit einer Quelle sein, ist aber {value}.',
    notJson: 'Die Anfrage muss ein JSON-Objekt mit einer Quelle sein, ist aber {value}.',
    manyIssues: 'Die Anfrage enthält {count, number} Fehler.',
    tooManyIssues: 'Die Anfrage enthält mehr als {count, number} Fehler.',
    textTooLong: '„{text}“ hat {length, number} Zeichen. Das Maximum ist {max, number}.',
    unknownField: '„{name}“ ist kein Feld der Anfrage. Die Felder sind {fields}.',
    unknownNestedField: '„{name}“ ist kein Feld von {parent}. Die Felder sind {fields}.',
    unknownFieldNear: '„{name}“ ist kein Feld der Anfrage. Ist {nearest} gemeint?',
    unknownNestedFieldNear: '„{name}“ ist kein Feld von {parent}. Ist {nearest} gemeint?',
    moreUnknownFields:
      '{count, plural, one {Es gibt # weiteres unbekanntes Feld.} other {Es gibt # weitere unbekannte Felder.}}',
    valueMissing: 'nicht angegeben',
    valueList: 'eine Liste',
    valueObject: 'ein Objekt',
    valueText: '„{text}“',
    valueNumber: '{number}',
    valueOfType: 'ein Wert vom Typ {type}',
    sourceName: 'Quelle',
    sourceType: 'Die Quelle muss HTML-Text oder eine http- oder https-URL sein, ist aber {value}.',
    sourceEmpty: 'Die Quelle ist leer. HTML-Text oder eine http- oder https-URL eingeben.',
    sourcePathType: 'Die Quelle muss der vollständige Pfad einer Datei sein, ist aber {value}.',
    sourceFolderType:
      'Der Quellordner muss der vollständige Pfad eines Ordners sein, ist aber {value}.',
    sourcePathEmpty: 'Die Quelle ist eine Datei ohne Pfad. Den Pfad eingeben.',
    sourcePathRelative:
      'Die Quelle „{path}“ ist kein vollständiger Pfad. Den Pfad ab der obersten Ebene des Laufwerks angeben.',
    sourceScript:
      'Die Quelle „{source}“ ist ein Skript, kein Dokument. Eine http- oder https-URL eingeben.',
    sourceData: 'Die Quelle „{source}“ ist eine data-URL. Das enthaltene HTML als Text eingeben.',
    sourceFtp:
      'Die Quelle „{source}“ ist eine ftp-URL, die nicht unterstützt wird. Eine http- oder https-URL eingeben.',
    sourceFileUrl:
      'Die Quelle „{source}“ ist eine file-URL. Stattdessen den Pfad der Datei angeben.',
    sourceScheme:
      'Die Quelle „{source}“ hat das nicht unterstützte Schema „{scheme}“. Eine http- oder https-URL eingeben.',
    sourceIsLocal:
      'Die Quelle „{source}“ ist eine lokale Datei, auf die eine Anfrage nicht verweisen kann. Das HTML selbst oder eine http- oder https-URL senden.',
    baseName: 'Basis-URL',
    baseType:
      'Die Basis-URL muss ein Ordner oder eine http- oder https-URL sein, ist aber {value}.',
    baseEmpty:
      'Die Basis-URL ist leer. Einen Ordner oder eine http- oder https-URL eingeben oder sie weglassen.',
    baseInvalid:
      'Die Basis-URL „{base}“ ist weder eine http- oder https-URL noch der vollständige Pfad eines Ordners.',
    urlEmpty: '{name} ist leer. Eine http- oder https-URL eingeben.',
    urlLineBreak: '{name} „{url}“ enthält einen Zeilenumbruch. Diesen entfernen.',
    urlSpace: '{name} „{url}“ enthält ein Leerzeichen. Entfernen oder in einem Pfad %20 schreiben.',
    urlScheme:
      '{name} „{url}“ ist keine http- oder https-URL. Eine URL wie https://example.org/page eingeben.',
    urlInvalid:
      '{name} „{url}“ ist keine gültige URL. Eine URL wie https://example.org/page eingeben.',
    baseUrlLogin:
      '{name} enthält einen Benutzernamen oder ein Passwort. Eine URL wie https://pdf.example.org eingeben.',
    serviceUrlLogin:
      'Die URL enthält einen Benutzernamen oder ein Passwort. Dafür die eigenen Felder verwenden und eine URL wie https://pdf.example.org eingeben.',
    baseUrlExtra:
      '{name} „{url}“ enthält mehr als Host und Pfad. Eine URL wie https://pdf.example.org eingeben.',
    urlUnencrypted:
      '{name} „{url}“ ist nicht verschlüsselt, was die Option HIPAA nicht erlaubt. Eine https-URL eingeben.',
    webhookName: 'Webhook',
    webhookType: 'Der Webhook muss eine http- oder https-URL sein, ist aber {value}.',
    formatType: 'Das Format muss ein Text wie „a4“ sein, ist aber {value}.',
    formatEmpty:
      'Das Format ist leer. Erlaubt sind letter, legal, tabloid, ledger, a0 bis a6 und eigene Größen wie 210mmx297mm.',
    formatUnknown:
      'Unbekanntes Format „{format}“. Erlaubt sind letter, legal, tabloid, ledger, a0 bis a6 und eigene Größen wie 210mmx297mm.',
    formatSide: 'Das Format „{format}“ ist ungültig. {reason}',
    formatSideShort: '{name} „{length}“ ist zu klein. Mindestens 0,1 in (2,54 mm) sind nötig.',
    widthName: 'Breite',
    heightName: 'Höhe',
    landscapeType: 'Querformat muss true oder false sein, ist aber {value}.',
    marginType: 'Der Rand muss ein Objekt mit top, right, bottom oder left sein, ist aber {value}.',
    marginSideType: '{name} muss ein Text wie „1cm“ sein, ist aber {value}.',
    marginName: 'Rand',
    topMarginName: 'Oberer Rand',
    rightMarginName: 'Rechter Rand',
    bottomMarginName: 'Unterer Rand',
    leftMarginName: 'Linker Rand',
    topMargin: 'oben {length}',
    rightMargin: 'rechts {length}',
    bottomMargin: 'unten {length}',
    leftMargin: 'links {length}',
    noRoomAcross:
      'Die Ränder ({margins}) lassen auf einer {size} breiten Seite keinen Platz. Mindestens 2,54 mm (0,1 in) müssen übrig bleiben.',
    noRoomDown:
      'Die Ränder ({margins}) lassen auf einer {size} hohen Seite keinen Platz. Mindestens 2,54 mm (0,1 in) müssen übrig bleiben.',
    noRoomAtAll: '{across} {down}',
    lengthName: 'Länge',
    lengthEmpty: '{name} ist leer. Eine Zahl mit Einheit ({units}) eingeben, zum Beispiel 1cm.',
    lengthNegative: '{name} „{length}“ ist negativ. Erlaubt sind 0 und mehr.',
    lengthExponent:
      '{name} „{length}“ enthält einen Exponenten. Die Zahl ausschreiben, zum Beispiel 1.5cm.',
    lengthNoNumber:
      '{name} „{length}“ beginnt nicht mit einer Zahl. Eine Zahl mit Einheit ({units}) eingeben, zum Beispiel 1cm.',
    lengthNoUnit: '{name} „{length}“ hat keine Einheit. {units} ergänzen, zum Beispiel {example}.',
    lengthTooLong:
      '{name} „{length}“ ist größer als 200 in (5080 mm), das Maximum einer PDF-Seite.',
    lengthTwoNumbers:
      '{name} „{length}“ enthält mehr als eine Zahl. Eine Zahl mit Einheit eingeben, zum Beispiel 1cm.',
    lengthTrailing:
      '{name} „{length}“ enthält Text nach der Einheit. Eine Zahl mit Einheit eingeben, zum Beispiel 1cm.',
    lengthUnit:
      '{name} „{length}“ hat die unbekannte Einheit „{unit}“. Die Einheiten sind {units}.',
    pagesType: 'Die Seitenangabe muss ein Text wie „1-3“ oder „1,4,9“ sein, ist aber {value}.',
    pagesEmpty:
      'Die Seitenangabe ist leer. Einen Bereich wie 1-3 oder Zahlen wie 1,4,9 eingeben oder sie für alle Seiten weglassen.',
    pagesTooManyParts:
      'Die Seitenangabe „{pages}“ hat mehr als {max, number} Teile. Bereiche wie 1-9 statt einzelner Seiten verwenden.',
    pagesEmptyPart:
      'Die Seitenangabe „{pages}“ enthält ein Komma ohne Seite daneben. Einen Bereich wie 1-3 oder Zahlen wie 1,4,9 eingeben.',
    pagesNotANumber:
      'Die Seitenangabe „{pages}“ enthält „{part}“, was keine Seitenzahl ist. Einen Bereich wie 1-3 oder Zahlen wie 1,4,9 eingeben.',
    pagesNoFirst:
      'Die Seitenangabe „{pages}“ enthält einen Bereich ohne erste Seite. Zum Beispiel 1-{last} schreiben.',
    pagesNoLast:
      'Die Seitenangabe „{pages}“ enthält einen Bereich ohne letzte Seite. Die letzte Seite nach {first}- angeben.',
    pagesZero: 'Die Seitenangabe „{pages}“ enthält die Seite 0. Die erste Seite ist 1.',
    pagesTooHigh:
      'Die Seitenangabe „{pages}“ enthält eine Seite über {max, number}, der höchsten Seitenzahl.',
    pagesBackwards:
      'Die Seitenangabe „{pages}“ läuft rückwärts. Die kleinere Zahl zuerst schreiben: {first}-{last}.',
    pagesBeyondEnd:
      'Die Seitenangabe „{pages}“ reicht bis Seite {highest, number}, aber das Dokument hat {total, plural, one {# Seite} other {# Seiten}}.',
    filenameType: 'Der Dateiname muss ein Text wie „rechnung.pdf“ sein, ist aber {value}.',
    storageFilenameType:
      'Der Dateiname im Speicher muss ein Text wie „rechnung.pdf“ sein, ist aber {value}.',
    filenameEmpty: 'Der Dateiname ist leer. Einen Namen wie rechnung.pdf eingeben.',
    filenameFolder:
      'Der Dateiname „{name}“ enthält einen Ordner. Nur den Namen eingeben, zum Beispiel rechnung.pdf.',
    filenameLineBreak: 'Der Dateiname „{name}“ enthält einen Zeilenumbruch. Diesen entfernen.',
    filenameSpace:
      'Der Dateiname „{name}“ enthält ein Leerzeichen. Stattdessen - oder _ verwenden, wie in meine-rechnung.pdf.',
    filenameCharacter:
      'Der Dateiname „{name}“ enthält „{character}“. Erlaubt sind nur die Buchstaben A bis Z, Ziffern, _, - und .',
    filenameForbidden:
      'Der Dateiname „{name}“ enthält „{character}“. Das Zeichen entfernen oder durch - ersetzen.',
    filenameUppercase:
      'Der Dateiname „{name}“ endet auf „{ending}“. Er muss auf .pdf in Kleinbuchstaben enden.',
    filenameEnding:
      'Der Dateiname „{name}“ endet nicht auf .pdf. Einen Namen wie rechnung.pdf eingeben.',
    filenameNoStem:
      'Der Dateiname „{name}“ hat keinen Namen vor .pdf. Einen Namen wie rechnung.pdf eingeben.',
    filenameTooLong:
      'Der Dateiname „{name}“ ist {bytes, number} Byte lang. Das Maximum ist {max, number}.',
    filenameReserved:
      'Der Dateiname „{name}“ beginnt mit {reserved}, was Windows für ein Gerät reserviert. Einen anderen Namen eingeben, zum Beispiel {reserved}-1.pdf.',
    filenamePlaceholder:
      'Der Dateiname „{text}“ enthält {unknown}, was {count, plural, one {kein Platzhalter ist} other {keine Platzhalter sind}}. Die Platzhalter sind {placeholders}.',
    filenamePlaceholderNear:
      'Der Dateiname „{text}“ enthält {unknown}, was kein Platzhalter ist. Ist {nearest} gemeint?',
    zoomRange:
      'Die Skalierung muss eine Zahl von 0.1 bis 2 sein, zum Beispiel 1.25, ist aber {value}.',
    timeoutRange:
      'Das Zeitlimit muss eine Zahl von Sekunden von 1 bis 3600 sein, zum Beispiel 30, ist aber {value}.',
    javascriptType:
      'Die Option zum Ausschalten von JavaScript muss true oder false sein, ist aber {value}.',
    complianceType: 'Compliance muss ein Objekt mit gdpr oder hipaa sein, ist aber {value}.',
    gdprType: 'DSGVO (gdpr) muss true oder false sein, ist aber {value}.',
    hipaaType: 'HIPAA muss true oder false sein, ist aber {value}.',
    failOnType:
      '„Fehler bei“ muss eine Liste von Arten wie ["resources", "console"] sein, ist aber {value}.',
    failOnKindType: 'Eine Art in „Fehler bei“ muss ein Text wie „console“ sein, ist aber {value}.',
    failOnEmpty: '„Fehler bei“ enthält eine leere Art. Die Arten sind {kinds}.',
    failOnUnknown: '„{kind}“ ist keine Art von Warnung. Die Arten sind {kinds}.',
    failOnNear:
      '„{kind}“ ist keine Art von Warnung. Ist {nearest} gemeint? Die Arten sind {kinds}.',
    storageType: 'Der Speicher muss ein Objekt mit einem Anbieter sein, ist aber {value}.',
    storageProvider:
      'Der Anbieter des Speichers muss service oder object_store sein, ist aber {value}.',
    destinationForService:
      'Ein Bucket-Ziel erfordert den Speicheranbieter object_store, der Anbieter ist aber service.',
    filenameForBucket:
      'Ein Dateiname im Speicher erfordert den Speicheranbieter service. Bei object_store enthält das Bucket-Ziel den Namen.',
    destinationType:
      'Das Bucket-Ziel muss eine URL wie „s3://mein-bucket/berichte/rechnung.pdf“ sein, ist aber {value}.',
    destinationEmpty:
      'Das Bucket-Ziel ist leer. Eine URL wie s3://mein-bucket/berichte/rechnung.pdf eingeben.',
    destinationScheme:
      'Das Bucket-Ziel „{destination}“ beginnt nicht mit s3://. Eine URL wie s3://mein-bucket/berichte/rechnung.pdf eingeben.',
    destinationBucket:
      'Das Bucket-Ziel „{destination}“ hat den ungültigen Bucket-Namen „{bucket}“. {rule}',
    bucketName: 'Der Bucket „{bucket}“ hat keinen gültigen Namen. {rule}',
    bucketNameRule:
      'Ein Bucket-Name hat 3 bis 63 Kleinbuchstaben, Ziffern, Bindestriche und Punkte und beginnt und endet mit einem Buchstaben oder einer Ziffer.',
    destinationNoFile:
      'Das Ziel „{destination}“ hat keinen Dateinamen. Eine URL wie s3://mein-bucket/berichte/rechnung.pdf eingeben.',
    destinationControl:
      'Das Ziel „{destination}“ enthält ein Steuerzeichen. Das Zeichen entfernen.',
    destinationEmptyPart:
      'Das Ziel „{destination}“ hat zwischen zwei Schrägstrichen oder am Ende einen leeren Teil. Den überzähligen Schrägstrich entfernen.',
    destinationDots:
      'Das Ziel „{destination}“ hat einen Teil „.“ oder „..“. Den Pfad ausschreiben.',
    destinationEnding:
      'Das Ziel „{destination}“ endet nicht mit dem Namen einer .pdf-Datei. Eine URL wie s3://mein-bucket/berichte/rechnung.pdf eingeben.',
    destinationTooLong:
      'Das Ziel „{destination}“ hat einen Pfad von {bytes, number} Byte. Das Maximum ist {max, number}.',
    filledDestinationTooLong:
      'Das Ziel „{destination}“ hat mit ausgefüllten Platzhaltern einen Pfad von {bytes, number} Byte. Das Maximum ist {max, number}.',
    destinationPlaceholder:
      'Das Ziel „{text}“ enthält {unknown}, was {count, plural, one {kein Platzhalter ist} other {keine Platzhalter sind}}. Die Platzhalter sind {placeholders}.',
    destinationPlaceholderNear:
      'Das Ziel „{text}“ enthält {unknown}, was kein Platzhalter ist. Ist {nearest} gemeint?',
    destinationTitle:
      "Das Bucket-Ziel „{destination}“ enthält den Titel der Seite, der nicht bekannt ist, bevor der Dienst sie konvertiert. Stattdessen '{name}' oder '{n}' verwenden.",
    apiLandscape:
      'Die API hat keine Option für das Querformat. Das Format mit der langen Seite zuerst schreiben, zum Beispiel 297mmx210mm.',
    apiTimeout: 'Die API hat kein Zeitlimit. {option} entfernen (Wert: {value}).',
    apiFailOn: 'Die API kann nicht bei Warnungen fehlschlagen. {option} entfernen (Wert: {value}).',
    apiFile: 'Die API nimmt keine Dateien an. Das HTML von „{path}“ als Text senden.',
    apiHtmlIsUrl:
      'Die API würde den HTML-Text „{html}“ als URL lesen. Den Text in ein Tag wie <p> setzen.',
    apiBase:
      'Die API hat keine Basis-URL. Statt „{base}“ das Tag <base href="…"> ins HTML schreiben.',
    apiFilename:
      'Die API unterstützt keine Platzhalter im Dateinamen. Statt „{filename}“ den Namen selbst eingeben.',
    apiDestination:
      'Die API unterstützt keine Platzhalter im Bucket-Ziel. Statt „{destination}“ die URL selbst eingeben.',
    apiPages:
      'Die Seitenangabe „{pages}“ hat mehrere Teile, darunter einen Bereich. Die API akzeptiert einen Bereich wie 1-3 oder eine Liste von Zahlen wie 1,4,9.',
    apiOpenRange:
      'Die API unterstützt keine Bereiche ohne letzte Seite. Die letzte Seite nach {pages} angeben.',
  },
  options: {
    sourceLabel: 'Quelle',
    sourceHelp:
      'Eine HTML-, MHTML-, SVG-, Markdown-, Text-, EPUB-, Word- (.docx) oder ZIP-Datei, ein Ordner davon, eine URL oder HTML selbst.',
    baseLabel: 'Basis-URL',
    baseHelp: 'Ordner oder URL, auf die sich relative Links im HTML beziehen.',
    formatLabel: 'Format',
    formatHelp:
      'Papierformat als Name oder Breite x Höhe; ohne Angabe laut CSS der Seite, sonst A4.',
    landscapeLabel: 'Ausrichtung',
    landscapeHelp: 'Ausrichtung der Seite.',
    marginLabel: 'Ränder',
    marginHelp: 'Seitenränder in mm, cm, in, px oder pt; ohne Angabe laut CSS der Seite.',
    pagesLabel: 'Seiten',
    pagesHelp:
      'Seiten, die bleiben, als Bereiche, Liste oder beides; ohne Angabe alle. 2- bedeutet ab Seite 2.',
    zoomLabel: 'Skalierung',
    zoomHelp: 'Größe des Seiteninhalts, von 0,1 (10 %) bis 2 (200 %).',
    disableJavascriptLabel: 'JavaScript',
    disableJavascriptHelp: 'Schaltet JavaScript aus; manche Seiten bleiben dann leer.',
    filenameLabel: 'Dateiname',
    filenameHelp: "Mit der Endung .pdf. Platzhalter: '{name}', '{title}', '{date}', '{n}'.",
    timeoutSecondsLabel: 'Zeitlimit',
    timeoutSecondsHelp: 'Sekunden, bis die Konvertierung fehlschlägt; ohne Angabe 30.',
    failOnLabel: 'Fehler bei',
    failOnHelp: 'Warnungen, bei denen die Konvertierung fehlschlägt; ohne Angabe keine.',
    uploadsLabel: 'Hochladen nach',
    uploadsHelp: "Pfad in einem Bucket. Platzhalter: '{name}', '{title}', '{date}', '{n}'.",
    webhookLabel: 'Webhook',
    webhookHelp:
      'URL, die benachrichtigt wird, wenn das PDF zugestellt ist oder ein Fehler auftritt.',
    gdprLabel: 'DSGVO',
    gdprHelp:
      'Hält Quelle und Namen aus Protokollen und Verlauf heraus; löscht das PDF nach der Zustellung.',
    hipaaLabel: 'HIPAA',
    hipaaHelp: 'Wie DSGVO, aber nur mit verschlüsselten Verbindungen.',
    withExample: '{help} Beispiel: {example}',
  },
  own: {
    textType: '{name} muss Text sein, ist aber {value}.',
    switchType: '{name} muss true oder false sein, ist aber {value}.',
    number: '{name} muss eine Zahl von {min, number} bis {max, number} sein, ist aber {value}.',
    wholeNumber:
      '{name} muss eine ganze Zahl von {min, number} bis {max, number} sein, ist aber {value}.',
    choice: '{name} muss {choices} sein, ist aber {value}.',
    selectorInvalid:
      'CSS-Selektor „{selector}“ ist bei „{part}“ nicht lesbar. Selektoren wie nav, #menu oder .banner eingeben.',
    cssInvalid:
      'Das CSS ist in Zeile {line, number}, Spalte {column, number} nicht lesbar: „{part}“.',
    lineInvalid:
      '„{text}“ enthält einen Zeilenumbruch oder ein Steuerzeichen. Eine Zeile eingeben.',
    languageInvalid: '„{text}“ ist kein Sprachkürzel. Eines wie de, de-AT oder zh-Hans eingeben.',
    contradiction: '„{option}“ und „{other}“ schließen sich aus. Eines davon entfernen.',
    selectorOfNoElement:
      'Der CSS-Selektor „{selector}“ findet kein Element: „{part}“ ist nur ein Teil davon und muss entfernt werden.',
    userAgentInvalid:
      'Der User-Agent „{value}“ muss aus lateinischen Buchstaben, Ziffern und Zeichen in einer Zeile bestehen, höchstens {max, number}.',
    acceptLanguageInvalid:
      '„{value}“ ist keine Sprache. Kürzel wie de-CH, de oder en durch Kommas getrennt eingeben.',
    notBeforeTimeout:
      '{name} ({seconds, number} s) muss kürzer sein als das Zeitlimit ({timeout, number} s).',
    needsJavascript:
      '{name} kann nicht laufen, weil JavaScript ausgeschaltet ist. Einschalten oder die Option entfernen.',
    viewportWithZoom:
      '{name} und Skalierung bestimmen beide die Größe des Inhalts. Eines davon entfernen.',
    apiLacks: 'Die API unterstützt „{name}“ nicht. Die Option entfernen.',
    on: 'an',
    numberWithUnit: '{number, number} {unit}',
    seconds: 's',
    pixels: 'px',

    singlePageLabel: 'Eine lange Seite',
    singlePageHelp:
      'Setzt alles auf eine Seite, so lang wie der Inhalt; über 200 Zoll wird sie verkleinert.',
    shrinkToFitLabel: 'Auf Breite verkleinern',
    shrinkToFitHelp: 'Verkleinert die Seiten, bis breite Inhalte auf das Papier passen.',
    oddEvenLabel: 'Gerade oder ungerade',
    oddEvenHelp: 'Behält nur gerade oder ungerade Seitenzahlen des Dokuments.',
    oddEvenAll: 'Alle Seiten',
    oddEvenOdd: 'Ungerade Seiten',
    oddEvenEven: 'Gerade Seiten',
    dropBlankPagesLabel: 'Leere Seiten weglassen',
    dropBlankPagesHelp: 'Lässt Seiten weg, die nichts oder nur eine Hintergrundfarbe zeigen.',
    pagesPerSheetLabel: 'Seiten pro Blatt',
    pagesPerSheetHelp: 'Setzt mehrere Seiten nebeneinander auf jedes Blatt Papier.',
    pagesPerSheetValue: '{count, plural, one {# Seite} other {# Seiten}} pro Blatt',
    sheetOrderLabel: 'Reihenfolge auf dem Blatt',
    sheetOrderHelp:
      'Wo die nächste Seite steht; von rechts für Arabisch, Hebräisch oder senkrechten Text.',
    sheetOrderAcross: 'Zeilenweise',
    sheetOrderDown: 'Spaltenweise',
    sheetOrderAcrossFromRight: 'Zeilenweise von rechts',
    sheetOrderDownFromRight: 'Spaltenweise von rechts',
    sheetBordersLabel: 'Seitenrahmen',
    sheetBordersHelp: 'Zeichnet eine dünne Linie um jede Seite auf einem Blatt.',
    backgroundLabel: 'Hintergrund-PDF',
    backgroundHelp:
      'PDF unter den Seiten, etwa ein Briefbogen; seine letzte Seite wird wiederholt.',
    stampLabel: 'Stempel-PDF',
    stampHelp: 'PDF über den Seiten; seine letzte Seite wird wiederholt.',
    stampEncrypted:
      '{path} ist durch ein Passwort geschützt. Den Schutz entfernen oder ein anderes PDF wählen.',
    stampBroken: '{path} ist beschädigt oder kein PDF. Ein anderes wählen.',
    stampTooLarge: '{path} ist größer als {megabytes, number} MB. Ein kleineres PDF wählen.',
    fileRelative: '{name} „{path}“ ist kein vollständiger Pfad. Den Pfad vom Anfang an eingeben.',
    fileInRequest:
      '„{name}“ ist eine Datei auf diesem Rechner, die eine Anfrage nicht nennen kann. Die Option entfernen.',
    colorInvalid: '„{text}“ ist keine Farbe. Eine wie #c00000 eingeben.',
    percent: '%',
    watermarkTextLabel: 'Wasserzeichen',
    watermarkTextHelp: 'Text auf der Diagonale jeder Seite.',
    watermarkTextExample: 'ENTWURF',
    watermarkColorLabel: 'Farbe des Wasserzeichens',
    watermarkColorHelp: 'Farbe des Wasserzeichens; ohne Angabe Grau.',
    watermarkOpacityLabel: 'Deckkraft des Wasserzeichens',
    watermarkOpacityHelp: 'Von 1 (kaum sichtbar) bis 100 Prozent (deckend); ohne Angabe 25.',
    watermarkPlaceLabel: 'Position des Wasserzeichens',
    watermarkPlaceHelp: 'Ob das Wasserzeichen über oder unter dem Inhalt liegt.',
    watermarkOver: 'Über dem Inhalt',
    watermarkUnder: 'Unter dem Inhalt',
    waitForSelectorLabel: 'Auf Element warten',
    waitForSelectorHelp: 'CSS-Selektor eines Elements, das vor dem Drucken sichtbar sein muss.',
    waitForExpressionLabel: 'Auf Ausdruck warten',
    waitForExpressionHelp:
      'JavaScript, das vor dem Drucken wahr sein muss; auf Promises wird gewartet.',
    networkIdleLabel: 'Auf Netzwerk warten',
    networkIdleHelp: 'Wartet, bis eine halbe Sekunde lang nichts angefordert wurde.',
    waitSecondsLabel: 'Höchstens warten',
    waitSecondsHelp: 'Sekunden für jedes dieser Ereignisse; ohne Angabe die Hälfte des Zeitlimits.',
    delaySecondsLabel: 'Zusätzliche Wartezeit',
    delaySecondsHelp: 'Sekunden, die nach dem Laden der Seite gewartet wird.',
    scrollThroughLabel: 'Erst durchscrollen',
    scrollThroughHelp: 'Scrollt vor dem Drucken bis zum Ende, damit spätere Inhalte laden.',
    userAgentLabel: 'User-Agent',
    userAgentHelp: 'Wird Servern statt des Namens des Browsers gesendet.',
    acceptLanguageLabel: 'Sprachen',
    acceptLanguageHelp: 'Sprachen, in denen Seiten angefordert werden, die bevorzugte zuerst.',
    mediaLabel: 'Medium',
    mediaHelp: 'Ob das CSS für Druck oder Bildschirm gilt; ohne Angabe für Druck.',
    mediaPrint: 'Druck',
    mediaScreen: 'Bildschirm',
    colorSchemeLabel: 'Farben',
    colorSchemeHelp: 'Helle oder dunkle Farben, für Seiten, die beide haben; ohne Angabe helle.',
    colorSchemeLight: 'Hell',
    colorSchemeDark: 'Dunkel',
    reducedMotionLabel: 'Weniger Bewegung',
    reducedMotionHelp: 'Bittet die Seite um möglichst wenige Animationen.',
    viewportWidthLabel: 'Layoutbreite',
    viewportWidthHelp:
      'Ordnet die Seite in dieser Breite an, wie in einem Fenster, und passt sie dem Papier an.',
    readerLabel: 'Leseansicht',
    readerHelp: 'Druckt nur den Artikel mit seinen Bildern, ohne Navigation und Werbung.',
    hideLabel: 'Ausblenden',
    hideHelp: 'CSS-Selektoren von Elementen, die weggelassen werden.',
    cssLabel: 'CSS',
    cssHelp: 'Stylesheet, das der Seite hinzugefügt wird.',

    plainNumber: '{number, number}',
    points: 'pt',

    headerPlaceholder:
      '{unknown} {count, plural, one {ist kein Platzhalter} other {sind keine Platzhalter}}. Die Platzhalter sind {placeholders}.',
    headerPlaceholderNear: '{unknown} ist kein Platzhalter. Ist {nearest} gemeint?',
    headerBrace:
      'In „{text}“ ist eine Klammer nicht geschlossen. Für eine Klammer im Text zwei schreiben.',
    headerScript:
      'In Kopf- und Fußzeilen werden keine Skripte ausgeführt. Das Script-Element entfernen.',
    headerHtmlLine: 'Zeile {line, number}: {issue}',
    headerTextAndHtml: 'Das HTML der Kopfzeile ersetzt ihre Texte. Eines davon entfernen.',
    footerTextAndHtml: 'Das HTML der Fußzeile ersetzt ihre Texte. Eines davon entfernen.',
    headerMargin:
      '{name} „{length}“ ist zu klein für den Text darin, der {millimeters, number} mm braucht. Einen größeren Rand eingeben, oder keinen, damit er passt.',
    headerLeftLabel: 'Kopfzeile links',
    headerLeftHelp: 'Text oben links auf jeder Seite.',
    headerCenterLabel: 'Kopfzeile Mitte',
    headerCenterHelp: 'Text oben in der Mitte jeder Seite.',
    headerRightLabel: 'Kopfzeile rechts',
    headerRightHelp: 'Text oben rechts auf jeder Seite.',
    footerLeftLabel: 'Fußzeile links',
    footerLeftHelp: 'Text unten links auf jeder Seite.',
    footerCenterLabel: 'Fußzeile Mitte',
    footerCenterHelp: 'Text unten in der Mitte jeder Seite.',
    footerRightLabel: 'Fußzeile rechts',
    footerRightHelp: 'Text unten rechts auf jeder Seite.',
    headerHtmlLabel: 'Kopfzeile als HTML',
    headerHtmlHelp: 'HTML und CSS oben auf jeder Seite, mit denselben Platzhaltern.',
    footerHtmlLabel: 'Fußzeile als HTML',
    footerHtmlHelp: 'HTML und CSS unten auf jeder Seite, mit denselben Platzhaltern.',
    headerFontSizeLabel: 'Schriftgröße',
    headerFontSizeHelp: 'Schriftgröße der Kopf- und Fußzeilen; ohne Angabe {size, number} pt.',
    headerFirstPageLabel: 'Erste Seite',
    headerFirstPageHelp: 'Ob die erste Seite Kopf- und Fußzeile hat.',
    headerEvenPagesLabel: 'Gerade Seiten',
    headerEvenPagesHelp: 'Ob links und rechts auf geraden Seiten vertauscht sind wie in Büchern.',
    headerSame: 'Gleich',
    headerNone: 'Ohne',
    headerMirrored: 'Gespiegelt',
    startNumberLabel: 'Erste Seitenzahl',
    startNumberHelp: 'Nummer der ersten Seite des PDFs.',

    headingLevels: 'Ebenen',
    bookmarksLabel: 'Lesezeichen',
    bookmarksHelp:
      'Überschriftenebenen, 1 bis 6, die zu Lesezeichen des PDFs werden; ohne Angabe keine.',
    tableOfContentsLabel: 'Inhalts\u00adverzeichnis',
    tableOfContentsHelp:
      'Überschriftenebenen, 1 bis 6, in einem Inhaltsverzeichnis mit Seitenzahlen; ohne Angabe keines.',
    contentsTitleLabel: 'Titel des Verzeichnisses',
    contentsTitleHelp: 'Titel des Inhaltsverzeichnisses; ohne Angabe in der Sprache der Seite.',
    contentsTitleExample: 'Inhalt',
    contentsPositionLabel: 'Position des Verzeichnisses',
    contentsPositionHelp: 'Wo das Inhaltsverzeichnis eingefügt wird; ohne Angabe am Anfang.',
    contentsFirst: 'Am Anfang',
    contentsAfterFirstPage: 'Nach der ersten Seite',
    contentsCssLabel: 'CSS des Verzeichnisses',
    contentsCssHelp: 'Stylesheet, das dem Inhaltsverzeichnis hinzugefügt wird.',
    taggedLabel: 'Barrierefreies PDF (Tags)',
    taggedHelp:
      'Fügt die Struktur für Screenreader hinzu; braucht die doppelte Zeit und ein Vielfaches an Platz.',
    javascriptLabel: 'JavaScript',
    javascriptHelp: 'Läuft nach dem Laden in der Seite; auf Promises wird gewartet.',
    titleLabel: 'Titel',
    titleHelp: 'Titel des PDFs; ohne Angabe der Titel der Seite.',
    titleExample: 'Rechnung 4711',
    authorLabel: 'Autor',
    authorHelp: 'Autor des PDFs; ohne Angabe der Autor der Seite.',
    subjectLabel: 'Thema',
    subjectHelp: 'Thema des PDFs; ohne Angabe die Beschreibung der Seite.',
    subjectExample: 'Vertrieb',
    keywordsLabel: 'Stichwörter',
    keywordsHelp: 'Stichwörter des PDFs, durch Kommas getrennt; ohne Angabe die der Seite.',
    keywordsExample: 'Bericht, Finanzen',
    langLabel: 'Sprache',
    langHelp: 'Sprache des Textes, für Screenreader; ohne Angabe die der Seite.',
    allowPrintingLabel: 'Drucken',
    allowPrintingHelp: 'Was sich ohne das Besitzerpasswort drucken lässt.',
    allowPrintingHigh: 'Drucken erlaubt',
    allowPrintingLow: 'Drucken nur in niedriger Qualität',
    allowPrintingNone: 'Kein Drucken',
    allowCopyingLabel: 'Kopieren',
    allowCopyingHelp:
      'Ob sich Text und Bilder ohne das Besitzerpasswort kopieren lassen. Bildschirmleseprogrammen ist es immer erlaubt.',
    allowCopyingYes: 'Kopieren erlaubt',
    allowCopyingNo: 'Kein Kopieren',
    allowChangesLabel: 'Änderungen',
    allowChangesHelp:
      'Was sich ohne das Besitzerpasswort ändern lässt: Jede Wahl erlaubt auch, was die darunter erlauben.',
    allowChangesAny: 'Alle Änderungen',
    allowChangesAnnotate: 'Nur Kommentare und Formulare',
    allowChangesForms: 'Nur Ausfüllen von Formularen',
    allowChangesAssemble: 'Nur Einfügen, Löschen und Drehen von Seiten',
    allowChangesNone: 'Keine Änderungen',
  },

  preflight: {
    resourcesLabel: 'Nicht geladen',
    refusedLabel: 'Blockiert',
    consoleLabel: 'Konsolenfehler',
    fontsLabel: 'Schriften und Zeichen',
    cutOffLabel: 'Abgeschnittener Inhalt',
    imagesLabel: 'Bilder mit niedriger Auflösung',
    changingLabel: 'Unfertiger Inhalt',
    signaturesLabel: 'Ungültige Signaturen',
    tagsLabel: 'Fehlende Tags',
    resourcesCount:
      '{count, plural, one {# nicht geladene Ressource} other {# nicht geladene Ressourcen}}',
    refusedCount: '{count, plural, one {# blockierte Anfrage} other {# blockierte Anfragen}}',
    consoleCount: '{count, plural, one {# Konsolenfehler} other {# Konsolenfehler}}',
    fontsCount: '{count, plural, one {# Schriftproblem} other {# Schriftprobleme}}',
    cutOffCount:
      '{count, plural, one {# abgeschnittenes Element} other {# abgeschnittene Elemente}}',
    imagesCount:
      '{count, plural, one {# Bild mit niedriger Auflösung} other {# Bilder mit niedriger Auflösung}}',
    changingCount: '{count, plural, one {# unfertige Stelle} other {# unfertige Stellen}}',
    signaturesCount: '{count, plural, one {# ungültige Signatur} other {# ungültige Signaturen}}',
    tagsCount: '{count, plural, one {# Dokument ohne Tags} other {# Dokumente ohne Tags}}',
    more: 'und {count, number} weitere dieser Art',
    failed:
      'Die Seite hat Warnungen, bei denen diese Konvertierung fehlschlagen soll: {counts}. {warnings}',
    twoWarnings: '{first} {second}',
    threeWarnings: '{first} {second} {third}',
    manyWarnings: '{first} {second} {third} ({count, number} weitere)',
    didNotLoad: '{resource} wurde nicht geladen: {reason}.',
    stillLoading: '{resource} wurde noch geladen, als das PDF erstellt wurde.',
    contentChanging: 'Der Inhalt der Seite änderte sich noch, als das PDF erstellt wurde.',
    animationRunning: 'Eine Animation lief noch, als das PDF erstellt wurde.',
    canvasDrawing: 'Eine Zeichnung (canvas) änderte sich noch, als das PDF erstellt wurde.',
    framesMissing:
      'Vor dem Erstellen des PDFs wurden keine Animationsframes gezeichnet. Was Skripte der Seite zeichnen, kann unvollständig sein.',
    signatureInvalid:
      'Das PDF ist digital signiert. Im neuen PDF ist die Signatur ungültig. Die signierte Datei aufbewahren.',
    noTags:
      'Das PDF hat keine Tags, daher gilt das zusammengefügte PDF nicht als getaggt. Screenreader überspringen es vielleicht.',
    scrollStopped: 'Die Seite wuchs nach {seconds, number} s Scrollen immer noch; der Rest fehlt.',
    networkBusy:
      'Nach {seconds, number} s Warten auf das Netzwerk forderte die Seite immer noch {resource} an.',
    importIgnored:
      'Das CSS importiert {resource}, was nicht geladen wird. Stattdessen die Regeln einfügen.',
    dialog:
      'Die Seite hat {name}() aufgerufen, was blockiert wird: Während einer Konvertierung erscheinen keine Dialoge.',
    newWindow: 'Die Seite wollte ein neues Fenster öffnen ({url}), was blockiert wird.',
    permission: 'Die Seite hat die Berechtigung „{permission}“ angefordert, was blockiert wird.',
    linkRemoved:
      'Der Link auf {url} wurde entfernt: Ein PDF-Programm könnte ihn ausführen oder öffnen.',
    otherProgram: 'Die Seite wollte {url} in einem anderen Programm öffnen, was blockiert wird.',
    download: 'Die Seite wollte einen Download starten ({url}), was blockiert wird.',
    consoleError: 'Fehler in der Konsole der Seite: {text}',
    consoleErrorAt: 'Fehler in der Konsole der Seite ({place}): {text}',
    scriptFailed: 'Fehler in einem Skript der Seite: {text}',
    scriptFailedAt: 'Fehler in einem Skript der Seite ({place}): {text}',
    consoleLine: 'Zeile {line}',
    consoleFileLine: '{file}, Zeile {line}',
    consoleEmpty: 'eine leere Zeile',
    clippedScroller: '{element} ist abgeschnitten; beim Scrollen wären noch {hidden} zu sehen.',
    hiddenRight: '{millimeters, number} mm rechts',
    hiddenBelow: '{millimeters, number} mm unten',
    headerTooHigh:
      'Die Kopfzeile braucht {needed, number} mm, aber der obere Rand hat {margin, number} mm. Einen größeren Rand eingeben, oder keinen, damit sie passt.',
    footerTooHigh:
      'Die Fußzeile braucht {needed, number} mm, aber der untere Rand hat {margin, number} mm. Einen größeren Rand eingeben, oder keinen, damit sie passt.',
    clippedAtEdge:
      '{element} ist am rechten Seitenrand abgeschnitten: {millimeters, number} mm passen nicht, obwohl die Seite auf zwei Drittel verkleinert wurde.',
    fontReplaced:
      'Die Schrift {family} ist weder installiert noch von der Seite geladen; stattdessen wurde {replacement} verwendet.',
    standardFont: 'die Standardschrift',
    standardFontOfKind: 'die Standardschrift für {kind}',
    missingCharacters:
      '{count, plural, one {Ein Zeichen ist} other {# Zeichen sind}} in keiner installierten oder geladenen Schrift enthalten und {count, plural, one {erscheint} other {erscheinen}} als leeres Kästchen: {characters}.',
    moreCharacters: '{count, number} weitere',
    lowResolution:
      'Das Bild {name} hat im PDF eine niedrige Auflösung: {width} x {height} Pixel auf {printedWidth} x {printedHeight} mm ergeben {perInch, number} Pixel pro Zoll.',
    imageInHtml: 'im HTML selbst',
    embeddedImage: 'Das Bild {name}',
    frameMissing:
      'Der Frame {resource} fehlt: Diese Version von Electron druckt keine Frames anderer Websites.',
    unprintedPdf:
      '{resource} wurde nicht gedruckt, da eine Seite keine PDFs zeigen kann. Um es aufzunehmen, mit der Seite zusammenfügen.',
    brokenImage: '{image} kann nicht angezeigt werden, weil es beschädigt oder kein Bild ist.',
    xmlError: 'Die Seite ist kein gültiges XML, sodass alles nach dem Fehler fehlt ({error}).',
  },
  access: {
    notLoaded: '{resource} wurde nicht geladen: {reason}.',
    connectionNotMade: 'Die Verbindung zu {host} wurde nicht hergestellt: {reason}.',
    connectionNotUsed: 'Die Verbindung zu {host} wurde nicht verwendet: {reason}.',
    invalidUrl: 'keine gültige URL',
    scheme: 'URLs mit {scheme} sind für Seiten nicht erlaubt',
    unencrypted: 'nicht verschlüsselt, was die Option HIPAA nicht erlaubt',
    privateAddress: 'führt zur privaten Adresse {address}, auf die die Seite nicht zugreifen darf',
    privateHost: 'führt zu einer privaten Adresse, auf die die Seite nicht zugreifen darf',
    noLocalPath: 'kein lokaler Pfad',
    noLocalFiles: 'Zugriff auf lokale Dateien nicht erlaubt',
    fileUrl:
      'Seiten dürfen keine URL laden, die mit file: beginnt. Den Pfad ohne file:// schreiben',
    outsideFolder:
      'Zugriff nur auf Dateien in {folder} und darunter sowie in erlaubten Ordnern möglich',
    linkOutside:
      'ein Link auf {path}; Zugriff nur auf Dateien in {folder} und darunter sowie in erlaubten Ordnern möglich',
    damagedFile: 'im Archiv beschädigt',
    noFile: 'Datei nicht gefunden',
    notInArchive: 'nicht im Archiv enthalten',
  },
  page: {
    html: 'Das HTML',
    notLoaded: '{page} konnte nicht geladen werden: {reason}.',
    notConverted: '{page} konnte nicht konvertiert werden: {reason}.',
    failed: 'Die Seite konnte nicht konvertiert werden: {reason}.',
    notSettled: 'Die Seite kam nicht zur Ruhe: {reason}.',
    chromiumEnded: 'Chromium wurde unerwartet beendet. Erneut versuchen',
    outOfMemory:
      'mehr als {gigabytes, number, ::.#} GB Arbeitsspeicher nötig oder zu viel zusammen mit den gleichzeitig konvertierten Seiten. Das Speicherlimit erhöhen (Einstellungen oder --memory-limit), weniger Konvertierungen parallel ausführen oder das Dokument aufteilen',
    outOfChromiumMemory:
      'mehr Arbeitsspeicher nötig, als Chromium einer Seite erlaubt. Das Dokument aufteilen',
    processCrashed: 'Prozess der Seite abgestürzt',
    keepsRedirecting: 'leitet immer wieder auf andere Seiten um',
    keepsRedirectingTo: 'leitet immer wieder auf andere Seiten um, zuletzt auf {url}',
    isDownload: 'ein Download ({type}), keine Seite',
    isDownloadOfUnknownType: 'ein Download (von unbekanntem Typ), keine Seite',
    noContent: 'Antwort {status} des Servers ohne Inhalt',
    alreadyPdf: 'bereits ein PDF',
    notPdf: 'laut Server ein PDF, tatsächlich aber nicht',
    damagedPdf: 'es ist ein beschädigtes PDF, das sich nur unverändert verwenden lässt',
    uncountablePdf:
      'ein PDF, dessen Seiten Platen nicht zählen kann; möglicherweise ist es verschlüsselt',
    pdfTooLarge: 'ein PDF mit mehr als {megabytes, number} MB',
    hostNotFound: 'Host nicht gefunden. Schreibweise und Netzwerkverbindung prüfen',
    connectionRefused: 'Verbindung vom Server abgelehnt. Den Port prüfen, und ob der Server läuft',
    connectionTimedOut: 'Server antwortet nicht',
    connectionReset: 'Verbindung vom Server zurückgesetzt',
    connectionClosed: 'Verbindung vom Server ohne Antwort geschlossen',
    offline: 'keine Netzwerkverbindung',
    unreachable: 'Server von diesem Netzwerk aus nicht erreichbar',
    tooManyRedirects: 'endlose Umleitung',
    certificateUntrusted:
      'Zertifikat des Servers nicht von einer vertrauenswürdigen Zertifizierungsstelle',
    certificateForOtherName: 'Zertifikat des Servers für einen anderen Namen ausgestellt',
    certificateExpired:
      'Zertifikat des Servers abgelaufen, oder die Uhr dieses Computers geht falsch',
    certificateInvalid: 'Zertifikat des Servers ungültig',
    noTls: 'TLS-Handshake fehlgeschlagen. Prüfen, ob die URL mit http beginnen sollte',
    clientCertificate: 'Server verlangt ein Client-Zertifikat, was Platen nicht unterstützt',
    blocked: 'durch die Regeln für nicht vertrauenswürdige Seiten blockiert',
    loginRequired: 'Server verlangt Benutzername und Passwort',
    tooLarge: 'zu groß zum Laden',
    unsafePort: 'von Browsern gesperrter Port',
    unsafeRedirect: 'Umleitung auf eine URL, die eine Seite nicht öffnen darf',
    interrupted: 'Antwort abgebrochen oder nicht dekodierbar',
    invalidResponse: 'keine gültige HTTP-Antwort vom Server',
    chromiumError: 'Chromium meldet {code}',
    answered: 'Server antwortet mit {status} ({meaning})',
    status401: 'Anmeldung erforderlich',
    status403: 'Zugriff nicht erlaubt',
    status404: 'nicht gefunden',
    status407: 'ein Proxy verlangt Benutzername und Passwort',
    status410: 'nicht mehr vorhanden',
    status429: 'zu viele Anfragen',
    status502: 'Fehler eines Servers dahinter',
    status503: 'nicht verfügbar',
    status504: 'Server dahinter hat nicht rechtzeitig geantwortet',
    requestRefused: 'Anfrage abgelehnt',
    serverFailed: 'Serverfehler',
  },
  engine: {
    canceled: 'Die Konvertierung wurde abgebrochen.',
    timedOutWaiting:
      'Die Seite war nach {seconds} s nicht bereit: Sie wartete auf {resource}. {advice}',
    timedOutLoading: 'Die Seite war nach {seconds} s nicht bereit. {advice}',
    timedOutPrinting:
      'Die Seite war nach {seconds} s nicht bereit: Das PDF wurde noch erstellt. {advice}',
    increaseTimeout: 'Das Zeitlimit erhöhen.',
    increaseTimeoutOrDisableScripts:
      'Das Zeitlimit erhöhen, oder JavaScript ausschalten, falls Skripte die Ursache sein können.',
    serviceTimeout: 'Der Dienst erlaubt einer Seite {seconds} s.',
    serviceTimeoutDisableScripts:
      'Der Dienst erlaubt einer Seite {seconds} s; JavaScript ausschalten, falls Skripte die Ursache sein können.',
    pageItself: 'die Seite selbst',
    awaitedWindow: 'ein Fenster von Chromium',
    resourceAndMore: '{resource} und {count, number} weitere',
    selectorMissing:
      'Kein Element entsprach nach {seconds, number} s dem Selektor „{selector}“. Den Selektor prüfen oder länger warten.',
    selectorHidden:
      '{count, plural, one {Ein Element entspricht} other {# Elemente entsprechen}} dem Selektor „{selector}“, {count, plural, one {war} other {waren}} nach {seconds, number} s aber noch verborgen.',
    selectorUnknown:
      'Chromium kennt den CSS-Selektor „{selector}“ nicht. Ihn ändern oder entfernen.',
    expressionFalse:
      'Der Ausdruck „{expression}“ war nach {seconds, number} s immer noch {value}. Ihn prüfen oder länger warten.',
    expressionPending:
      'Das Promise des Ausdrucks „{expression}“ war nach {seconds, number} s noch offen.',
    expressionFailed: 'Der Ausdruck „{expression}“ ist fehlgeschlagen: {reason}',
    expressionSyntax: 'Der Ausdruck „{expression}“ ist kein JavaScript: {reason}',
    scriptFailed: 'Das JavaScript ist fehlgeschlagen: {reason}',
    scriptFailedAt: 'Das JavaScript ist in Zeile {line, number} fehlgeschlagen: {reason}',
    scriptSyntax: 'Das JavaScript hat einen Fehler in Zeile {line, number}: {reason}',
    noArticle:
      'Die Seite hat keinen Artikel, den die Leseansicht zeigen könnte. Die Leseansicht ausschalten.',
    viewportOutOfRange:
      'Mit {width, number} px passt der Inhalt nicht auf dieses Papier. Die Layoutbreite muss {min, number} bis {max, number} px sein.',
    furtherResources: 'weitere Ressourcen',
    awaitedSelectorMissing: 'das Element „{selector}“ (nicht auf der Seite)',
    awaitedSelectorHidden: 'das Element „{selector}“ (verborgen)',
    awaitedExpression: 'den Ausdruck „{expression}“',
    awaitedNetwork: 'Ruhe im Netzwerk',
    awaitedDelay: 'das Ende der zusätzlichen Wartezeit',
    awaitedScroll: 'das Ende des Scrollens',
    awaitedScript: 'das Ende des JavaScripts',
    localFilesRefused:
      'Eine Anfrage an den Dienst kann keine lokalen Dateien des Servers verwenden.',
    sandboxAccepted:
      'Seiten laufen ohne die Sandbox von Chromium ({cause}), wie mit {option} erlaubt.',
    sandboxOff:
      'Platen wurde ohne die Sandbox von Chromium gestartet ({cause}) und konvertiert so keine Seiten: ohne {cause} starten oder, wenn alle Seiten vertrauenswürdig sind, mit {option}.',
    sandboxOffOnLinux:
      'Platen wurde ohne die Sandbox von Chromium gestartet ({cause}) und konvertiert so keine Seiten: das deb-Paket installieren und als normaler Benutzer starten oder, wenn alle Seiten vertrauenswürdig sind, mit {option} starten.',
    notPrinted: 'Chromium konnte kein PDF der Seite erstellen: {reason}.',
    unknownPdfStructure: 'Chromium hat ein PDF mit unbekannter Struktur geschrieben.',
    onlyOddPages:
      'Unter den gewählten Seiten sind keine geraden. Ungerade oder alle Seiten behalten.',
    onlyEvenPages:
      'Unter den gewählten Seiten sind keine ungeraden. Gerade oder alle Seiten behalten.',
    singlePageTooTall:
      'Eine einzige Seite wäre {inches, number} Zoll lang, mehr als eine PDF-Seite sein kann. „{option}“ ausschalten.',
    singlePageNotOne: 'Der Inhalt passt nicht auf eine einzige Seite. „{option}“ ausschalten.',
    servedPdfPages:
      '{url} ist bereits ein PDF, das unverändert verwendet wird: Seiten lassen sich nicht auswählen. Den Seitenbereich entfernen.',
    servedPdfEncrypted:
      '{url} ist ein PDF, das schon ein Passwort hat, und kann kein anderes bekommen. Die Passwörter entfernen.',
    servedPdfNoAttachments:
      '{url} ist ein PDF mit einem Passwort; es lässt sich nichts anhängen. Die Anhänge entfernen.',
    servedPdfLayout:
      '{url} ist bereits ein PDF, das unverändert verwendet wird: Seiten, Kopfzeilen, Darstellung und Dokumentinfo lassen sich nicht ändern. {fields} entfernen.',
    inlinedTooLarge:
      'Die Seite mit allem, was sie lädt, ist größer als {size}; das nimmt kein Dienst an. Kleinere Bilder verwenden oder lokal konvertieren.',
    notInlinedMissing: 'nicht vorhanden, oder die Seite darf nicht darauf zugreifen',
    notInlinedScript:
      'von einem Skript oder Preload-Hinweis der Seite angefordert, die unverändert gesendet werden',
    notInlinedImport:
      'von einem Skript über den Pfad importiert, was aus einem eingebetteten Skript nicht funktioniert; die Module der Seite zu einer Datei bündeln',
    notInlinedSvgPart:
      'ein Teil eines SVG, den Chromium nur aus einer eigenen Datei verwendet; das SVG selbst in die Seite einfügen',
  },
  files: {
    notWritten: '{path} konnte nicht geschrieben werden: {reason}.',
    diskFull: 'Laufwerk voll',
    quotaExceeded: 'Speicherkontingent überschritten',
    fileTooLarge: 'Datei zu groß für dieses Laufwerk',
    denied: 'keine Berechtigung',
    readOnly: 'Laufwerk schreibgeschützt',
    nameTooLong: 'Name zu lang für dieses Laufwerk',
    isFolder: 'ein Ordner trägt diesen Namen',
    notFolder: 'ein Teil des Pfads ist eine Datei, kein Ordner',
    cannotCreate: 'dort kann keine Datei erstellt werden',
    busy: 'Datei von einem anderen Programm verwendet',
    diskError: 'Laufwerksfehler',
    otherUsers:
      'Andere Benutzer dieses Computers können {folder} möglicherweise lesen: Die Berechtigungen konnten nicht geändert werden ({code}). chmod 700 darauf ausführen.',
    kept: '{error} Das PDF liegt unter {path}.',
    notKept: '{error} Auch für einen neuen Versuch konnte es nicht aufbewahrt werden: {reason}',
    keptGone: 'Das unter {path} aufbewahrte PDF ist nicht mehr vorhanden. Erneut konvertieren.',
  },
  merge: {
    partsType: 'Die zusammenzufügenden Dokumente müssen eine Liste sein, sind aber {value}.',
    partsTooFew: 'Zum Zusammenfügen sind mindestens zwei Dokumente nötig.',
    pages:
      'Ein Seitenbereich lässt sich nicht mit dem Zusammenfügen verbinden. Den Bereich entfernen oder die Seiten eines einzelnen Dokuments konvertieren.',
    oddEven:
      'Ungerade oder gerade Seiten lassen sich beim Zusammenfügen nicht auswählen. Alle Seiten behalten oder die Dokumente einzeln konvertieren.',
    apiMerged:
      'Die API konvertiert ein Dokument je Anfrage, daher kann ein Dienst nicht mehrere zusammenfügen. Lokal konvertieren.',
    partFailed: '{document}: {reason}',
    allParts: 'alle Dokumente',
    manyParts:
      '{document} und {count, plural, one {# weiteres Dokument} other {# weitere Dokumente}}',
    partFinding: '{document}: {finding}',
    pdfEncrypted:
      '{path} ist durch ein Passwort geschützt. Den Schutz entfernen und die Datei erneut hinzufügen.',
    pdfBroken:
      '{path} ist beschädigt oder kein PDF. Die Datei in einem anderen Programm neu speichern und erneut hinzufügen.',
    pdfTooLarge: '{path} ist größer als {megabytes, number} MB, die Grenze beim Zusammenfügen.',
    pdfAlone: '{path} ist bereits ein PDF. Es lässt sich nur mit anderen Dokumenten zusammenfügen.',
    documents: '{first} und {count, number} weitere',
  },
  sites: {
    notRead: '{url} ließ sich nicht lesen: {reason}.',
    tooLarge: 'größer als {megabytes, number} MB',
    status: 'der Server antwortete mit {status}',
    linkMissing: 'es gibt keine solche Datei',
    notSitemap: '{location} ist keine Sitemap in XML oder größer als {megabytes, number} MB.',
    sitemapTooLarge:
      'Die Sitemap {location} führt zu mehr als {urls, number} URLs oder {sitemaps, number} Sitemaps; eine ihrer Sitemaps angeben.',
    sitemapForeign:
      '{count, plural, one {# URL eines anderen Hosts in der Sitemap {location} wurde übersprungen.} other {# URLs anderer Hosts in der Sitemap {location} wurden übersprungen.}}',
    sitemapInvalid:
      '{count, plural, one {# Eintrag der Sitemap {location} ist keine http- oder https-URL und wurde übersprungen.} other {# Einträge der Sitemap {location} sind keine http- oder https-URLs und wurden übersprungen.}}',
    leftOrigin: 'Die Adresse führt zu {origin}, wofür die Anmeldung nicht gilt.',
    sitemapEmpty: 'Die Sitemap {location} enthält keine URL.',
    skipped: 'Einen Link übersprungen: {error}',
    moreSkipped:
      '{count, plural, one {# weiterer Link wurde übersprungen.} other {# weitere Links wurden übersprungen.}}',
    cut: '{source} führt zu mehr als {limit, number} Seiten; die übrigen wurden übersprungen.',
    number: '„{value}“ ist keine ganze Zahl von {min, number} bis {max, number}.',
    globEmpty: 'Ein Muster wie docs/ oder *.html eingeben.',
    globUrl: '„{value}“ ist eine URL. Ihren Pfad eingeben, zum Beispiel docs/.',
    globMark:
      '„{value}“ beginnt mit # und ist damit ein Kommentar. Für das Zeichen selbst \\# schreiben.',
    globBracket: 'In „{value}“ steht [ ohne ]. Für das Zeichen selbst \\[ schreiben.',
    include: 'Pfade einschließen',
    exclude: 'Pfade ausschließen',
    pathsHelp: 'Muster mit Kommas dazwischen, zum Beispiel docs/, *.html',
    none: 'Es wurden keine weiteren Seiten dieser Website gefunden.',
    open: 'Seiten dieser Website…',
    openSitemap: 'Seiten dieser Sitemap…',
    title: 'Seiten einer Website hinzufügen',
    how: 'Seiten suchen über',
    byLinks: 'Links auf der Seite',
    bySitemap: 'Sitemap (XML)',
    depth: 'Tiefe',
    depthHelp: '1 findet die Seiten, auf die diese Seite verweist. robots.txt wird beachtet.',
    limit: 'Höchstzahl der Seiten',
    find: 'Seiten suchen',
    found: '{count, plural, =0 {Suche…} one {# Seite gefunden…} other {# Seiten gefunden…}}',
    added: '{count, plural, one {# Seite hinzugefügt} other {# Seiten hinzugefügt}}',
  },
  split: {
    label: 'Aufteilen',
    start: 'In mehrere PDFs aufteilen',
    none: 'Nicht aufteilen',
    byPages: 'Nach Seiten aufteilen',
    bySize: 'Nach Größe aufteilen',
    byBookmarks: 'An Lesezeichen aufteilen',
    pagesLabel: 'Seiten je Teil',
    sizeLabel: 'Größe eines Teils',
    sizeExample: '5 MB',
    pagesUnit: 'Seiten',
    pages: 'Ein Teil hat „{value}“ Seiten. Eine ganze Zahl ab 1 eingeben.',
    size: 'Die Größe eines Teils ist „{value}“. Eine Zahl mit KB, MB oder GB eingeben, zum Beispiel 5 MB.',
    remotely:
      'Ein Dienst liefert ein PDF, das nicht aufgeteilt wird. Auf diesem Computer konvertieren oder ein PDF behalten.',
    webhook: 'Ein Webhook meldet ein PDF. Den Webhook entfernen oder ein PDF behalten.',
    encrypted:
      'Das PDF ist mit einem Passwort geschützt und lässt sich nicht teilen. Zuerst den Schutz entfernen, oder ein PDF behalten.',
    damaged:
      'Das PDF ist beschädigt und lässt sich nicht teilen. In einem anderen Programm neu speichern, oder ein PDF behalten.',
    noBookmarks: 'Das Dokument hat keine Lesezeichen und bleibt daher ein PDF.',
    largePage:
      'Seite {page, number} allein hat {size, number} Byte, mehr als die Grenze von {limit, number}. Sie ist ein eigenes PDF.',
    byPagesValue: '{count, plural, one {Nach jeder Seite} other {Nach je # Seiten}}',
    byBookmarksValue: 'An Lesezeichen',
    bySizeValue: 'Bis {size}',
    savesParts: 'Speichert {first}, {second}, …',
    savesCounted:
      '{count, plural, one {Speichert {first}} other {Speichert # PDFs: {first} bis {last}}}',
    bookmarkExample: 'Titel des Lesezeichens',
    partsOutput: '{first} und {count, number} weitere',
    parts: '{count, plural, one {# Teil} other {# Teile}}',
    partPages:
      '{count, plural, one {Seite {first, number}} other {Seiten {first, number} bis {last, number}}}',
    partSkipped: 'Übersprungen: existiert bereits',
    partWaiting: 'Noch nicht gespeichert',
    partFailed: 'Nicht gespeichert',
    saveHint: 'Konvertiert das Dokument und speichert seine Teile ({keys})',
    convert: 'Konvertieren und aufteilen',
    uploadHint:
      'Aufgeteilte PDFs werden beim Konvertieren hochgeladen. Zuerst das Ziel unter Ausgabe hinzufügen.',
    saveWholeAs: 'Als ein PDF speichern…',
  },
  jobs: {
    html: 'HTML',
    privateDocument: 'Privates Dokument',
    privateSourceDeleted:
      'Dieses Dokument war privat, daher hat Platen seine Quelle am Ende des Auftrags gelöscht. Das Dokument erneut hinzufügen.',
    privateFailure:
      'Dieses private Dokument konnte nicht konvertiert werden. Der Grund wurde nur bis zum Beenden von Platen angezeigt.',
    htmlGone: 'Das HTML in {file} ist nicht mehr vorhanden.',
    htmlUnreadable:
      'Das HTML dieses Auftrags unter {path} ist nicht lesbar. Das HTML erneut einfügen.',
    pdfGone: '{path} ist nicht mehr vorhanden. Zum erneuten Konvertieren wiederholen.',
    pdfChanged:
      '{path} wurde seit dem Speichern durch Platen geändert. Stattdessen in einem PDF-Programm öffnen.',
    noPdf: 'Dieser Auftrag hat kein PDF.',
    pdfUploaded:
      'Das PDF dieses Auftrags wurde nicht auf diesem Computer gespeichert, sondern nach {destinations} hochgeladen. Dort öffnen.',
    pdfAtService:
      'Das PDF dieses Auftrags wurde nicht auf diesem Computer gespeichert. Es liegt beim Dienst {service}.',
    pdfAtServiceUrl:
      'Das PDF dieses Auftrags wurde nicht auf diesem Computer gespeichert. Es liegt beim Dienst {service} unter {url}.',
    pdfNotHere:
      'Das PDF dieses Auftrags ist nicht mehr auf diesem Computer. Zum Konvertieren das Dokument erneut hinzufügen.',
    interrupted:
      'Platen wurde beim Konvertieren dieser Seite {count, number}-mal hintereinander unerwartet beendet; die Seite wurde daher nicht erneut begonnen. Wenn die Ursache eine andere war, wiederholen.',
    uncertain:
      'Platen wurde beendet, während ein Dienst dieses PDF erstellte. Der Dienst hat es möglicherweise fertiggestellt; erneutes Senden wird eventuell noch einmal berechnet.',
    outdatedPdf:
      'Das PDF konnte nicht geschrieben werden und wurde gelöscht, weil sich seine Optionen geändert haben. Zum Konvertieren mit den neuen Optionen wiederholen.',
    optionsDamaged:
      'Die Optionen dieses Auftrags wurden auf dem Laufwerk beschädigt. Die Optionen neu wählen und dann wiederholen.',
    notSaved:
      'Die Auftragsliste lässt sich nicht speichern und wäre verloren, wenn Platen jetzt beendet würde. {reason}',
    journalDamaged:
      '{path} war in {lines, plural, one {einer Zeile} other {# Zeilen}} beschädigt und wurde in {aside} umbenannt; {jobs, plural, =0 {die Auftragsliste ist jetzt leer} one {ein Auftrag wurde wiederhergestellt} other {# Aufträge wurden wiederhergestellt}}.',
    journalUnreadable:
      '{path} konnte nicht gelesen werden ({code}) und wurde in {aside} umbenannt; die Auftragsliste ist jetzt leer.',
    restored:
      '{count, plural, one {Ein Auftrag der letzten Sitzung wurde wiederhergestellt und wird} other {# Aufträge der letzten Sitzung wurden wiederhergestellt und werden}} jetzt fortgesetzt.',
    restoredPaused:
      '{count, plural, one {Ein Auftrag der letzten Sitzung wurde} other {# Aufträge der letzten Sitzung wurden}} wiederhergestellt. Die Warteschlange ist angehalten.',
    restoredWaiting:
      '{count, plural, one {Ein Auftrag der letzten Sitzung wurde wiederhergestellt und wartet} other {# Aufträge der letzten Sitzung wurden wiederhergestellt und warten}} auf den Schlüssel eines Dienstes. Den Schlüssel in den Einstellungen des Dienstes eingeben.',
    restoredSomeWaiting:
      '{count, number} Aufträge der letzten Sitzung wurden wiederhergestellt. {waiting, plural, one {# davon wartet} other {# davon warten}} auf den Schlüssel eines Dienstes. Den Schlüssel in den Einstellungen des Dienstes eingeben.',
    noDestination:
      'Das PDF würde weder auf diesem Computer gespeichert noch hochgeladen. Mindestens eines davon auswählen.',
  },
  sources: {
    file: 'Die Datei {path}',
    standardInput: 'Das HTML aus der Standardeingabe',
    empty: '{source} ist leer und enthält kein {kind}.',
    blank: '{source} enthält nur Leerraum, kein {kind}.',
    otherKind: '{source} ist {other}, kein {kind}.',
    utf32: '{source} ist Text in UTF-32, das Browser nicht lesen. Als UTF-8 speichern.',
    iso2022Kr: '{source} ist Text in ISO-2022-KR, das Browser nicht lesen. Als UTF-8 speichern.',
    notArchive:
      '{source} ist kein Webarchiv: Der Header fehlt. Die Seite erneut oder als HTML speichern.',
    binary: '{source} enthält Binärdaten, kein {kind}.',
    text: 'Text',
    pdf: 'ein PDF',
    zip: 'ein ZIP-Archiv oder ein Office-Dokument',
    office: 'ein altes Office-Dokument',
    png: 'ein PNG-Bild',
    jpeg: 'ein JPEG-Bild',
    gif: 'ein GIF-Bild',
    gzip: 'ein gzip-Archiv',
    program: 'ein Programm',
    removed: '{path} ist nicht mehr vorhanden.',
    missing: '{path} ist nicht vorhanden. Den Pfad prüfen.',
    nameNotUtf8:
      '{path} lässt sich nicht öffnen: Der Name ist nicht in UTF-8. Umbenennen, zum Beispiel mit convmv.',
    denied:
      '{path} ist nicht lesbar: keine Berechtigung. Das Lesen erlauben oder eine andere Quelle wählen.',
    linkLoop: '{path} ist nicht lesbar: Die Links führen im Kreis.',
    unreadable: '{path} ist nicht lesbar: {reason}.',
    isFolder: '{path} ist ein Ordner, keine Datei.',
    notRegular: '{path} ist keine reguläre Datei. Den Inhalt an die Standardeingabe (-) senden.',
    folderTooLarge:
      'Der Ordner {folder} enthält mehr als {limit, number} Dateien und Ordner; ab {path} wurde alles übersprungen. Die enthaltenen Ordner einzeln hinzufügen.',
    streamTooLarge:
      '{source} ist größer als {megabytes, number} MB. In einer Datei speichern und diese konvertieren.',
    leftOut:
      '{count, plural, one {# Datei anderer Art wurde} other {# Dateien anderer Art wurden}} ausgelassen: {kinds}.',
    leftOutAddable: '{left} ZIP-Archive und PDFs einzeln hinzufügen.',
    ofKind: '{count, number} {ending}',
    withoutExtension: '{count, number} ohne Endung',
    linksOutside:
      '{count, plural, one {# Link auf eine Datei} other {# Links auf Dateien}} außerhalb des Ordners',
    otherKinds: 'andere',
    folderEmpty:
      'Der Ordner {folder} enthält keine Datei, die konvertiert werden kann ({endings}).',
    folderOnlyLinks:
      'Der Ordner {folder} enthält keine Datei, die konvertiert werden kann, nur Links auf Dateien außerhalb, denen nicht gefolgt wird. Den Ordner wählen, in den sie führen.',
    folderUnreadable: 'Der Ordner {folder} enthält keine lesbare Datei. {reason}',
    archiveTooLarge:
      'Das MHTML-Archiv {path} ist größer als {megabytes, number} MB. Die Seite erneut oder als HTML speichern.',
    archiveWithoutPage:
      'Das MHTML-Archiv {path} enthält keine Seite. Die Seite erneut oder als HTML speichern.',
    epubProtected:
      'Das EPUB-Buch {path} ist kopiergeschützt, sodass nur sein eigener Reader es öffnen kann.',
    epubBroken: 'Das EPUB-Buch {path} hat keinen lesbaren Inhalt. Erneut packen.',
    epubChapterMissing: 'Das Kapitel {entry} des Buchs fehlt in seiner Datei.',
    docxEncrypted:
      '{source} hat ein Passwort oder das Format von Word 97 bis 2003. Als .docx ohne Passwort speichern.',
    docxNone: '{path} ist kein Word-Dokument. Erneut als .docx speichern.',
    docxBroken: 'Das Word-Dokument {path} ist beschädigt ({reason}). Erneut speichern.',
    docxTooLarge:
      'Der Text des Word-Dokuments {path} ist entpackt größer als {megabytes, number} MB. Teilen und die Teile zusammenfügen.',
    docxFormulas:
      '{count, plural, one {Eine Formel} other {# Formeln}} des Dokuments {count, plural, one {wurde} other {wurden}} weggelassen.',
    docxCharts:
      '{count, plural, one {Ein Diagramm} other {# Diagramme}} des Dokuments {count, plural, one {wurde} other {wurden}} weggelassen. Als Bild einfügen.',
    docxDiagrams:
      '{count, plural, one {Eine SmartArt-Grafik} other {# SmartArt-Grafiken}} des Dokuments {count, plural, one {wurde} other {wurden}} weggelassen. Als Bild einfügen.',
    docxImageType: 'Das Dokument hat Bilder vom Typ {type}, die Browser nicht anzeigen.',
    docxLinkedImage:
      'Das Bild {image} ist im Dokument nur verknüpft, nicht gespeichert, und wurde weggelassen.',
    docxImageMissing: 'Im Dokument fehlt ein Bild.',
    docxElements: 'Teile des Dokuments wurden weggelassen: {names}.',
    notPacked:
      '{source} ist kein {kind, select, DOCX {Word-Dokument} EPUB {EPUB-Buch} other {ZIP-Archiv}}. Die Datei prüfen.',
    zipBroken:
      'Das Archiv {path} ist beschädigt ({reason}). Erneut packen oder den entpackten Ordner konvertieren.',
    zipEncrypted:
      'Das Archiv {path} ist mit einem Passwort geschützt. Entpacken und den Ordner konvertieren.',
    zipMethod:
      'Das Archiv {path} ist nicht mit Deflate gepackt, dem einzigen unterstützten Verfahren. Erneut packen oder den entpackten Ordner konvertieren.',
    zipTooMany:
      'Das Archiv {path} enthält mehr als {limit, number} Dateien. Den entpackten Ordner konvertieren.',
    zipFileTooLarge:
      'Die Datei {name} im Archiv {path} ist entpackt größer als {megabytes, number} MB. Den entpackten Ordner konvertieren.',
    zipTooLarge:
      'Das Archiv {path} ist entpackt größer als {megabytes, number} MB. Den entpackten Ordner konvertieren.',
    zipBomb:
      'Das Archiv {path} wäre entpackt mehr als {ratio, number}-mal so groß, wie bei Angriffen. Nur selbst entpacken, wenn es vertrauenswürdig ist.',
    zipUnsafeName:
      'Das Archiv {path} enthält den Namen {name}, der aus ihm herausführt. Erneut packen.',
    zipWithoutPage:
      'Das Archiv {path} enthält keine HTML-Datei auf der obersten Ebene oder in seinem einzigen Ordner. Den entpackten Ordner konvertieren.',
    zipManyPages:
      'Das Archiv {path} enthält {count, number} HTML-Dateien, aber keine index.html. Den entpackten Ordner konvertieren.',
  },
  network: {
    certificatesUnreadable:
      '{variable} nennt die Datei {path}, die sich nicht lesen lässt ({code}). Ihren Zertifikaten wird nicht vertraut.',
    certificatesNone:
      '{variable} nennt die Datei {path}, die keine Zertifikate enthält. Eine PEM-Datei nennen.',
    noName: 'kein Server mit diesem Namen',
    lookUpFailed: 'Name des Servers ließ sich nicht auflösen',
    noRoute: 'Server von diesem Netzwerk aus nicht erreichbar',
    connectionRefused: 'Verbindung vom Server abgelehnt',
    noResponse: 'Server antwortet nicht',
    brokenOff: 'Verbindung abgebrochen',
    offline: 'keine Netzwerkverbindung auf diesem Computer',
    certificateExpired:
      'Zertifikat des Servers abgelaufen, oder die Uhr dieses Computers geht falsch',
    certificateNotYetValid:
      'Zertifikat des Servers noch nicht gültig, oder die Uhr dieses Computers geht falsch',
    certificateForOtherName: 'Zertifikat des Servers für einen anderen Namen ausgestellt',
    certificateRevoked: 'Zertifikat des Servers widerrufen',
    certificateUntrusted:
      'Zertifikat des Servers nicht von einer Zertifizierungsstelle, der dieser Computer vertraut',
    privateHostInvalid:
      'Der private Host „{host}“ ist ungültig. Einen Namen oder eine IP-Adresse eingeben, mit oder ohne Port, zum Beispiel intranet oder 10.0.0.7:8080.',
    systemProxyInvalid:
      'das System verwendet einen Proxy, den Platen nicht verwenden kann, etwa SOCKS; in HTTPS_PROXY und HTTP_PROXY einen anderen setzen',
    proxyInvalid:
      'die Adresse des Proxys in HTTPS_PROXY, HTTP_PROXY oder ALL_PROXY ist keine http- oder https-URL',
    proxyRefused: 'der Proxy hat die Verbindung mit Status {status} abgelehnt',
    noTls: 'Server spricht kein korrektes TLS',
    noHttp: 'Server spricht kein HTTP',
  },
  remote: {
    withAdvice: '{error} {advice}',
    sentence: '{reason}.',
    unreachable: 'Der Dienst {service} war nicht erreichbar: {reason}.',
    uncertain:
      'Der Dienst {service} hat das PDF möglicherweise erstellt, es ist aber nicht angekommen: {reason}.',
    refused: 'Der Dienst {service} {reason}.',
    sendAgainIsFree: 'Erneutes Senden kostet nichts, da der Testmodus eingeschaltet ist.',
    sendAgainMayCost: 'Erneutes Senden kostet möglicherweise noch einmal.',
    serviceRemoved:
      'Der Dienst für dieses PDF ist nicht mehr in den Einstellungen. Einen anderen Dienst oder die lokale Konvertierung wählen.',
    serviceUnencrypted:
      'Der Dienst {service} unter {url} ist nicht verschlüsselt, was die Option HIPAA nicht erlaubt. Einen Dienst mit https-URL verwenden.',
    notInlined: '{resource} wurde nicht eingebettet: {reason}.',
    noConnection: 'keine Verbindung innerhalb von {seconds} s',
    stalled: '{seconds} s lang keine Daten',
    tookTooLong: 'nach {seconds} s nicht fertig',
    tookTooLongAfter: 'nach {seconds} s nicht fertig, zuletzt: {problem}',
    connectionFailed: 'Verbindung fehlgeschlagen ({code})',
    noServer: 'kein Server mit dem Namen {host}',
    checkNetwork: 'Die URL des Dienstes und die Netzwerkverbindung prüfen.',
    checkConnection: 'Die Netzwerkverbindung prüfen.',
    checkPort: 'Die URL des Dienstes prüfen: den Port und ob sie mit http oder https beginnt.',
    checkUrl: 'Die URL des Dienstes prüfen.',
    changeUrl: 'Wenn das richtig ist, die URL des Dienstes in {url} ändern.',
    correctUrl: 'Die URL des Dienstes korrigieren.',
    renewCertificate: 'Das Zertifikat erneuern lassen oder die Uhr stellen.',
    checkClock: 'Die Uhr dieses Computers prüfen.',
    askOperator: 'An den Betreiber des Dienstes wenden.',
    nameCertificateFile:
      'Unter „Zertifikate“ eine Datei mit dem Zertifikat der Zertifizierungsstelle auswählen.',
    nameCertificates:
      'Eine PEM-Datei mit den Zertifikaten der Zertifizierungsstelle des Dienstes auswählen.',
    certificatesMissing: 'Datei {path} nicht gefunden',
    certificatesUnreadable: '{path} enthält keine lesbaren Zertifikate',
    tryHttps:
      'Die Netzwerkverbindung und die URL des Dienstes prüfen: Wenn er TLS verwendet, https:// statt http:// schreiben.',
    answered: 'Antwort {status}{said}',
    notCreated: 'hat kein PDF erstellt: Antwort {status}{said}',
    noCredits: 'hat kein PDF erstellt: Das Konto oder sein Schlüssel hat keine Credits mehr (402)',
    noCreditsSaid: 'hat kein PDF erstellt (402): {said}',
    addCredits: 'Dort Credits hinzufügen.',
    addCreditsOrTest:
      'Dort Credits hinzufügen oder in den Einstellungen den Testmodus des Dienstes einschalten: Dessen PDFs sind kostenlos und haben ein Wasserzeichen.',
    tooLarge: 'nimmt keine Anfrage mit {size} an (413){said}',
    makeSmaller: 'Die Seite verkleinern, zum Beispiel mit kleineren Bildern.',
    loginRequired: 'verlangt eine Anmeldung (401){said}',
    chooseLogin: 'Die Authentifizierung des Dienstes auswählen.',
    keyRefused: 'Der Dienst {service} akzeptiert den Schlüssel nicht (401){said}',
    passwordRefused: 'Der Dienst {service} akzeptiert Benutzername oder Passwort nicht (401){said}',
    changeSecret: 'Neu eingeben.',
    keyVariable:
      'Der Schlüssel stammt aus der Variablen {variable}, die Vorrang vor den Einstellungen hat: korrigieren oder entfernen.',
    passwordVariable:
      'Das Passwort stammt aus der Variablen {variable}, die Vorrang vor den Einstellungen hat: korrigieren oder entfernen.',
    said: ': {text}',
    redirectTarget: ' auf {url}',
    quotedReply: ' („{reply}“)',
    redirected: 'leitet die Anfrage um{target} ({status}); Platen folgt Umleitungen nicht',
    seeOther: 'Antwort 303 mit einem Verweis{target}',
    busy: 'ausgelastet ({status})',
    busyUntil: 'ausgelastet, verlangt eine Pause von {pause} ({status})',
    waitLonger: 'Danach wiederholen oder das Zeitlimit des Dienstes erhöhen.',
    retryLater: 'Später wiederholen.',
    acceptedWithoutLocation: 'Anfrage angenommen (202), aber ohne URL für das PDF',
    notUnderstood:
      'Antwort {status} mit {content}, also weder ein PDF noch die URL eines PDFs{said}',
    moreThan: 'mehr als {megabytes, number} MB {content}',
    unknownContent: 'unbekanntem Inhalt',
    pdfTooLarge: 'hat ein PDF mit mehr als {megabytes} MB erstellt, dem Maximum für eine Antwort',
    useStorage: 'Das PDF in einen Speicher liefern lassen.',
    brokenOff: 'unvollständige Antwort: {why}',
    incomplete: 'Verbindung vorzeitig geschlossen',
    notPdf: 'laut Antwort ein PDF, tatsächlich aber nicht',
    incompletePdf: 'nur der Anfang des PDFs ist angekommen',
    cannotPoll: 'Status nicht abrufbar: {why}',
    pollAnswered: 'Anfrage angenommen, bei der Statusabfrage aber Antwort {status}{said}',
    notFetched:
      'Der Dienst {service} hat das PDF erstellt, es konnte aber nicht heruntergeladen werden: {reason}.',
    notFetchedFromBucket:
      'Der Dienst {service} hat das PDF erstellt, es konnte aber nicht heruntergeladen werden. {error}',
    noUrl: 'keine URL in der Antwort',
    invalidUrl: 'ungültige URL in der Antwort: {url}',
    urlHasNoPdf: 'kein PDF unter der URL',
    urlHasOtherType: 'kein PDF unter der URL (Typ: {type})',
    fetchedTooLarge: 'größer als {megabytes} MB',
    fetchAnswered: '{host} antwortet mit {status}',
    fetchDenied: '{host} antwortet mit {status}; dieser Computer hat dort keine Leseberechtigung',
    tooManyRedirects: 'mehr als {max} Umleitungen',
    unencrypted: 'Verbindung zu {host} nicht verschlüsselt, was die Option HIPAA nicht erlaubt',
    privateAddress:
      '{host} ist eine private Adresse, die ein Dienst außerhalb des privaten Netzwerks nicht verwenden darf',
    waitingForPdf: 'das PDF von {service}',
    retrying: '{service}: {why}',
    pauseRequested: 'das Ende der von {service} verlangten Pause ({pause})',
    retryingBusy: '{service} (ausgelastet); neuer Versuch in {pause}',
    testPassed:
      'Der Dienst {service} funktioniert: Er hat im Testmodus {pages, plural, =0 {ein PDF} one {ein PDF mit 1 Seite} other {ein PDF mit # Seiten}} ({size}) erstellt.',
    testWithoutPdf:
      'Der Dienst {service} hat die Anfrage im Testmodus angenommen, aber es kam kein PDF an. {why}',
    testWithoutFetch:
      'Der Dienst {service} funktioniert, aber nur die URL des PDFs ist angekommen. {why}',
    testFailed: 'Der Dienst {service} hat den Test nicht bestanden: {reason}.',
  },
  updates: {
    available: 'Platen {version} ist verfügbar.',
    restart: 'Installiert ist {version}. Zum Installieren wird Platen neu gestartet.',
    install: 'Installieren und neu starten',
    later: 'Später',
    latest: 'Platen {version} ist die neueste Version.',
    installing:
      'Platen {version} wurde heruntergeladen und wird beim Beenden von Platen installiert.',
    failed: 'Die Suche nach Updates ist fehlgeschlagen: {reason}',
    notInstalled: 'Nur die installierte Anwendung kann sich selbst aktualisieren.',
    unsigned:
      'Platen ist nicht signiert und kann sich unter macOS daher nicht selbst aktualisieren. Neue Versionen herunterladen.',
    packageManager:
      'Platen wurde als {type}-Paket installiert. Neue Versionen auf demselben Weg installieren.',
    downloadYourself:
      'Diese Kopie von Platen kann sich nicht selbst aktualisieren. Neue Versionen herunterladen.',
    notWritable:
      'Platen kann sich nicht selbst aktualisieren: Keine Schreibberechtigung für {folder}.',
  },
  desktop: {
    linkOfFile:
      'Zeitlich begrenzte Links führen zu Objekten in Buckets. Dieses PDF ist auf einem Server.',
    startFailed: 'Platen konnte nicht starten',
    chooseSources: 'Dateien zum Konvertieren auswählen',
    chooseStamp: 'PDF auswählen',
    chooseAttachments: 'Dateien zum Anhängen auswählen',
    chooseBase: 'Basisordner auswählen',
    chooseWatched: 'Ordner zum Überwachen auswählen',
    chooseOutput: 'Ausgabeordner auswählen',
    chooseCertificates: 'Zertifikate auswählen',
    exportPresets: 'Vorgaben exportieren',
    importPresets: 'Vorgaben importieren',
    openRequest: 'Anfrage öffnen',
    savePdf: 'PDF speichern',
    chooseComparison: 'PDF zum Vergleichen wählen',
    compare: 'Vergleichen',
    draftIncomplete: 'Der Entwurf hat keine frühere Version, die geändert werden kann.',
    open: 'Öffnen',
    choose: 'Auswählen',
    export: 'Exportieren',
    import: 'Importieren',
    save: 'Speichern',
    sourceFiles: 'HTML, MHTML, SVG, Markdown, Text, EPUB, DOCX, ZIP, PDF',
    certificateFiles: 'Zertifikate (PEM)',
    jsonFiles: 'JSON',
    pdfFiles: 'PDF',
    allFiles: 'Alle Dateien',
    batchFailed: 'Konvertierung fehlgeschlagen',
    batchSomeFailed: 'Einige Dateien fehlgeschlagen',
    batchComplete: 'Stapel fertig',
    batchSkipped: 'Alle Dateien übersprungen',
    batchCounts: '{counts}',
    countConverted: '{count, number} konvertiert',
    countSkipped: '{count, number} übersprungen (bereits vorhanden)',
    countFailed: '{count, number} fehlgeschlagen',
    countCanceled: '{count, number} abgebrochen',
    callRefused: 'Der Aufruf {channel} ist von hier nicht erlaubt.',
    invalidArguments: 'Ungültige Argumente für {channel}.',
    previewRemoved: 'Diese Vorschau ist nicht mehr verfügbar. Erneut konvertieren.',
    linkInvalid:
      'Der Link kann nicht geöffnet werden. Erlaubt sind nur Links auf Seiten mit http und https.',
    fileNotFound: 'Datei nicht gefunden: {path}. Erneut konvertieren.',
    notSaved: '{path} wurde nicht in diesem Fenster gespeichert.',
    openFailed: '{what} konnte nicht geöffnet werden: {reason}',
    urlNotAllowed:
      '{url} konnte nicht geöffnet werden. Nur http- und https-Links lassen sich öffnen.',
    jobRemoved: 'Dieser Auftrag ist nicht mehr in der Liste.',
    jobNotSaved: 'Dieser Auftrag hat keine Datei gespeichert.',
    uploadRemoved: 'Dieser Upload ist nicht mehr in der Liste.',
    uploadUnfinished: 'Dieser Upload ist noch nicht fertig.',
    uploadWithoutPdf: 'Das PDF dieses Uploads ist nicht mehr verfügbar.',
    requestServiceRemoved: 'Der Dienst dieser Anfrage wurde entfernt. Einen anderen auswählen.',
    requestNotJson: 'Die Anfragedatei {path} ist kein gültiges JSON: {reason}.',
    requestTooLarge: 'Die Anfragedatei {path} ist größer als {limit, number} MB.',
    serverOff: 'Der Server ist ausgeschaltet. Für einen Schlüssel den Server starten.',
    chooseKey: 'Privaten Schlüssel auswählen',
  },
  service: {
    unauthorizedNoHeader:
      'Die Anfrage hat keinen Header Authorization. Basic mit dem base64 von API-Schlüssel und Doppelpunkt senden, wie es curl -u KEY: tut.',
    unauthorizedMalformed:
      'Der Header Authorization ist nicht Basic mit dem base64 von <API-Schlüssel>: oder <Konto>:<API-Schlüssel>. curl -u KEY: erzeugt ihn.',
    unauthorizedUnknownKey: 'Der API-Schlüssel ist unbekannt oder wurde widerrufen.',
    hostMissing: 'Der Header Host fehlt, den HTTP/1.1 verlangt.',
    hostNotAllowed:
      'Der Header Host ist „{host}“. Ohne Schlüssel werden nur localhost und 127.0.0.1 akzeptiert. http://127.0.0.1 verwenden.',
    bodyNotUtf8:
      'Der Body ist kein JSON: Er enthält Bytes, die kein UTF-8 sind, zum Beispiel Umlaute in Latin-1. In UTF-8 senden.',
    bodyNotJson: 'Der Body ist kein JSON: {reason}.',
    bodyNotJsonBesideSource:
      'Der Body ist kein JSON. Ohne den Text von source gelesen hat er diesen Fehler: {reason}.',
    sourceNotJson:
      'Der Body ist kein JSON: Der Text von source enthält einen Zeilenumbruch, ein anderes Steuerzeichen oder eine ungültige Escape-Sequenz.',
    bodyBesideSourceTooLarge:
      'Der Body überschreitet neben source die Grenze von {bytes, number} Bytes. Die anderen Felder kürzen.',
    bodyTooDeep: 'Der Body ist mehr als {max, number} Ebenen tief verschachtelt.',
    bodyTooManyValues: 'Der Body hat mehr als {max, number} Werte.',
    bodyTooLarge:
      'Der Body überschreitet das Maximum von {bytes, number} Byte. Kürzen oder die URL der Seite senden.',
    bodyCharset:
      'Der Zeichensatz des Bodys ist „{charset}“. JSON in UTF-8 mit Content-Type: application/json senden.',
    bodyEncoding:
      'Content-Encoding ist „{encoding}“. Den Body unkomprimiert und ohne diesen Header senden.',
    contentTypeMissing:
      'Der Header Content-Type fehlt. JSON mit Content-Type: application/json senden.',
    contentTypeUnsupported:
      'Content-Type ist „{type}“. JSON mit Content-Type: application/json senden.',
    headersTooLarge: 'Die URL und die Header überschreiten 16 KiB.',
    requestTimeout: 'Die Anfrage ist nicht innerhalb von zwei Minuten angekommen.',
    invalidHttp: 'Die Anfrage ist kein gültiges HTTP.',
    expectation: 'Der Header Expect ist „{expect}“. Nur 100-continue wird unterstützt.',
    nothingHere: 'Unter dieser URL gibt es nichts.',
    unknownPath:
      'Unter „{path}“ gibt es nichts. POST /v1/pdf erstellt ein PDF; GET /docs zeigt die Dokumentation.',
    methodNotAllowed: '{method} ist für „{path}“ nicht erlaubt. Erlaubt: {methods}.',
    testModeHeader: 'Der Header {header} ist „{value}“. true oder false senden oder ihn weglassen.',
    headerRepeated: 'Die Anfrage hat {count, number} Header {header}. Nur einen senden.',
    keyEmpty: 'Der Header {header} ist leer. Einen Wert senden, den keine andere Anfrage hat.',
    convertToBucket:
      'POST /v1/convert gibt das PDF zurück und speichert es in keinem Bucket. Diese Anfrage an POST /v1/pdf senden.',
    keyNotAscii: 'Der Header {header} enthält Zeichen, die kein ASCII sind.',
    keyTooLong: 'Der Header {header} hat {length, number} Zeichen. Das Maximum ist {max, number}.',
    keyReused:
      'Der Idempotency-Key wurde mit einer anderen Anfrage verwendet. Für jede Anfrage einen neuen Schlüssel verwenden und einen Schlüssel nur mit derselben Anfrage wiederholen.',
    destinationPlaceholder:
      'Das Bucket-Ziel „{destination}“ enthält einen Platzhalter. Den ganzen Pfad senden, zum Beispiel s3://mein-bucket/berichte/rechnung.pdf.',
    noCredits:
      'Das Konto „{account}“ hat keine Credits mehr. An den Betreiber des Dienstes wenden oder svc-test-mode: true senden.',
    noKeyCredits:
      'Der API-Schlüssel {key} hat die Credits ausgegeben, die er ausgeben darf. An den Betreiber des Dienstes wenden oder svc-test-mode: true senden.',
    testKeyOnly: 'Der API-Schlüssel {key} ist nur für Tests. svc-test-mode: true senden.',
    liveKeyOnly: 'Der API-Schlüssel {key} ist nicht für Tests. Ohne svc-test-mode senden.',
    outsidePrefix:
      'Das Bucket-Ziel „{destination}“ liegt nicht unter {prefix}, wohin dieses Konto schreiben darf. An den Betreiber des Dienstes wenden.',
    metricsKey:
      'Die Metriken betreffen alle Konten und erfordern deshalb den Schlüssel des Betreibers. API-Schlüssel werden nicht angenommen.',
    rateLimited:
      'Das Konto „{account}“ darf {rate, plural, one {# Anfrage} other {# Anfragen}} pro Minute senden. Diese wurde nicht angenommen; später erneut senden.',
    keyRateLimited:
      'Der API-Schlüssel {key} darf {rate, plural, one {# Anfrage} other {# Anfragen}} pro Minute senden. Diese wurde nicht angenommen; später erneut senden.',
    unpaidLimit:
      'Das Konto „{account}“ hat seine {seconds, number} Sekunden kostenloser Arbeit pro Stunde verbraucht (Testmodus und fehlgeschlagene Anfragen). Bitte später erneut versuchen.',
    queueFull:
      'Die Warteschlange ist voll; die Anfrage wurde nicht angenommen. Später erneut senden.',
    stopping:
      'Der Dienst wird gerade beendet und hat die Anfrage nicht angenommen. In Kürze erneut senden.',
    interrupted:
      'Der Dienst hat die Verbindung zu seiner Datenbank verloren, während er das PDF erstellte. Es wurde nichts berechnet; die Anfrage erneut senden.',
    clientGone: 'Der Client hat die Verbindung geschlossen; es wurde nichts berechnet.',
    databaseUnavailable:
      'Der Dienst kann seine Datenbank nicht erreichen. Es wurde nichts ausgeführt oder berechnet; die Anfrage in Kürze erneut senden.',
    admissionUnknown:
      'Der Dienst hat die Verbindung zu seiner Datenbank verloren, während er die Anfrage annahm. In Kürze mit demselben Idempotency-Key erneut senden; sie wird nur einmal ausgeführt.',
    unknownTask: 'Dieses Konto hat keine solche Anfrage, oder ihr Ergebnis ist abgelaufen.',
    endUnknown:
      'Der Dienst hat seine Datenbank verloren, während er das Ergebnis gespeichert hat. Die Anfrage gleich noch einmal mit demselben Idempotency-Key senden; sie wird einmal berechnet.',
    canceled: 'Die Anfrage wurde mit DELETE abgebrochen. Es wurde nichts berechnet.',
    fileNotStored:
      'Das PDF war die Antwort auf seine Anfrage und wurde nicht gespeichert. Die Anfrage noch einmal senden, um es wieder zu erstellen.',
    unknownFile: 'Unter dieser URL gibt es kein PDF; möglicherweise ist es abgelaufen.',
    expiredFile:
      'Das PDF ist abgelaufen. Um es neu zu erstellen, die Anfrage mit einem anderen oder ohne Idempotency-Key senden.',
    rangeNotSatisfiable: 'Das PDF hat {size} Byte.',
    internal:
      'Interner Fehler. Der Dienst hat die Details unter dem Header X-Request-Id protokolliert.',
    reducedError:
      '{message} Anfragen mit gdpr oder hipaa bewahren keine Details auf; nur die ursprüngliche Antwort enthält sie.',
    storageFull:
      'Der Dienst hat keinen Platz, um das PDF zu speichern. Es wurde nichts berechnet; die Anfrage später erneut senden oder das PDF in einen Bucket schreiben lassen.',
    storageUnavailable:
      'Der Speicher des Dienstes ist nicht erreichbar. Es wurde nichts berechnet; die Anfrage später erneut senden.',
    resultsBucketUnusable: 'PDFs können nicht in {place} gespeichert werden: {reason}',
    resultsPermission: 'Die Berechtigung {action} fehlt.',
    sandboxOff:
      'Der Dienst läuft ohne die Sandbox, die nicht vertrauenswürdige Seiten brauchen, und konvertiert deshalb keine. An den Betreiber wenden.',
    pageOutOfMemory:
      'mehr als {gigabytes, number, ::.#} GB Arbeitsspeicher nötig oder zu viel zusammen mit anderen Seiten. Das Dokument aufteilen oder die Anfrage später noch einmal senden',
    bucketNotConfigured:
      'Dieser Dienst ist nicht zum Schreiben in diesen Bucket eingerichtet. An den Betreiber wenden.',
    bucketUnreachable:
      'Dieser Dienst konnte den Bucket eine halbe Minute lang nicht erreichen, oder der Bucket war ausgelastet. Die Anfrage später erneut senden.',
    uploadCanceled: 'Das Hochladen nach {url} wurde abgebrochen.',
    watermarkFailed:
      'Das Wasserzeichen TEST lässt sich nicht einfügen: Das PDF ist beschädigt oder verschlüsselt. Die Anfrage ohne svc-test-mode senden.',
    listenFailed: 'Der Dienst kann nicht auf {host}, Port {port} starten: {reason}.',
    portInUse: 'Port von einem anderen Programm belegt. Einen anderen wählen',
    portNotAllowed: 'dieser Benutzer darf den Port nicht verwenden. Einen Port über 1023 wählen',
    addressNotAvailable: 'dieser Computer hat diese Adresse nicht',
    hostNotResolved: 'Name lässt sich nicht auflösen',
    databaseOtherVersion:
      'Die Tabellen der Datenbank gehören zu einer anderen Version von Platen (Version {version}; diese braucht {needed}). Die andere Version oder eine andere Datenbank verwenden.',
    databaseCannotOpen:
      'Die Datenbank in {folder} lässt sich nicht öffnen ({reason}); sie wurde nicht geändert. Falls sie beschädigt ist, ein Backup des Ordners wiederherstellen oder mit einem anderen Ordner neu beginnen.',
    databaseVersionFileMissing: 'die Datei PG_VERSION fehlt',
    databaseUnusable:
      'Die Datenbank unter {place} kann nicht verwendet werden: {reason}. Prüfen, ob sie läuft und diesen Benutzer akzeptiert.',
    databaseUrl:
      'Die Datenbank ist keine PostgreSQL-URL; die Form ist postgres://USER:PASSWORD@HOST:PORT/DATABASE.',
    folderBusy: 'Andere Prozesse öffnen gerade {folder}. Erneut versuchen.',
    folderLocked:
      'Der Prozess {pid} verwendet die Konten in {folder}, und nur ein Prozess kann das. Ihn beenden oder eine PostgreSQL-Datenbank für mehrere Server verwenden (--database).',
    folderPathTooLong:
      'Der Pfad von {folder} ist zu lang: Der Pfad des zugehörigen Sockets hat {bytes, number} Byte, das Maximum ist {max, number}. Einen Ordner mit kürzerem Pfad verwenden.',
    folderOwnerGone:
      'Der Prozess, der die Konten in {folder} verwendet, wurde vor seiner Antwort beendet. Das Ergebnis mit „serve keys list“ prüfen, dann erneut versuchen.',
  },
  window: {
    view: 'Ansicht',
    documentView: 'Dokument',
    historyView: 'Verlauf',
    queueView: 'Warteschlange',
    removeFromList: 'Aus Liste entfernen',
    cancel: 'Abbrechen',
    open: 'Öffnen',
    retry: 'Wiederholen',
    showInFolder: 'Im Ordner anzeigen',
    linkCopied: 'Link kopiert',
    options: 'Optionen',
    optionsWidth: 'Breite der Optionen',
    appName: 'Platen',
    startFailed: 'Einstellungen und Entwurf konnten nicht geladen werden',
    saveFailed: 'PDF konnte nicht gespeichert werden',
    openLinkFailed: 'Link konnte nicht geöffnet werden',
    skippedNameExists: 'Übersprungen: Eine Datei mit diesem Namen ist bereits vorhanden',
    openPdfFailed: 'PDF konnte nicht geöffnet werden',
    openFolderFailed: 'Ordner konnte nicht geöffnet werden',
    dropFileOrFolder: 'Datei oder Ordner hinzufügen',
    dropUrl: 'URL öffnen',
    saveDraftFailed: 'Entwurf konnte nicht gespeichert werden',
    close: 'Schließen',
    undo: 'Rückgängig',
    removeItem: '{name} entfernen',
    labelWithKeys: '{label} ({keys})',
    actionOn: '{action}: {name}',
    savedTo: 'Gespeichert unter {path}',
    clipboardUnavailableLink: 'Die Zwischenablage ist nicht verfügbar. Der Link lautet {text}',
    clipboardUnavailableUrl: 'Die Zwischenablage ist nicht verfügbar. Die URL lautet {text}',
    copyLinkFailed: 'Link konnte nicht kopiert werden',
    copyUrlFailed: 'URL konnte nicht kopiert werden',
    dropFiles: '{count, plural, one {# Datei hinzufügen} other {# Dateien hinzufügen}}',
    dropFilesOrFolders: '{count, number} Dateien oder Ordner hinzufügen',
    dropSome: '{count, number} von {total, number} Dateien hinzufügen',
    dropNothing:
      '{count, plural, one {Diese Datei lässt sich nicht konvertieren} other {Diese Dateien lassen sich nicht konvertieren}}',
    pageCount: '{count, plural, one {# Seite} other {# Seiten}}',
    pagesOf: '{kept, number} von {total, plural, one {# Seite} other {# Seiten}}',
    filesAdded: '{files, plural, one {# Datei} other {# Dateien}} aus „{folder}“ hinzugefügt',
    filesAddedFromFolders:
      '{files, plural, one {# Datei} other {# Dateien}} aus {folders, plural, one {# Ordner} other {# Ordnern}} hinzugefügt',
    addedAndLeftOut: '{added}. {left}',
    sizeOf: '{done} von {total}',
    bytesOf: '{done, number} von {total, number} B',
    kilobytesOf: '{done, number, ::.} von {total, number, ::.} KB',
    megabytesOf: '{done, number, ::.0} von {total, number, ::.0} MB',
  },
  form: {
    localOnly: 'Nur bei lokaler Konvertierung',
    resetToDefault: 'Auf Standard zurücksetzen',
    addUrl: 'URL hinzufügen',
    clearAll: 'Leeren',
    removeMatching: 'Passende entfernen',
    urlList: 'Zu konvertierende URLs',
    emptyUrl: 'Leer',
    baseUrl: 'Basis-URL',
    basePlaceholder: 'Ordner oder URL',
    chooseFolder: 'Ordner auswählen',
    choosePdf: 'PDF auswählen',
    choosePdfFailed: 'PDF konnte nicht ausgewählt werden',
    attachments: 'Anhänge',
    attachmentsHelp: 'Dateien jeder Art, die in die PDF-Datei eingebettet werden.',
    attachmentsFact: '{count, plural, one {# Anhang} other {# Anhänge}}',
    addAttachments: 'Dateien hinzufügen…',
    addAttachmentsFailed: 'Dateien konnten nicht hinzugefügt werden',
    removeAttachment: '{path} entfernen',
    describeAttachment: 'Name und Beziehung von {path}',
    attachmentName: 'Name im PDF',
    attachmentNameOf: 'Name von {path} im PDF',
    attachmentDescription: 'Beschreibung',
    attachmentDescriptionOf: 'Beschreibung von {path}',
    attachmentRelationshipOf: 'Beziehung von {path}',
    relationship:
      '{kind, select, source {Quelle des Dokuments} data {Daten des Dokuments} alternative {Andere Fassung} supplement {Ergänzung} other {Keine Beziehung}}',
    chooseFolderFailed: 'Ordner konnte nicht ausgewählt werden',
    pageGroup: 'Seite',
    headerGroup: 'Kopf- und Fußzeile',
    header: 'Kopfzeile',
    footer: 'Fußzeile',
    headerPreset: 'Anzeigen',
    headerHelp: 'Texte auf jeder Seite. Der Knopf im Feld fügt Seitenzahlen und anderes ein.',
    pageOfPages: 'Seite {page} von {pages}',
    center: 'Mitte',
    placeholderPage: 'Seitenzahl',
    placeholderPages: 'Anzahl der Seiten',
    placeholderTime: 'Uhrzeit',
    loadingGroup: 'Laden',
    contentsGroup: 'Inhalt & Lesezeichen',
    appearanceGroup: 'Darstellung',
    infoGroup: 'Dokumentinfo',
    printMedia: 'Druckmedium',
    fact: '{name} {value}',
    securityGroup: 'Sicherheit',
    privacyGroup: 'Datenschutz & Webhook',
    nothingSet: 'Ohne',
    pages: 'Seiten',
    allPages: 'Alle Seiten oder 1–3, 5',
    allPagesOf: '{count, plural, one {Nur # Seite} other {Alle # Seiten oder 1–3, 5}}',
    pagesFact: 'Seiten {pages}',
    zoom: 'Skalierung',
    zoomHelp: 'Größe des Seiteninhalts, von 10 bis 200 %.',
    javascript: 'JavaScript',
    javascriptOn: 'JavaScript ein',
    javascriptOff: 'JavaScript aus',
    fileList: 'Zu konvertierende Dateien',
    filterFiles: 'Dateien filtern',
    filesMatching: '{count, plural, one {# Datei passt} other {# Dateien passen}}',
    noFileMatches: 'Keine Datei enthält „{query}“.',
    fileName: 'Dateiname',
    addFiles: 'Dateien hinzufügen',
    addFilesOrFolders: 'Dateien oder Ordner hinzufügen',
    size: 'Größe',
    sizeFromPage: 'CSS der Seite oder {paper}',
    fromPage: 'Aus Seite',
    isoSizes: 'ISO',
    northAmericanSizes: 'Nordamerika',
    custom: 'Eigene',
    width: 'Breite',
    height: 'Höhe',
    htmlPlaceholder: 'HTML eingeben oder einfügen',
    html: 'HTML',
    widenEditor: 'Neben der Vorschau bearbeiten',
    narrowEditor: 'Über den Optionen bearbeiten',
    margins: 'Ränder',
    top: 'Oben',
    right: 'Rechts',
    bottom: 'Unten',
    left: 'Links',
    marginsFromPage: 'CSS der Seite',
    noMargins: 'Keine',
    narrow: 'Schmal',
    normal: 'Normal',
    wide: 'Breit',
    customMargins: 'eigene Ränder',
    marginPlaceholder: 'Laut CSS',
    changed: 'Geändert',
    hasError: 'Enthält einen Fehler',
    timeout: 'Zeitlimit',
    seconds: 's',
    orientation: 'Ausrichtung',
    portrait: 'Hochformat',
    landscape: 'Querformat',
    output: 'Ausgabe',
    saveLocally: 'Auf diesem Computer speichern',
    folder: 'Ordner',
    folderHelp:
      'Wo PDFs gespeichert werden. Wenn leer, neben der jeweiligen Datei; bei URLs und HTML unter „Downloads“.',
    sameFolder: 'Ordner der Quelle',
    downloads: 'Downloads',
    chooseOutputFolder: 'Ausgabeordner auswählen',
    ifFileExists: 'Wenn vorhanden',
    privacy: 'Datenschutz',
    nameFromTitle: 'Name aus Titel oder Datei',
    nameOfEach: 'Name der jeweiligen Quelle',
    insertPlaceholder: 'Platzhalter einfügen',
    placeholderName: 'Name der Quelle',
    placeholderTitle: 'Titel',
    placeholderDate: 'Datum',
    placeholderNumber: 'Nummer im Stapel',
    destinations: 'Ziele',
    folderChip: 'Ordner: {folder}',
    bucketChip: 'Bucket: {name}',
    add: 'Hinzufügen',
    chooseFolderItem: 'Ordner auswählen…',
    removeDestination: 'Entfernen',
    removeItem: '{name} entfernen',
    clearRemoved: 'Nicht mehr vorhandene Ziele entfernen',
    saveShownAs: 'Dieses PDF speichern unter…',
    addToQueue: 'Zur Warteschlange hinzufügen',
    existingAsk: 'Nachfragen',
    convertValidHint:
      '{count, plural, one {# ungültige URL wird übersprungen.} other {# ungültige URLs werden übersprungen.}}',
    urlsOf: '{valid, number} von {count, plural, one {# URL} other {# URLs}}',
    filesOf: '{valid, number} von {count, plural, one {# Datei} other {# Dateien}}',
    merge: 'Zu einem PDF zusammenfügen',
    mergeHelp:
      'Ein PDF mit allen Dokumenten in der Reihenfolge der Liste. Alt+Pfeil nach oben und unten verschieben eines.',
    mergeConflicts: 'Lässt sich nicht zusammenfügen',
    pdfsToMerge:
      '{count, plural, one {# PDF lässt sich nur zusammenfügen.} other {# PDFs lassen sich nur zusammenfügen.}}',
    pdfsSkippedHint:
      '{count, plural, one {# PDF wird übersprungen: Es lässt sich nur zusammenfügen.} other {# PDFs werden übersprungen: Sie lassen sich nur zusammenfügen.}}',
    moved: '{name}: {place, number} von {count, number}',
    uploadHint: 'Nach {destination} hochladen',
    uploadManyHint: 'Zu {count, plural, one {# Ziel} other {# Zielen}} hochladen',
    saveAndUpload: 'Speichern und hochladen',
    uploadPdf: 'PDF hochladen',
    saveHint: 'PDF speichern ({keys})',
    saveAsHint: 'Als {name} speichern ({keys})',
    nothingYet: 'Zuerst eine Datei hinzufügen, eine URL eingeben oder HTML schreiben',
    alreadyExists: '{name} ist bereits vorhanden',
    skippedExisting: 'Übersprungen: {name} ist bereits vorhanden',
    filesNotAdded: 'Nicht hinzugefügt',
    dismissAll: 'Alle ausblenden',
    allowedFolders: 'Zugriff auch auf',
    alsoReads: '{count, plural, one {liest # weiteren Ordner} other {liest # weitere Ordner}}',
    removeAccess: 'Zugriff auf {folder} entfernen',
    convertWith: 'Konvertieren mit',
    convertWithHelp:
      'Auf diesem Computer konvertieren oder mit einem Dienst, der pro PDF Kosten berechnen kann.',
    locally: 'Dieser Computer',
    testModeNote: 'Testmodus: PDFs sind kostenlos und haben ein Wasserzeichen.',
    chargeNote:
      'Dieser Dienst kann pro PDF Kosten berechnen. Gesendet wird erst nach einem Klick auf „Konvertieren“.',
    source: 'Quelle',
    file: 'Datei',
    url: 'URL',
    uploadTo: 'Hochladen nach',
    path: 'Pfad',
    uploadPathPlaceholder: 'Ordner des Ziels',
    urlPlaceholder: 'example.org/page',
    loadPageHint: 'Seite laden (Eingabetaste)',
    loadPage: 'Seite laden',
    previewingUrl: 'Vorschau der ausgewählten URL',
    urlHelp: 'https:// wird ergänzt. Mehrere URLs in einzelnen Zeilen einfügen.',
    noWebhook: 'Keiner',
    webhookSettings: 'Webhook-Einstellungen',
    webhook: 'Webhook',
    off: 'Aus',
    failOn: 'Fehler bei',
    failOnFact:
      '{count, plural, one {Fehler bei # Art von Warnung} other {Fehler bei # Arten von Warnungen}}',
    theFile: 'Datei',
    theUrl: 'URL',
    theHtml: 'HTML',
    topMargin: 'Oberer Rand',
    rightMargin: 'Rechter Rand',
    bottomMargin: 'Unterer Rand',
    leftMargin: 'Linker Rand',
    readFilesFailed: 'Dateien konnten nicht gelesen werden',
    unknownPaste: 'Der Text ist weder eine URL noch HTML; es wurde nichts geändert.',
    htmlReplaced: 'HTML im Editor ersetzt',
    resetField: 'Auf Standard zurücksetzen: {label}',
    decreaseZoom: 'Skalierung verringern',
    increaseZoom: 'Skalierung erhöhen',
    decreaseTimeout: 'Zeitlimit verringern',
    increaseTimeout: 'Zeitlimit erhöhen',
    helpWithExample: '{help} Beispiel: {example}',
    urlCount: '{count, plural, one {# URL} other {# URLs}}',
    fileCount: '{count, plural, one {# Datei} other {# Dateien}}',
    invalidCount: '{count, number} ungültig',
    issueInLine: 'Zeile {line, number}: {issue}',
    urlOf: 'URL {number, number} von {count, number}',
    namedSize: '{name}, {size}',
    savesAs: 'Speichert als {places}.',
    privacyHelp: '{gdpr}: {gdprHelp} {hipaa}: {hipaaHelp}',
    filesRefused:
      '{count, plural, one {# Datei konnte} other {# Dateien konnten}} nicht hinzugefügt werden',
    removedDestinations: '{count, plural, one {# entferntes Ziel} other {# entfernte Ziele}}',
    pathHelp:
      "Ordner oder Datei unterhalb von {folder}. Platzhalter: '{name}', '{title}', '{date}', '{n}'.",
    sourcesRemoved: '{sources} entfernt',
    notOnDisk: '„{name}“ ist keine Datei auf dem Laufwerk. Zuerst speichern, dann hier ablegen.',
    privateWebhook:
      'Der Webhook {url} führt zu einer privaten Adresse. Zum Erlauben in den Webhook-Einstellungen „Private Adressen“ einschalten.',
    folderNotFull:
      'Der Ordner {folder} ist kein vollständiger Pfad. Einen Ordner auswählen oder den vollständigen Pfad eingeben.',
    sameFileName:
      "Alle PDFs des Stapels hätten den Namen {name}. '{name}', '{title}' oder '{n}' ergänzen oder das Feld leer lassen.",
    samePath:
      "Alle PDFs des Stapels hätten den Namen {name}. '{name}', '{title}' oder '{n}' ergänzen oder nur einen Ordner eingeben.",
    destinationsRemoved:
      '{count, plural, one {Ein ausgewähltes Ziel wurde entfernt. Die Auswahl aufheben oder ein anderes Ziel auswählen.} other {# ausgewählte Ziele wurden entfernt. Die Auswahl aufheben oder andere Ziele auswählen.}}',
    zoomRange:
      'Die Skalierung muss zwischen 10 % und 200 % liegen, zum Beispiel bei 125 %, ist aber „{value}“.',
    topLength: 'oben {length}',
    rightLength: 'rechts {length}',
    bottomLength: 'unten {length}',
    leftLength: 'links {length}',
    serverChip: 'Server: {name}',
    newDestination: 'Neues Ziel…',
  },
  preview: {
    unavailable: 'Keine Vorschau verfügbar',
    canceled: 'Abgebrochen',
    convertAgain: 'Erneut konvertieren',
    refresh: 'Vorschau aktualisieren',
    wasCanceled: 'Die Vorschau wurde abgebrochen.',
    notConverted: 'Noch nicht konvertiert',
    dropFiles: 'HTML-Dateien oder Ordner ablegen',
    dropHelp:
      'HTML, MHTML, SVG, Markdown, Text, EPUB, Word oder ZIP. Ohne Ihr Zutun verlässt nichts diesen Computer.',
    goToField: 'Zum Feld',
    pasteUrl: 'URL einfügen',
    previewUrl: 'Vorschau',
    chooseFiles: 'Dateien auswählen…',
    pasteHtml: 'HTML einfügen',
    openSample: 'Beispiel öffnen',
    recent: 'Zuletzt verwendet',
    clearRecent: 'Leeren',
    recentFolder: '{name} · {count, plural, one {# Datei} other {# Dateien}}',
    removeRecent: '{name} aus den zuletzt verwendeten Quellen entfernen',
    recentRemoved:
      '{count, plural, one {# zuletzt verwendete Quelle entfernt} other {# zuletzt verwendete Quellen entfernt}}',
    recentFailed: 'Die zuletzt verwendeten Quellen konnten nicht geladen werden',
    recentNotChanged: 'Die zuletzt verwendeten Quellen konnten nicht geändert werden',
    noPreview: 'Noch keine Vorschau',
    copyDetails: 'Details kopieren',
    detailsCopied: 'Details kopiert',
    detailsNotCopied:
      'Die Details konnten nicht kopiert werden. Die Meldung markieren und kopieren.',
    showingLastVersion: 'Die letzte erfolgreiche Version wird angezeigt.',
    pdfIsSafe: 'Das PDF ist in Sicherheit und muss nur noch gespeichert werden.',
    saveAs: 'Speichern unter…',
    page: 'Seite',
    pdfPages: 'PDF-Seiten',
    warnings: 'Warnungen',
    preview: 'Vorschau',
    thumbnails: 'Miniaturen',
    previousPage: 'Vorherige Seite',
    nextPage: 'Nächste Seite',
    find: 'Im PDF suchen',
    findText: 'Im PDF suchen…',
    matchOf: '{current} von {total}',
    noMatches: 'Keine Treffer',
    previousMatch: 'Vorheriger Treffer',
    nextMatch: 'Nächster Treffer',
    closeFind: 'Suche schließen',
    print: 'Drucken',
    printFailed: 'PDF konnte nicht gedruckt werden',
    openedToPrint:
      'Platen konnte nicht drucken. Das PDF wurde stattdessen im PDF-Programm geöffnet.',
    openPdf: 'Im PDF-Programm öffnen',
    openPdfFailed: 'PDF konnte nicht geöffnet werden',
    dragPdf: 'PDF in einen Ordner ziehen',
    dragFailed: 'PDF konnte nicht gezogen werden',
    sidePanel: 'Seitenleiste',
    pages: 'Seiten',
    bookmarks: 'Lesezeichen',
    ofPages: 'von {count, number}',
    zoomMode: 'Zoom {zoom}: {mode}',
    zoomOut: 'Verkleinern',
    zoomIn: 'Vergrößern',
    actualSize: 'Originalgröße (100 %)',
    fitWidth: 'Seitenbreite',
    fitPage: 'Ganze Seite',
    copyServiceLink: 'Link zum PDF des Dienstes kopieren',
    openServicePdf: 'PDF des Dienstes öffnen',
    copyAsCurl: 'Als cURL kopieren',
    copyAsJson: 'Als JSON kopieren',
    openJson: 'JSON öffnen…',
    moreSaveOptions: 'Weitere Aktionen',
    otherNotConverted: '{name} konnte nicht konvertiert werden',
    notConvertedNotSaved:
      'Diese Version konnte nicht konvertiert werden; es gibt nichts zu speichern.',
    savePdf: 'PDF speichern',
    showingPreviousVersion: 'Abgebrochen. Die vorherige Version wird angezeigt.',
    loadingPage: 'Seite wird geladen…',
    printing: 'PDF wird erstellt…',
    writingPdf: 'PDF wird geschrieben…',
    bundling: 'Stile und Bilder werden eingebettet…',
    downloadingPdf: 'PDF wird heruntergeladen…',
    theService: 'den Dienst',
    downloadFailed: 'PDF konnte nicht heruntergeladen werden',
    nothingToConvert: 'Noch nichts zu konvertieren',
    serviceStorageLeft:
      'Die Anfrage verwendet den eigenen Speicher des Dienstes. Diesen stattdessen in den Einstellungen des Dienstes auswählen.',
    convertedBy: 'Konvertiert von',
    time: 'Zeit',
    url: 'URL',
    file: 'Datei',
    copyRequestFailed: 'Anfrage konnte nicht kopiert werden',
    openRequestFailed: 'Anfrage konnte nicht geöffnet werden',
    requestLoaded: 'Anfrage geladen',
    nothingToCopy: 'Noch nichts zu kopieren',
    convert: '{documents} konvertieren',
    convertWith: '{documents} mit {service} konvertieren',
    addToQueueHint: 'Mit den aktuellen Optionen zur Warteschlange hinzufügen ({keys})',
    merge: '{documents} zusammenfügen',
    isPdf: 'Bereits ein PDF',
    mayFinish: 'Der Dienst stellt das PDF eventuell trotzdem fertig.',
    mayFinishAndCharge: 'Der Dienst stellt das PDF eventuell trotzdem fertig und berechnet es.',
    clickConvert: 'Zum Senden an {service} auf „Konvertieren“ klicken.',
    clickConvertTest:
      'Zum Senden an {service} auf „Konvertieren“ klicken. Im Testmodus sind PDFs kostenlos und haben ein Wasserzeichen.',
    fixField: 'Für die Vorschau „{field}“ korrigieren.',
    edit: '{field} bearbeiten',
    errorDetails: '{message}\nCode: {code}\nZeit: {time}\n',
    landscapePaper: '{paper} Querformat',
    portraitPaper: '{paper} Hochformat',
    pageOf: 'Seite {number, number} von {count, number}',
    pageNumber: 'Seite {number, number}',
    warningCount: '{count, plural, one {# Warnung} other {# Warnungen}}',
    allowAccess: 'Zugriff auf {folder} erlauben',
    showInPdf: 'Anzeigen',
    imageNotFound: 'Das Bild wurde im PDF nicht gefunden',
    useLandscape: 'Querformat verwenden',
    shrinkToFit: 'Passend verkleinern ({zoom})',
    replaceHint: '{path} ersetzen ({keys})',
    changedSinceSaved: 'Seit dem Speichern geändert',
    sendTestHint: 'Im Testmodus an {service} senden, kostenlos, mit Wasserzeichen ({keys})',
    sendHint: 'An {service} senden, was Kosten verursachen kann ({keys})',
    convertWithTest: 'Mit {service} konvertieren (Test)',
    convertWithService: 'Mit {service} konvertieren',
    fixToUpdate: 'Für die Vorschau „{field}“ korrigieren',
    fixToConvert: 'Zum Konvertieren „{field}“ korrigieren',
    showingLocal: 'Noch nicht mit {service} konvertiert. Die lokale Vorschau wird angezeigt.',
    changedSinceConverted: 'Seit der Konvertierung mit {service} geändert',
    scanning: 'Ordner wird durchsucht…',
    scanningFound: 'Ordner wird durchsucht… {count, number} gefunden',
    waitingFor: 'Warten auf {resource}…',
    convertedByLabel: 'Konvertiert von {service}',
    convertedInTestMode: 'Konvertiert von {service} (Testmodus)',
    convertedBySentence: '{label}.',
    sending: 'Wird an {service} gesendet…',
    sendingSize: '{size} werden an {service} gesendet…',
    downloadingSize: 'PDF wird heruntergeladen, {size}…',
    receiptFile: '{name}, {size}',
    testModeOf: '{service} (Testmodus)',
    nothingSaved: 'Es wurde nichts gespeichert: Diese Version hat noch kein PDF.',
    noDestinationMatches:
      'Kein Ziel in den Einstellungen passt zum Speicher {destination}. Ein Ziel für den Bucket hinzufügen und dann auswählen.',
    requestCopied: 'Anfrage kopiert ({size})',
    commandCopied: 'Befehl kopiert ({size})',
    commandCopiedKey:
      'Befehl kopiert ({size}). Vor dem Ausführen {variable} auf den API-Schlüssel setzen.',
    commandCopiedPassword:
      'Befehl kopiert ({size}). Vor dem Ausführen {variable} auf das Passwort setzen.',
    notBundled:
      '{count, plural, one {# Ressource konnte} other {# Ressourcen konnten}} nicht eingebettet werden: {list}.',
    notBundledAndOthers:
      '{count, plural, one {# Ressource konnte} other {# Ressourcen konnten}} nicht eingebettet werden: {list} und andere.',
  },
  compare: {
    compare: 'Mit einer früheren Version vergleichen',
    title: 'Vergleich',
    mode: 'Vergleichsansicht',
    sideBySide: 'Nebeneinander',
    difference: 'Unterschiede',
    withVersion: 'Vergleichen mit: {version}',
    saved: 'Gespeichert {time}',
    uploaded: 'Hochgeladen {time}',
    previous: 'Vorherige Vorschau',
    chooseFile: 'Datei auswählen…',
    current: 'Diese Vorschau',
    noVersion: 'Noch keine frühere Version',
    notKept: 'Mit DSGVO oder HIPAA werden keine Versionen aufbewahrt',
    stop: 'Vergleich beenden',
    changes: 'Änderungen',
    count:
      '{changes, plural, one {# Änderung} other {# Änderungen}} auf {pages, plural, one {# Seite} other {# Seiten}}',
    none: 'Keine Unterschiede',
    onlyMoved: 'Gleicher Inhalt, verschoben auf {pages, plural, one {# Seite} other {# Seiten}}',
    progress: 'Vergleich: Seite {done, number} von {total, number}…',
    reading: 'Beide Versionen werden gelesen…',
    next: 'Nächste Änderung',
    previousChange: 'Vorherige Änderung',
    position: '{current, number} von {total, number}',
    pageAdded: 'Seite hinzugefügt',
    pageRemoved: 'Seite entfernt',
    textAdded: '„{text}“ hinzugefügt',
    textRemoved: '„{text}“ entfernt',
    textReplaced: '„{before}“ ist jetzt „{after}“',
    looks: 'Sieht anders aus: „{text}“',
    picture: 'Bild, Linie oder Farbe geändert',
    moved: 'Inhalt verschoben',
    changesOnPage: '{count, plural, one {# Änderung} other {# Änderungen}}',
    noPage: 'Nicht in dieser Version',
    removed: 'Entfernt',
    added: 'Hinzugefügt',
    failed: 'Die Versionen konnten nicht verglichen werden',
    chooseFailed: 'Das PDF konnte nicht geöffnet werden',
    protected: '{name} ist mit einem Passwort geschützt. Ein PDF ohne Passwort auswählen.',
    unreadable:
      '{name} kann nicht gelesen werden. Die Datei ist beschädigt, wurde entfernt oder ist kein PDF.',
  },
  queue: {
    described: '{name} ({description})',
    details: 'Auftragsdetails',
    selectJob: 'Für Details einen Auftrag auswählen',
    jobCount: '{count, plural, one {# Auftrag} other {# Aufträge}}',
    failures: 'Fehlgeschlagen',
    receipt: 'Beleg',
    warnings: 'Warnungen',
    noJobs: 'Keine Aufträge',
    noWaitingJobs: 'Keine wartenden Aufträge',
    noRunningJobs: 'Keine aktiven Aufträge',
    noFailedJobs: 'Keine fehlgeschlagenen Aufträge',
    list: 'Auftragsliste',
    jobs: 'Aufträge',
    show: 'Anzeigen',
    batchProgress: 'Fortschritt des Stapels',
    resume: 'Fortsetzen',
    pause: 'Anhalten',
    actions: 'Aktionen für die Warteschlange',
    cancelAll: 'Alle abbrechen',
    retryFailed: 'Fehlgeschlagene wiederholen',
    clearFinished: 'Beendete entfernen',
    filter: 'Aufträge filtern',
    selectedJobs: 'Ausgewählte Aufträge',
    moveUp: 'Nach oben',
    moveDown: 'Nach unten',
    moveToTop: 'Ganz nach oben',
    applyOptions: 'Aktuelle Optionen anwenden',
    pauseFailed: 'Warteschlange konnte nicht geändert werden',
    cancelFailed: 'Aufträge konnten nicht abgebrochen werden',
    retryJobsFailed: 'Aufträge konnten nicht wiederholt werden',
    removeFailed: 'Aufträge konnten nicht entfernt werden',
    moveFailed: 'Aufträge konnten nicht verschoben werden',
    applyFailed: 'Optionen konnten nicht angewendet werden',
    all: 'Alle',
    waiting: 'Wartend',
    running: 'Aktiv',
    failed: 'Fehler',
    completed: 'Fertig',
    canceled: 'Abgebrochen',
    loading: 'Wird geladen',
    printing: 'PDF wird erstellt',
    writing: 'PDF wird geschrieben',
    bundling: 'Wird eingebettet',
    sending: 'Wird gesendet',
    rendering: 'Wird konvertiert',
    downloading: 'PDF wird heruntergeladen',
    skipped: 'Übersprungen',
    starting: 'Wird gestartet',
    canceledEarly: 'Vor der Konvertierung abgebrochen.',
    canceledAtService:
      'Abgebrochen. Der Dienst stellt das PDF eventuell trotzdem fertig und berechnet es.',
    waitingForKey: 'Wartet auf den Schlüssel des Dienstes',
    loadFailed: 'Aufträge konnten nicht geladen werden',
    addFailed: 'Hinzufügen zur Warteschlange fehlgeschlagen',
    viewQueue: 'Warteschlange anzeigen',
    showDetails: 'Details anzeigen',
    jobFailed: '{name} ist fehlgeschlagen: {reason}',
    jobsFailed: '{count, number} Aufträge sind fehlgeschlagen',
    jobsFailedAlike: '{count, number} Aufträge sind fehlgeschlagen: {reason}',
    enterCredential: '{credential} eingeben',
    withService: 'mit {service}',
    selectedCount: '{count, number} ausgewählt',
    appliedOptions:
      'Optionen auf {count, plural, one {# Auftrag} other {# Aufträge}} angewendet. Beendete Aufträge verwenden sie beim Wiederholen.',
    skippedCharged:
      '{count, plural, one {# Auftrag übersprungen, der möglicherweise schon berechnet wurde. Einzeln wiederholen.} other {# Aufträge übersprungen, die möglicherweise schon berechnet wurden. Einzeln wiederholen.}}',
    added: '{sources} zur Warteschlange hinzugefügt',
    addedMerged: '{sources} als ein PDF zur Warteschlange hinzugefügt',
    documents: 'Dokumente',
    waitingForResource: 'Wartet auf {resource}',
    progress: '{done, number} von {total, number}',
    progressPaused: '{done, number} von {total, number} · angehalten',
    progressTimeLeft: '{done, number} von {total, number} · noch etwa {time}',
    batchConverted: 'Stapel fertig: {count, plural, one {# Datei} other {# Dateien}} konvertiert',
    batchCounts: 'Stapel fertig: {counts}',
    notDelivered: '{count, number} nicht zugestellt',
    done: 'Fertig',
    source: 'Quelle',
    output: 'Ausgabe',
    pages: 'Seiten',
    size: 'Größe',
    status: 'Status',
    page: 'Seite',
    savedTo: 'Speicherort',
    saveTo: 'Speicherort',
    empty: 'Die Warteschlange ist leer',
    emptyHint: 'Mehrere Dateien auf einmal konvertieren und hier verfolgen.',
    goToDocument: 'Zum Dokument',
    noCompletedJobs: 'Noch keine fertigen Aufträge',
    noCanceledJobs: 'Keine abgebrochenen Aufträge',
    noMatches: 'Keine passenden Aufträge',
    filterByName: 'Nach Namen filtern',
    filterPlaceholder: 'Filtern',
    clearDone: 'Fertige entfernen',
    showAllJobs: 'Alle Aufträge anzeigen',
    showFolder: 'Ordner anzeigen',
    detailsWidth: 'Breite der Details',
    selectOneJob: 'Für Details einen einzelnen Auftrag auswählen',
    moreActions: 'Weitere Aktionen',
    edit: 'Bearbeiten',
    remove: 'Entfernen',
    editFailed: 'Auftrag konnte nicht geladen werden',
    editing: '„{name}“ in „Dokument“ geladen',
    removed: '{count, plural, one {# Auftrag} other {# Aufträge}} aus der Liste entfernt',
    removedWithUploads:
      '{count, plural, one {# Auftrag} other {# Aufträge}} mit {uploads, plural, one {# unfertigen Upload} other {# unfertigen Uploads}} entfernt',
    inFiles: 'In {count, plural, one {# Datei} other {# Dateien}}',
    seconds: '{seconds, number, ::.0} s',
    margins: 'Ränder {margins}',
    landscape: 'Querformat',
    portrait: 'Hochformat',
    noOutput: '—',
    uploadTo: 'Nach {destination} hochladen',
    notDownloaded: 'Nicht heruntergeladen',
    skippedExists: 'Übersprungen: Name vorhanden',
    httpStatus: '{status} {phrase}',
    hostNotFound: 'Host nicht gefunden',
    connectionRefused: 'Verbindung abgelehnt',
    noResponse: 'Keine Antwort',
    connectionLost: 'Verbindung unterbrochen',
    offline: 'Kein Netzwerk',
    unreachable: 'Server nicht erreichbar',
    tooManyRedirects: 'Zu viele Umleitungen',
    certificateExpired: 'Zertifikat abgelaufen',
    certificateUntrusted: 'Zertifikat nicht vertrauenswürdig',
    certificateInvalid: 'Ungültiges Zertifikat',
    tlsFailed: 'TLS fehlgeschlagen',
    loginRequired: 'Anmeldung erforderlich',
    keyRefused: 'Schlüssel abgelehnt',
    signInRefused: 'Anmeldung abgelehnt',
    noBucket: 'Bucket nicht gefunden',
    noCredits: 'Keine Credits mehr',
    outOfMemory: 'Zu wenig Arbeitsspeicher',
    isDownload: 'Ist ein Download',
    fileNotFound: 'Datei nicht gefunden',
    accessDenied: 'Keine Berechtigung',
    diskFull: 'Laufwerk voll',
    invalidOptions: 'Ungültige Optionen',
    notReadable: 'Nicht lesbar',
    notLoaded: 'Nicht geladen',
    timedOut: 'Zeitlimit überschritten',
    pageCrashed: 'Seite abgestürzt',
    chromiumEnded: 'Chromium beendet',
    noSandbox: 'Keine Sandbox',
    notPrinted: 'PDF nicht erstellt',
    hasWarnings: 'Hat Warnungen',
    notSaved: 'Nicht gespeichert',
    serviceRefused: 'Vom Dienst abgelehnt',
    serviceUnreachable: 'Dienst nicht erreichbar',
    resultUnknown: 'Ergebnis unbekannt',
    notAllowed: 'Nicht erlaubt',
    internalError: 'Interner Fehler',
  },
  watch: {
    fact: '{name}: {value}',
    folders: 'Überwachte Ordner',
    none: 'Noch keine überwachten Ordner',
    about:
      'Neue und geänderte Dokumente in einem überwachten Ordner werden konvertiert, solange Platen geöffnet ist, mit den hier gewählten Optionen.',
    folder: 'Ordner',
    add: 'Diesen Ordner überwachen',
    options: 'Optionen',
    optionsHelp: 'Der neue Ordner erhält eine Kopie dieser Optionen.',
    formOptions: 'Aktuelle Optionen',
    removeQuestion: '{folder} nicht mehr überwachen? Die Dateien und PDFs darin bleiben.',
    folderMissing:
      'Der Ordner {folder} fehlt. Das Laufwerk verbinden oder die Überwachung beenden.',
    watchedAlready: 'Der Ordner {folder} wird bereits überwacht.',
    private:
      'Mit DSGVO oder HIPAA kann ein Ordner nicht überwacht werden, weil die Namen seiner Dateien gespeichert werden. Die Option ausschalten.',
  },

  history: {
    history: 'Verlauf',
    list: 'Konvertierte Dokumente',
    details: 'Details der Konvertierung',
    empty: 'Noch nichts konvertiert',
    emptyHint:
      'Gespeicherte PDFs und fertige Aufträge erscheinen hier. Private Dokumente werden nicht aufgezeichnet.',
    selectEntry: 'Für Details einen Eintrag auswählen',
    search: 'Suchen',
    clear: 'Verlauf leeren',
    clearFound: 'Treffer entfernen',
    noMatches: 'Keine passenden Einträge',
    fileMissing: 'Datei fehlt',
    convertAgain: 'Erneut konvertieren',
    converting: '{name} zur Warteschlange hinzugefügt',
    removedEntries: '{count, plural, one {# Eintrag} other {# Einträge}} aus dem Verlauf entfernt',
    today: 'Heute',
    yesterday: 'Gestern',
    loadFailed: 'Verlauf konnte nicht geladen werden',
    removeFailed: 'Entfernen aus dem Verlauf fehlgeschlagen',
    convertFailed: 'Erneutes Konvertieren fehlgeschlagen',
    removed: 'Dieser Eintrag wurde aus dem Verlauf entfernt.',
    damaged:
      'Der Verlauf in {path} war beschädigt. Die Datei wurde in {aside} umbenannt; der Verlauf ist jetzt leer.',
    entries: 'Verlauf',
    entriesHelp: 'Private Dokumente werden nie aufgezeichnet.',
    entryCount: '{count, plural, one {# Eintrag} other {# Einträge}}',
    off: 'Aus',
  },
  uploads: {
    uploadTo: 'Nach {destination} hochladen',
    addDestination: 'Ziel hinzufügen',
    enterKey: 'Schlüssel eingeben',
    enterSecret: 'Schlüssel eingeben',
    retryNow: 'Jetzt wiederholen',
    copyLink: 'Link kopieren',
    saveCopy: 'Kopie speichern',
    discard: 'Verwerfen',
    replace: 'Ersetzen',
    keepBoth: 'Beide behalten',
    skip: 'Überspringen',
    keepBothHint: 'Den neuen Namen um eine Nummer ergänzen',
    skipHint: 'Dieses PDF nicht hochladen',
    destinations: 'Ziele',
    createLink: 'Befristeten Link erstellen…',
    temporaryLink: 'Befristeter Link',
    linkExpires: 'Gültigkeit des Links',
    customTime: 'Andere…',
    duration: 'Dauer',
    unit: 'Einheit',
    linkTimeIssue: 'Ein Link kann 1 Minute bis 1 Woche gültig sein. Eine andere Dauer eingeben.',
    pdfIsKept: 'Das PDF bleibt erhalten, bis es hochgeladen oder verworfen wird.',
    retryFailed: 'Upload konnte nicht wiederholt werden',
    cancelFailed: 'Upload konnte nicht abgebrochen werden',
    removeFailed: 'Upload konnte nicht entfernt werden',
    linkCopied: 'Link kopiert. Er funktioniert nur, wenn der Bucket öffentlich ist.',
    createLinkFailed: 'Link konnte nicht erstellt werden',
    uploadFailed: 'PDF konnte nicht hochgeladen werden',
    loadFailed: 'Uploads konnten nicht geladen werden',
    nameConflict: 'Namenskonflikt',
    waitingForKey: 'Wartet auf Schlüssel',
    waitingForSecret: 'Wartet auf Schlüssel',
    waiting: 'Wartend',
    uploading: 'Wird hochgeladen',
    uploaded: 'Hochgeladen',
    skipped: 'Übersprungen',
    failed: 'Upload fehlgeschlagen',
    canceled: 'Abgebrochen',
    webhook: 'Webhook',
    sending: 'Wird gesendet',
    sent: 'Gesendet',
    webhookFailed: 'Fehlgeschlagen',
    nameExists: 'Eine Datei mit diesem Namen ist bereits vorhanden',
    waitingInQueue: 'Wartet in der Warteschlange',
    waitingForSigningSecret: 'Wartet auf den Signaturschlüssel',
    retryingNow: 'Neuer Versuch läuft',
    discarded: 'Upload verworfen',
    allDelivered: 'Alle zugestellt',
    uploadingTo: '{file} wird nach {destination} hochgeladen',
    replaceHint: 'Vorhandene Datei {file} überschreiben',
    moreActions: 'Weitere Aktionen: {file}',
    createLinkTo: 'Befristeten Link erstellen: {file}',
    moreUploads: '{count, number} weitere',
    minutes: 'Minuten',
    hours: 'Stunden',
    days: 'Tage',
    conflict: '„{file}“ ist bereits vorhanden. Ersetzen, beide behalten oder überspringen?',
    statusAt: '{destination}: {status}',
    failedAt: 'Hochladen nach {destination} fehlgeschlagen',
    timedLinkCopied: 'Link kopiert. Gültigkeit: {time}.',
    nothingUploaded: 'Es wurde nichts hochgeladen: Diese Version hat noch kein PDF.',
    secretKeyMissing: 'Der Geheimschlüssel von {destination} fehlt. Hier eingeben.',
    stillPending:
      'Ein früherer Upload nach {destination} steht noch aus und verwendet denselben Namen.',
    waitsForKey:
      'Dieses PDF ist bereits unter den Uploads nach {destination} und wartet auf den Geheimschlüssel.',
    alreadyUploading: 'Dieses PDF wird bereits nach {destination} hochgeladen.',
    alreadyListed: 'Dieses PDF ist bereits unter den Uploads nach {destination}. {reason}',
    webhookFor: 'Webhook für {file}',
    uploadedTo: 'Nach {destination} hochgeladen',
    uploadedToAs: 'Nach {destination} hochgeladen als {name}',
    changedSinceUpload: 'Seit dem Hochladen nach {destination} geändert',
    changedSinceUploadAs: 'Seit dem Hochladen nach {destination} als {name} geändert',
    uploadingSize: 'Wird hochgeladen: {size}',
    waitingForKeyOf: 'Wartet auf den Geheimschlüssel von {destination}',
    retryingIn: 'Neuer Versuch in {time}',
    retryReason: '{retry}. {reason}',
    webhookStatusWaiting: 'Webhook wartet',
    webhookStatusSecret: 'Webhook wartet auf Schlüssel',
    webhookStatusSending: 'Webhook wird gesendet',
    webhookStatusSent: 'Webhook gesendet',
    webhookStatusSkipped: 'Webhook übersprungen',
    webhookStatusFailed: 'Webhook fehlgeschlagen',
    webhookStatusCanceled: 'Webhook abgebrochen',
    deliveredOf: '{delivered, number} von {total, number} zugestellt',
    discardedCount: '{count, number} verworfen',
    enterPassword: 'Passwort eingeben',
    editDestination: 'Ziel bearbeiten',
    waitingForPassword: 'Wartet auf Passwort',
    waitingForPasswordOf: 'Wartet auf das Passwort von {destination}',
    waitsForPassword:
      'Dieses PDF ist bereits bei den Uploads zu {destination} und wartet auf das Passwort.',
    passwordMissing: 'Das Passwort von {destination} fehlt. Hier eingeben.',
    passphraseMissing: 'Die Passphrase von {destination} fehlt. Hier eingeben.',
    copyAddress: 'Adresse kopieren',
    addressCopied: 'Adresse kopiert.',
  },
  presets: {
    saveAs: 'Als Vorgabe speichern…',
    reset: 'Auf Standard zurücksetzen',
    export: 'Vorgaben exportieren…',
    import: 'Vorgaben importieren…',
    preset: 'Vorgabe',
    name: 'Name der Vorgabe',
    namePlaceholder: 'Rechnungen',
    save: 'Vorgabe speichern',
    rename: 'Umbenennen',
    saveFailed: 'Vorgabe konnte nicht gespeichert werden',
    renameFailed: 'Vorgabe konnte nicht umbenannt werden',
    removeFailed: 'Vorgabe konnte nicht entfernt werden',
    exportFailed: 'Vorgaben konnten nicht exportiert werden',
    importFailed: 'Vorgaben konnten nicht importiert werden',
    update: '„{name}“ aktualisieren',
    renameItem: '„{name}“ umbenennen…',
    removeItem: '„{name}“ entfernen',
    changedMark: '(geändert)',
    button: 'Vorgabe: {name}',
    buttonChanged: 'Vorgabe: {name}, geändert',
    none: 'keine',
    newName: 'Neuer Name für „{name}“',
    replace: '„{name}“ ersetzen',
    removed: 'Vorgabe „{name}“ entfernt',
    applied: 'Vorgabe „{name}“ angewendet',
    optionsReset: 'Optionen auf Standard zurückgesetzt',
    exported: 'Vorgaben nach {path} exportiert',
    imported: '{count, plural, one {# Vorgabe importiert} other {# Vorgaben importiert}}',
  },
  settings: {
    certificates: 'Zertifikate',
    certificatesHelp:
      'PEM-Datei mit zusätzlichen vertrauenswürdigen Zertifikaten, für selbst betriebene Dienste.',
    none: 'Keine',
    chooseCertificates: 'Zertifikate auswählen',
    choose: 'Auswählen…',
    name: 'Name',
    authentication: 'Authentifizierung',
    test: 'Testen',
    save: 'Speichern',
    remove: 'Entfernen',
    replace: 'Ersetzen',
    delete: 'Löschen',
    themeSystem: 'System',
    themeLight: 'Hell',
    themeDark: 'Dunkel',
    appearance: 'Erscheinungsbild',
    language: 'Sprache',
    millimeters: 'Millimeter',
    centimeters: 'Zentimeter',
    inches: 'Zoll',
    points: 'Punkt',
    pixels: 'Pixel',
    units: 'Einheiten',
    parallelConversions: 'Parallele Konvertierungen',
    memoryLimit: 'Speicherlimit',
    memoryLimitHelp:
      'Wie viel Arbeitsspeicher eine Seite belegen darf. Große Dokumente brauchen mehr.',
    gigabytes: '{count, number} GB',
    automaticGigabytes: 'Automatisch ({count, number, ::.#} GB)',
    parallelConversionsHelp:
      'Wie viele Dokumente der Warteschlange gleichzeitig konvertiert werden. Mehr Konvertierungen brauchen mehr Arbeitsspeicher.',
    automatic: 'Automatisch',
    notifications: 'Benachrichtigungen',
    notificationsHelp: 'Benachrichtigen, wenn ein Stapel im Hintergrund fertig wird.',
    updates: 'Updates',
    updatesHelp: 'Suche beim Start und einmal täglich.',
    updatesOff: 'Aus',
    updatesAsk: 'Vor dem Installieren fragen',
    updatesAutomatic: 'Automatisch installieren',
    updateCheckFailed: 'Suche nach Updates fehlgeschlagen',
    more: 'Mehr',
    storedInKeychain: 'Im Schlüsselbund des Systems gespeichert',
    keptUntilQuit: 'Bis zum Beenden gespeichert',
    storedUnencrypted: 'Unverschlüsselt gespeichert',
    storeUnencrypted: 'Schlüssel unverschlüsselt speichern',
    storeUnencryptedHelp: 'Lesbar für alle mit Zugriff auf Ihre Dateien oder Backups.',
    secretsInKeychain:
      'Schlüssel und Passwörter werden im Schlüsselbund des Systems gespeichert und nicht wieder angezeigt.',
    secretsUntilQuit: 'Schlüssel und Passwörter bleiben nur bis zum Beenden gespeichert.',
    secretsUnencrypted: 'Schlüssel und Passwörter werden unverschlüsselt gespeichert.',
    secretInKeychain: 'Im Schlüsselbund des Systems gespeichert.',
    secretUntilQuit: 'Nur bis zum Beenden gespeichert: Es ist kein Schlüsselbund verfügbar.',
    secretUnencrypted: 'Wie gewählt unverschlüsselt gespeichert.',
    settings: 'Einstellungen',
    close: 'Einstellungen schließen',
    sections: 'Bereiche der Einstellungen',
    general: 'Allgemein',
    webhooks: 'Webhooks',
    localServer: 'Lokaler Server',
    seeField: 'Siehe das hervorgehobene Feld.',
    nameType: 'Der Name muss ein Text wie „{example}“ sein, ist aber {value}.',
    nameEmpty: 'Der Name ist leer. Einen Namen wie {example} eingeben.',
    nameTooLong: 'Der Name ist länger als {max, number} Zeichen. Einen kürzeren eingeben.',
    privateAddresses: 'Private Adressen',
    privateAddressesHelp:
      'Erlaubt Webhooks zu privaten Netzwerken und diesem Computer, zum Beispiel http://127.0.0.1:3000.',
    signingSecretMissing:
      'Webhooks warten auf diesen Schlüssel. Erneut eingeben oder die Signatur ausschalten.',
    signingSecret: 'Signaturschlüssel',
    signingSecretSubject: 'Signaturschlüssel',
    signingSecretHelp: 'Signiert Webhooks (Standard Webhooks), damit Empfänger sie prüfen können.',
    signingSecretPlaceholder: 'whsec_…',
    stopSigning: 'Signatur ausschalten',
    destinations: 'Ziele',
    services: 'Dienste',
    saveFailed: 'Änderung konnte nicht gespeichert werden',
    saveSettingFailed: 'Einstellung konnte nicht gespeichert werden',
    edit: '{name} bearbeiten',
    duplicate: '{name} duplizieren',
    removeQuestion: '{name} entfernen?',
    replaceSecret: '{secret} ersetzen',
    deleteSecret: '{secret} löschen',
    cancelReplacing: 'Ersetzen abbrechen: {secret}',
    automaticCount: 'Automatisch ({count, number})',
    testFailed: 'Test fehlgeschlagen. Siehe das hervorgehobene Feld.',
  },
  settingsFiles: {
    settingsDamaged:
      '{path} war beschädigt und wurde in {aside} umbenannt; die Einstellungen sind jetzt auf Standard zurückgesetzt.',
    draftDamaged:
      '{path} war beschädigt und wurde in {aside} umbenannt; der Entwurf ist jetzt leer.',
    presetsDamaged:
      '{path} war beschädigt und wurde in {aside} umbenannt; die Liste der Vorgaben ist jetzt leer.',
    secretsDamaged:
      '{path} war beschädigt und wurde in {aside} umbenannt. Schlüssel und Passwörter erneut eingeben. Webhooks warten auf ihren Signaturschlüssel; in den Einstellungen eingeben oder die Signatur ausschalten.',
    listDamaged:
      '{path} war beschädigt. {reason} Die Datei wurde in {aside} umbenannt; {list, select, services {die Liste der Dienste} signIns {die Liste der Anmeldungen} other {die Liste der Ziele}} ist jetzt leer.',
    notJson: 'Der Inhalt ist kein gültiges JSON ({reason}).',
    contentInvalid: 'Der Inhalt fehlt oder ist ungültig.',
    fieldInvalid: '„{field}“ fehlt oder ist ungültig.',
    entryIgnored:
      '{list, select, services {Der Dienst} signIns {Die Anmeldung} other {Das Ziel}} „{name}“, Eintrag {number, number} in {path}, wird ignoriert, bis der Fehler dort behoben ist. {issues}',
    entryWithoutNameIgnored:
      '{list, select, services {Der Dienst} signIns {Die Anmeldung} other {Das Ziel}}, Eintrag {number, number} in {path}, wird ignoriert, bis der Fehler dort behoben ist. {issues}',
    entryField: '{field}: {issue}',
    nameTaken:
      '{list, select, services {Ein anderer Dienst} signIns {Eine andere Anmeldung} other {Ein anderes Ziel}} heißt bereits „{name}“. Einen anderen Namen wählen.',
    idTaken:
      '{list, select, services {Ein anderer Dienst} signIns {Eine andere Anmeldung} other {Ein anderes Ziel}} hat bereits die ID „{id}“. Eine andere ID wählen.',
    unknownField: '„{name}“ ist kein bekanntes Feld. Das Feld entfernen.',
    unknownNestedField: '„{name}“ ist kein bekanntes Feld von {parent}. Das Feld entfernen.',
    mustBeText: 'Muss ein Text sein, ist aber {value}.',
    mustBeBoolean: 'Muss true oder false sein, ist aber {value}.',
    mustBeNumber: 'Muss eine Zahl sein, ist aber {value}.',
    mustBeObject: 'Muss ein Objekt sein, ist aber {value}.',
    mustBeList: 'Muss eine Liste sein, ist aber {value}.',
    mustBeOneOf: 'Muss {values} sein, ist aber {value}.',
    valueNotAllowed: 'Ist {value}, was nicht erlaubt ist.',
    notPresets:
      '{path} enthält keine Vorgaben. Eine Datei auswählen, die aus Platen exportiert wurde.',
    presetsInvalid:
      '{path} ist beschädigt oder von einer anderen Version von Platen. Die Vorgaben erneut exportieren und die neue Datei importieren.',
  },
  secrets: {
    secretKeyMissing:
      'Der Geheimschlüssel von {name} fehlt. In den Einstellungen beim Ziel eingeben.',
    keyMissing:
      'Der Schlüssel des Dienstes „{name}“ fehlt. In den Einstellungen beim Dienst eingeben.',
    passwordMissing:
      'Das Passwort des Dienstes „{name}“ fehlt. In den Einstellungen beim Dienst eingeben.',
    signingSecretMissing:
      'Der Signaturschlüssel für Webhooks fehlt. In den Einstellungen eingeben.',
    secretKeyUnreadable:
      'Der Geheimschlüssel von {name} ist nicht lesbar: Der Schlüsselbund ist gesperrt, wurde zurückgesetzt oder gehört einem anderen Benutzer. In den Einstellungen beim Ziel erneut eingeben.',
    keyUnreadable:
      'Der Schlüssel des Dienstes „{name}“ ist nicht lesbar: Der Schlüsselbund ist gesperrt, wurde zurückgesetzt oder gehört einem anderen Benutzer. In den Einstellungen beim Dienst erneut eingeben.',
    passwordUnreadable:
      'Das Passwort des Dienstes „{name}“ ist nicht lesbar: Der Schlüsselbund ist gesperrt, wurde zurückgesetzt oder gehört einem anderen Benutzer. In den Einstellungen beim Dienst erneut eingeben.',
    signingSecretUnreadable:
      'Der Signaturschlüssel für Webhooks ist nicht lesbar: Der Schlüsselbund ist gesperrt, wurde zurückgesetzt oder gehört einem anderen Benutzer. In den Einstellungen erneut eingeben.',
    destinationRemoved:
      'Das Ziel dieses PDFs wurde aus den Einstellungen entfernt. Den Upload verwerfen oder das PDF zu einem anderen Ziel hochladen.',
    storedUnprotected:
      'Dieses System hat keinen Schlüsselbund. Schlüssel und Passwörter werden daher in einer Datei gespeichert, die andere Programme lesen können.',
    noMacKeychain:
      'Der Schlüsselbund ist nicht verfügbar. Schlüssel und Passwörter bleiben daher nur bis zum Beenden gespeichert.',
    noWindowsProtection:
      'Die Datenschutz-API von Windows (DPAPI) ist nicht verfügbar. Schlüssel und Passwörter bleiben daher nur bis zum Beenden gespeichert.',
    noKeychain:
      'Dieses System hat keinen Schlüsselbund, den Platen verwenden kann, zum Beispiel GNOME Keyring oder KWallet. Schlüssel und Passwörter bleiben daher nur bis zum Beenden gespeichert.',
    notStored:
      'Die Eingabe ließ sich nicht im Schlüsselbund speichern und bleibt daher nur bis zum Beenden erhalten.',
    targetPasswordMissing:
      'Das Passwort von {name} fehlt. In den Einstellungen beim Ziel eingeben.',
    targetPasswordUnreadable:
      'Das Passwort von {name} ist nicht lesbar: Der Schlüsselbund ist gesperrt, wurde zurückgesetzt oder gehört einem anderen Benutzer. In den Einstellungen beim Ziel erneut eingeben.',
    targetPassphraseUnreadable:
      'Die Passphrase von {name} ist nicht lesbar: Der Schlüsselbund ist gesperrt, wurde zurückgesetzt oder gehört einem anderen Benutzer. In den Einstellungen beim Ziel erneut eingeben.',
  },
  services: {
    new: 'Neuer Dienst',
    add: 'Dienst hinzufügen',
    testing: 'Eine Testseite wird konvertiert…',
    testMode: 'Testmodus',
    testModeHelp: 'PDFs sind kostenlos und haben ein Wasserzeichen.',
    namePlaceholder: 'büro',
    url: 'URL',
    urlPlaceholder: 'https://pdf.example.org',
    urlHelp: 'Ohne /v1/pdf; Platen ergänzt es.',
    storage: 'Speicher',
    storageHelp: 'Wo der Dienst PDFs standardmäßig speichert.',
    defaultStorage: 'Standard des Dienstes',
    ownStorage: 'Speicher des Dienstes',
    bucketStorage: 'Bucket',
    destination: 'Ziel',
    timeout: 'Zeitlimit',
    timeoutHelp: 'Wie lange auf ein PDF gewartet wird, in Sekunden.',
    keyMissing: 'Schlüssel fehlt',
    passwordMissing: 'Passwort fehlt',
    none: 'Noch keine Dienste',
    noLoginHelp: 'Für Dienste ohne Authentifizierung.',
    apiKey: 'API-Schlüssel',
    userAndPassword: 'Benutzername und Passwort',
    noLogin: 'Keine',
    userName: 'Benutzername',
    userPlaceholder: 'berichte',
    password: 'Passwort',
    passwordSubject: 'Passwort',
    idType: 'Die ID muss ein Text wie „office“ sein, ist aber {value}.',
    idEmpty: 'Die ID ist leer. Eine ID wie office eingeben.',
    idTooLong: 'Die ID ist länger als {max, number} Zeichen. Eine kürzere eingeben.',
    urlType: 'Die URL muss eine http- oder https-URL sein, ist aber {value}.',
    urlWithPath: 'Die URL „{url}“ endet auf {path}, was Platen selbst ergänzt. Weglassen.',
    loginType:
      'Die Authentifizierung muss ein Objekt der Art „key“, „user“ oder „none“ sein, ist aber {value}.',
    loginKind:
      'Die Art der Authentifizierung muss „key“, „user“ oder „none“ sein, ist aber {value}.',
    userType: 'Der Benutzername muss ein Text wie „berichte“ sein, ist aber {value}.',
    userEmpty: 'Der Benutzername ist leer. Den Namen eingeben, den der Dienst kennt.',
    userColon:
      'Der Benutzername enthält einen Doppelpunkt, den der Header Authorization nicht übertragen kann. Einen Namen ohne Doppelpunkt eingeben.',
    timeoutRange:
      'Das Zeitlimit muss eine ganze Zahl von Sekunden von 10 bis 3600 sein, zum Beispiel 300, ist aber {value}.',
    faultyUrl: 'URL',
    faultyLogin: 'Authentifizierung',
    faultyKey: 'Schlüssel',
    faultyPassword: 'Passwort',
    faultyUserName: 'Benutzername',
    faultyCertificates: 'Zertifikate',
    removed: 'Entfernter Dienst',
    selectedRemoved: 'Der ausgewählte Dienst wurde entfernt. Einen anderen auswählen.',
    notEncrypted: 'Nicht verschlüsselt: Dokumente können unterwegs mitgelesen werden.',
    notEncryptedKey:
      'Nicht verschlüsselt: Der Schlüssel und Dokumente können unterwegs mitgelesen werden.',
    destinationPlaceholder: "s3://dokumente/'{date}'/'{name}'.pdf",
    destinationHelp:
      "Platzhalter: '{name}', '{title}', '{date}', '{n}'. Der Dienst braucht Schreibzugriff.",
    testModeFacts: '{url} · Testmodus',
    removeQuestion: '{name} entfernen? Vorhandene PDFs bleiben, wo sie sind.',
    removeWithKeyQuestion:
      '{name} mit dem Schlüssel entfernen? Vorhandene PDFs bleiben, wo sie sind.',
    removeWithPasswordQuestion:
      '{name} mit dem Passwort entfernen? Vorhandene PDFs bleiben, wo sie sind.',
    about:
      'Ein Dienst erstellt PDFs auf einem anderen Server: jedem, der POST /v1/pdf annimmt, zum Beispiel einem anderen Platen. Er kann pro PDF Kosten berechnen.',
  },
  attachments: {
    type: 'Anhänge müssen eine Liste von Dateien sein, sind aber {value}.',
    tooMany: 'Ein PDF kann {max, number} Anhänge haben. Einige weglassen.',
    notFile: '{path} ist keine Datei und lässt sich deshalb nicht anhängen.',
    name: 'Der Name {name} ist kein Dateiname. Einen ohne Schrägstriche mit höchstens {max, number} Zeichen eingeben.',
    longDescription:
      'Die Beschreibung {text} ist länger als {max, number} Zeichen. Die Beschreibung kürzen.',
    relationship: 'Die Beziehung einer angehängten Datei ist {value}. Möglich: {choices}.',
    relationshipNear: 'Die Beziehung „{value}“ gibt es nicht. Gemeint ist vielleicht {nearest}.',
    tooLarge:
      'Mit {path} haben die Anhänge mehr als {megabytes, number} MB. Einige weglassen oder kleinere Dateien anhängen.',
    apiLacks:
      'Anhänge gibt es nur bei lokaler Konvertierung. Anhänge entfernen oder auf diesem Computer konvertieren.',
  },

  protection: {
    type: 'Die Passwörter müssen die ID von gespeicherten sein, sind aber {value}.',
    missing:
      'Die Passwörter dieses PDF fehlen, deshalb wurde nichts konvertiert. Passwörter erneut eingeben.',
    apiLacks:
      'Passwörter gibt es nur bei lokaler Konvertierung. Passwörter entfernen oder auf diesem Computer konvertieren.',
    needsOwner:
      '{name} erfordert ein Besitzerpasswort: Ohne dieses darf jeder alles, der das PDF öffnet.',
    samePasswords:
      'Besitzerpasswort und Passwort zum Öffnen sind gleich, deshalb darf jeder alles, der das PDF öffnet. Zwei verschiedene verwenden.',
    passwordEmpty: '{source} ist leer. Das Passwort muss enthalten sein.',
    passwordInvisible: 'Das Passwort hat nur unsichtbare Zeichen.',
    passwordCharacters:
      'Das Passwort enthält Zeichen, die PDF-Programme ablehnen, etwa Steuerzeichen.',
    passwordDirections:
      'Ein Passwort mit Buchstaben, die von rechts nach links geschrieben werden, muss mit ihnen beginnen und enden und darf keine anderen enthalten.',
    passwordTooLong:
      'Das Passwort hat {bytes, number} Bytes; ein PDF erlaubt höchstens {max, number}. Das Passwort kürzen.',
    unknownStructure:
      'Das PDF wurde nicht gespeichert, weil es eine unbekannte Struktur hat und sich nicht schützen lässt.',
    removed:
      'Die Passwörter dieses PDF sind nicht mehr gespeichert. Den Auftrag mit „Bearbeiten“ ins Formular laden und sie unter „Sicherheit“ erneut eingeben.',
    unreadable:
      'Die Passwörter dieses PDF lassen sich nicht aus dem Schlüsselbund lesen. Den Schlüsselbund entsperren und es erneut versuchen oder sie unter „Sicherheit“ erneut eingeben.',
    lost: 'Dieses Passwort ist nicht mehr gespeichert. Erneut eingeben oder entfernen.',
    openLabel: 'Passwort zum Öffnen',
    openHelp: 'Wer das PDF öffnet, braucht dieses Passwort (AES-256).',
    openFact: 'Passwort zum Öffnen',
    ownerLabel: 'Besitzer\u00adpasswort',
    ownerHelp:
      'Öffnet das PDF mit allen Rechten. Ohne dieses lassen sich die Rechte der anderen nicht einschränken.',
    ownerFact: 'Besitzerpasswort',
    stored: 'Festgelegt',
    none: 'Keines',
    show: 'Passwort anzeigen',
    hide: 'Passwort verbergen',
    waiting: 'Wartet auf Passwörter',
    missingShort: 'Passwörter fehlen',
    passwords: 'Passwörter',
  },

  signIns: {
    host: 'Der Host',
    hostType: 'Ein Host muss ein Text wie intranet.example.org sein, ist aber {value}.',
    hostEmpty: 'Kein Host. Einen Host wie intranet.example.org eingeben.',
    hostLogin: 'Ein Host kann keinen Benutzernamen und kein Passwort enthalten. Beides weglassen.',
    hostPath:
      'Der Host {host} enthält einen Pfad. Nur den Host eingeben, etwa intranet.example.org.',
    idType:
      'Die Anmeldung muss die ID einer Anmeldung in den Einstellungen sein, ist aber {value}.',
    apiLacks:
      'Anmeldungen funktionieren nur bei lokaler Konvertierung. Die Anmeldung entfernen oder auf diesem Computer konvertieren.',

    named: 'Die Anmeldung „{name}“',
    expired: '{signIn} wurde abgelehnt oder ist abgelaufen: {reason}. Erneut anmelden.',
    redirected: 'Der Server hat zu {url} weitergeleitet',
    cookieRefused: 'Das Cookie {name} wurde nicht verwendet, weil Chromium es ablehnt.',
    missing:
      'Sie sind bei {host} nicht angemeldet. In den Einstellungen oder neben der URL erneut anmelden.',
    removed:
      'Die Anmeldung dieser Konvertierung wurde entfernt. Eine andere auswählen oder erneut anmelden.',
    unreadable:
      '{signIn} ist nicht lesbar: Der Schlüsselbund ist gesperrt, wurde zurückgesetzt oder gehört einem anderen Benutzer. Erneut anmelden.',

    headerForm: 'Ein HTTP-Header muss die Form Name: Wert haben.',
    headerName: 'Der Header-Name „{name}“ muss aus Buchstaben, Ziffern und Bindestrichen bestehen.',
    headerCookie:
      'Cookies können nicht als Header gesendet werden. Eine Datei cookies.txt verwenden.',
    headerControlled: 'Den Header {name} setzt der Browser selbst. Den Header entfernen.',
    headerEmpty: 'Der Header {name} hat keinen Wert.',
    headerValue: 'Der Wert des Headers {name} enthält Zeichen, die in Headern nicht erlaubt sind.',
    cookieLine: 'Zeile {line, number} von {file}: {issue}',
    cookieFields:
      'Sie hat {count, plural, one {# Feld} other {# Felder}} statt sieben, durch Tabulatoren getrennt.',
    cookieDomain: '„{domain}“ ist kein Host.',
    cookieFlag: 'Feld {number, number} muss TRUE oder FALSE sein, ist aber „{value}“.',
    cookiePath: 'Der Pfad „{path}“ muss mit einem Schrägstrich beginnen.',
    cookieExpiry: 'Der Ablauf „{value}“ muss eine Anzahl von Sekunden seit 1970 sein, oder 0.',
    cookieName: 'Der Name des Cookies ist leer oder enthält ungültige Zeichen.',
    cookieValue: 'Der Wert des Cookies enthält ungültige Zeichen.',
    cookiesEmpty: '{file} enthält keine Cookies.',

    label: 'Anmeldung',
    signIns: 'Anmeldungen',
    signIn: 'Anmelden…',
    signInAgain: 'Erneut anmelden…',
    use: 'Anmeldung {name} verwenden',
    passwordEmpty: 'Kein Passwort. Eines eingeben.',
    userEmpty: 'Kein Benutzername. Einen eingeben.',
    headersEmpty: 'Keine Header. In jeder Zeile einen eingeben, etwa X-Api-Key: abc.',
    cookiesElsewhere: '{file} enthält keine gültigen Cookies für {hosts}.',
    chooseCookies: 'Cookie-Datei auswählen',
    cookieFiles: 'Cookie-Dateien',
    other: 'Anders anmelden…',
    otherTitle: 'Anmeldung hinzufügen',
    kindLabel: 'Art',
    hosts: 'Hosts',
    hostsHelp: 'Nur diese erhalten sie, auch für Bilder und Skripte.',
    headers: 'Header',
    headersHelp: 'Einer in jeder Zeile, etwa X-Api-Key: abc.',
    cookiesHelp:
      'Eine Datei cookies.txt im Netscape-Format, wie Browser-Erweiterungen sie exportieren.',
    chooseFile: 'Datei auswählen…',
    add: 'Hinzufügen',
    signedInTo: 'Angemeldet bei {name}',
    signedOutOf: 'Abgemeldet von {name}',
    notForHost: 'Die Anmeldung {name} wird nicht an {host} gesendet',
    stopUsing: 'Anmeldung {name} entfernen',
    removedName: 'eine entfernte Anmeldung',
    dialogTitle: 'Bei {host} anmelden',
    dialogText:
      'Im geöffneten Fenster anmelden und auf „Fertig“ klicken, sobald die Seite erscheint.',
    windowShows: 'Das Fenster zeigt {host}.',
    windowClosed: 'Das Fenster ist geschlossen. Nach der Anmeldung auf „Fertig“ klicken.',
    keep: 'Diese Anmeldung behalten',
    keepHelp: 'Sonst wird sie beim Beenden vergessen.',
    done: 'Fertig',
    openFailed: 'Das Anmeldefenster konnte nicht geöffnet werden',
    noWindow: 'Das Anmeldefenster ist nicht mehr geöffnet. Erneut anmelden.',
    waiting: 'Wartet auf eine Anmeldung',
    kindWindow: 'über ein Fenster',
    kindPassword: 'Benutzername und Passwort',
    kindCookies: 'Cookies',
    kindHeaders: 'Header',
    kept: 'dauerhaft',
    thisRun: 'bis zum Beenden',
    signedOut: 'Abgemeldet',
    noneTitle: 'Noch keine Anmeldungen',
    about:
      'Eine Anmeldung öffnet Seiten, die einen Login erfordern. Eine URL eingeben und daneben auf „Anmelden“ klicken. Nur ihre Hosts erhalten, was sie enthält.',
    signInToUse: 'Zum Verwenden erneut anmelden.',
    removeQuestion: 'Die Anmeldung „{name}“ entfernen? Aufträge, die sie verwenden, warten dann.',
  },
  destinations: {
    accessKey: 'Zugriffsschlüssel',
    localConfiguration: 'Lokale AWS-Konfiguration',
    accessKeyPlaceholder: 'AKIA…',
    secretKey: 'Geheimschlüssel',
    secretKeySubject: 'Geheimschlüssel',
    profile: 'Profil',
    profileHelp: 'Ein Profil in ~/.aws/config. Wenn leer, gilt der Standard von AWS.',
    profilePlaceholder: 'default',
    new: 'Neues Ziel',
    testing: 'Eine Testdatei wird hochgeladen…',
    pathStyle: 'URLs im Pfadstil',
    pathStyleHelp: 'Setzt den Bucket in den Pfad der URL: host/bucket/name.pdf.',
    ownerControl: 'Bucket-Eigentümer Vollzugriff geben',
    ownerControlHelp:
      'Setzt bucket-owner-full-control für jedes Objekt. Manche Anbieter unterstützen das nicht.',
    namePlaceholder: 'dokumente',
    endpoint: 'Endpunkt',
    endpointPlaceholder: 'https://s3.example.org',
    region: 'Region',
    regionPlaceholder: 'eu-central-1',
    regionHelp: 'Wenn leer, aus der lokalen AWS-Konfiguration, sonst us-east-1.',
    bucket: 'Bucket',
    bucketPlaceholder: 'mein-bucket',
    folder: 'Ordner',
    folderPlaceholder: 'berichte/2026',
    folderHelp: 'Ordner im Bucket. Wenn leer, die oberste Ebene.',
    publicUrl: 'Öffentliche URL',
    publicUrlPlaceholder: 'https://files.example.org',
    publicUrlHelp: 'Basis von Links, zum Beispiel ein CDN. Wenn leer, die URL des Objekts.',
    secretKeyMissing: 'Geheimschlüssel fehlt',
    none: 'Noch keine Ziele',
    removeQuestion:
      '{name} mit Schlüssel oder Passwort entfernen? Hochgeladene Dateien bleiben erhalten.',
    pendingUploads:
      '{count, plural, one {# ausstehender Upload wird} other {# ausstehende Uploads werden}} fehlschlagen.',
    about:
      'Ein Ziel ist ein Bucket oder ein Server, zu dem PDFs hochgeladen werden: Amazon S3 und kompatible Speicher, SFTP und WebDAV.',
    copyName: '{name} Kopie',
    otherProvider: 'Anderer',
    endpointEmpty: 'Der Endpunkt ist leer. Die URL eingeben, zum Beispiel {example}.',
    endpointUnfilled:
      'Der Endpunkt „{endpoint}“ enthält noch {part}. Durch den eigenen Wert ersetzen ({name}).',
    endpointWithBucket:
      'Der Endpunkt „{endpoint}“ enthält den Bucket „{bucket}“. Den Bucket weglassen.',
    urlType: '{name} muss eine http- oder https-URL sein, ist aber {value}.',
    accessKeyType: 'Der Zugriffsschlüssel muss ein Text wie „AKIA…“ sein, ist aber {value}.',
    accessKeyEmpty:
      'Der Zugriffsschlüssel ist leer. Einen Schlüssel wie AKIAIOSFODNN7EXAMPLE eingeben.',
    accessKeyInvalid:
      'Der Zugriffsschlüssel ist ungültig. Er hat 3 bis 128 Buchstaben, Ziffern und die Zeichen _ . + = @ -, zum Beispiel AKIAIOSFODNN7EXAMPLE.',
    regionType: 'Die Region muss ein Text wie „eu-central-1“ sein, ist aber {value}.',
    regionInvalid:
      'Die Region „{region}“ ist kein gültiger Name. Einen Namen wie eu-central-1 eingeben.',
    bucketType: 'Der Bucket muss ein Text wie „mein-bucket“ sein, ist aber {value}.',
    bucketEmpty: 'Der Bucket ist leer. Einen Namen wie mein-bucket eingeben.',
    folderType: 'Der Ordner muss ein Text wie „berichte/2026“ sein, ist aber {value}.',
    folderEmptyPart:
      'Der Ordner „{folder}“ hat einen leeren Teil. Ohne Schrägstriche am Anfang und Ende eingeben, zum Beispiel berichte/2026.',
    folderDots: 'Der Ordner „{folder}“ hat einen Teil „.“ oder „..“. Den Pfad ausschreiben.',
    type: 'Art',
    sftp: 'SFTP-Server',
    webdav: 'WebDAV-Server',
    server: 'Server',
    serverHelp: 'Eine URL mit Benutzer und Ordner wird auf die Felder verteilt.',
    user: 'Benutzer',
    userPlaceholder: 'ich',
    sftpUserHelp: 'Wenn leer, der Name des lokalen Benutzers.',
    webdavUserHelp: 'Wenn leer, meldet sich Platen nicht an.',
    password: 'Passwort',
    passwordSubject: 'Passwort',
    passwordMissing: 'Passwort fehlt',
    passphrase: 'Passphrase',
    passphraseSubject: 'Passphrase',
    privateKey: 'Privater Schlüssel',
    agentKeys: 'SSH-Agent und ~/.ssh',
    chooseKey: 'Privaten Schlüssel auswählen',
    keyPlaceholder: '~/.ssh/id_ed25519',
    keyHelp:
      'Eine Datei im Format von OpenSSH oder PEM. Die Passphrase eingeben, wenn sie eine hat.',
    hostKey: 'Hostschlüssel',
    hostKeyHelp: 'Fingerabdruck des Servers. Wenn leer, muss sein Schlüssel in known_hosts stehen.',
    trustHostKey: 'Diesem Schlüssel vertrauen',
    hostKeyQuestion:
      'Platen kennt diesen Server nicht. Seinen Schlüssel mit dem vergleichen, den der Betreiber veröffentlicht:',
    sftpFolderPlaceholder: '/srv/berichte',
    sftpFolderHelp:
      '~/ ist der Ordner, den der Server zuerst öffnet. Fehlende Ordner werden erstellt.',
    webdavFolderPlaceholder: '/remote.php/dav/files/ich',
    webdavFolderHelp: 'Wenn leer, die oberste Ebene. Fehlende Ordner werden erstellt.',
    serverType: 'Der Server muss ein Text wie „{example}“ sein, ist aber {value}.',
    serverEmpty: 'Der Server ist leer. Die Adresse eingeben, zum Beispiel {example}.',
    serverScheme: 'Der Server „{server}“ hat das falsche Schema. Mit {schemes} beginnen.',
    serverInvalid:
      'Der Server „{server}“ ist keine gültige Adresse. Eine Adresse wie {example} eingeben.',
    serverPassword: 'Der Server enthält ein Passwort. Dieses stattdessen als Passwort eingeben.',
    userType: 'Der Benutzer muss ein Text wie „ich“ sein, ist aber {value}.',
    userEmpty: 'Der Benutzer ist leer. Einen Namen wie ich eingeben.',
    keyFileType: 'Der private Schlüssel muss der Pfad einer Datei sein, ist aber {value}.',
    keyFileEmpty: 'Der private Schlüssel ist leer. Eine Datei wie ~/.ssh/id_ed25519 auswählen.',
    keyFilePath: 'Der private Schlüssel „{file}“ ist kein vollständiger Pfad. Die Datei auswählen.',
    hostKeyType: 'Der Hostschlüssel muss ein Text wie „SHA256:…“ sein, ist aber {value}.',
    hostKeyForm:
      'Der Hostschlüssel „{key}“ ist kein Fingerabdruck. SHA256: und 43 Zeichen eingeben, wie ssh-keygen -l ihn ausgibt.',
    hostKeyPlaceholder: 'SHA256:…',
  },
  browse: {
    browse: 'Durchsuchen…',
    browseBuckets: 'Buckets durchsuchen',
    browseFolders: 'Ordner durchsuchen',
    buckets: 'Buckets',
    folders: 'Ordner',
    path: 'Aktueller Ordner',
    filter: 'Filter',
    filterBuckets: 'Buckets filtern',
    filterFolders: 'Ordner filtern',
    loading: 'Wird geladen…',
    noBuckets: 'Es gibt keine Buckets.',
    noFolders: 'Keine Ordner hier.',
    noMatch: 'Nichts entspricht „{query}“.',
    bucketCount: '{count, plural, one {# Bucket} other {# Buckets}}',
    folderCount: '{count, plural, one {# Ordner} other {# Ordner}}',
    incomplete:
      'Bisher {count, plural, one {# Ordner} other {# Ordner}}. Den Anfang eines Namens eingeben, um andere zu finden.',
    more: 'Mehr laden',
    choose: 'Diesen Ordner auswählen',
  },
  objects: {
    cacheControl: 'Cache-Control',
    contentDisposition: 'Content-Disposition',
    storageClass: 'Speicherklasse',
    encryption: 'Verschlüsselung',
    kmsKey: 'KMS-Schlüssel',
    metadata: 'Metadaten',
    tags: 'Tags',
    cacheControlForm:
      '{option}: „{value}“ ist ungültig. Durch Kommas getrennte Direktiven eingeben, zum Beispiel max-age=3600, public.',
    cacheControlSeconds:
      '{option}: In „{value}“ verlangt die Direktive „{directive}“ eine Anzahl von Sekunden, zum Beispiel max-age=3600.',
    cacheControlNear:
      '{option}: Die Direktive „{directive}“ in „{value}“ gibt es nicht. Ist {nearest} gemeint?',
    dispositionForm:
      '{option}: „{value}“ ist ungültig. inline oder attachment eingeben, bei Bedarf mit einem Dateinamen, zum Beispiel attachment; filename="bericht.pdf".',
    dispositionAscii:
      "{option}: „{value}“ ist ungültig. Header sind auf US-ASCII beschränkt. Andere Buchstaben mit Prozentzeichen kodieren, zum Beispiel attachment; filename*=UTF-8''''Gr%C3%B6%C3%9Fe.pdf.",
    storageClassForm:
      '{option}: „{value}“ ist ungültig. Den Namen einer Klasse eingeben, zum Beispiel {classes}.',
    storageClassNear: '{option}: „{value}“ gibt es nicht. Ist {nearest} gemeint?',
    encryptionUnknown: '{option}: „{value}“ ist ungültig. Möglich ist {choices}.',
    kmsKeyForm:
      '{option}: „{value}“ ist ungültig. Die ID, den ARN oder den Alias eines Schlüssels ohne Leerzeichen eingeben.',
    kmsKeyAlone: '{option} gilt nur mit {encryption} aws:kms. Hinzufügen oder entfernen.',
    pairForm:
      '{option}: „{text}“ hat keinen Namen und Wert. Einen Namen, = und einen Wert eingeben, zum Beispiel projekt=alpha.',
    pairTwice: '{option}: „{name}“ ist mehrfach gesetzt. Die doppelten Angaben entfernen.',
    metadataPrefix:
      '{option}: In „{text}“ den Namen ohne x-amz-meta- eingeben; es wird ergänzt. Andere x-amz--Header sind keine Metadaten.',
    metadataName:
      '{option}: Der Name in „{text}“ darf nur aus Buchstaben, Ziffern und - bestehen, ohne Leerzeichen.',
    metadataReserved:
      '{option}: In „{text}“ einen anderen Namen wählen. Platen braucht {name} selbst.',
    metadataEmpty:
      '{option}: „{text}“ hat keinen Wert. Nach dem = einen Wert eingeben oder entfernen.',
    metadataAscii:
      '{option}: Der Wert in „{text}“ hat andere Zeichen als US-ASCII, worauf Header beschränkt sind. Ersetzen oder mit Prozentzeichen kodieren.',
    metadataTooLarge:
      '{option}: Die Werte haben mit ihren Namen {size, number} Bytes. Erlaubt sind {max, number}.',
    tagReserved:
      '{option}: Der Name in „{text}“ ist reserviert, da er mit aws: beginnt. Einen anderen wählen.',
    tagCharacters:
      '{option}: In „{text}“ sind nur Buchstaben, Ziffern, Leerzeichen und + - = . _ : / @ erlaubt.',
    tagLength:
      '{option}: Die Länge von „{text}“ ist nicht erlaubt. Für den Namen 1 bis {maxName, number} Zeichen eingeben, für den Wert bis zu {maxValue, number}.',
    tooManyTags: '{option}: Es sind {count, number} Tags gesetzt. Erlaubt sind {max, number}.',
    uploadOptions: 'Upload-Optionen',
    cacheControlPlaceholder: 'max-age=3600, public',
    contentDispositionPlaceholder: 'inline',
    contentDispositionHelp: 'inline zeigt PDFs im Browser an, attachment speichert sie.',
    storageClassPlaceholder: 'STANDARD_IA',
    encryptionDefault: 'Standard des Buckets',
    encryptionS3: 'Vom Server verwaltet (SSE-S3)',
    encryptionKms: 'KMS-Schlüssel (SSE-KMS)',
    kmsKeyPlaceholder: 'alias/dokumente',
    kmsKeyHelp: 'ID, ARN oder Alias. Wenn leer, der Standardschlüssel des Kontos.',
    metadataPlaceholder: 'projekt=alpha',
    metadataHelp: 'Ein NAME=WERT je Zeile.',
    tagsPlaceholder: 'abteilung=vertrieb',
    tagsHelp: 'Ein NAME=WERT je Zeile, bis zu {max, number}.',
  },
  localServer: {
    server: 'Server',
    serverHelp:
      'Nimmt auf diesem Computer POST /v1/pdf an, solange das Fenster geöffnet ist. Verlangt den zugehörigen Schlüssel.',
    notRunning: 'Nicht gestartet',
    url: 'URL',
    urlHelp: 'Bei jedem Start des Servers wird ein neuer Schlüssel erzeugt.',
    urlCopied: 'URL kopiert',
    copyUrl: 'URL kopieren',
    copyKey: 'Schlüssel kopieren',
    port: 'Port',
    portHelp: 'Zum Ändern des Ports den Server beenden.',
    privateHosts: 'Private Hosts',
    privateHostsHelp:
      'Private Hosts, von denen Anfragen Seiten laden dürfen, durch Kommas getrennt, zum Beispiel wiki oder 10.0.0.7:8080.',
    keepFor: 'PDFs aufbewahren für',
    keepForHelp:
      'PDFs im Speicher des Servers werden nach dieser Zeit gelöscht. Änderungen gelten für neue PDFs.',
    hours: 'Stunden',
    keyCopied: 'Schlüssel kopiert',
    off: 'Aus',
    starting: 'Wird gestartet…',
    stopping: 'Wird nach den aktuellen Anfragen beendet…',
    portIssue: 'Der Port {port} ist keine ganze Zahl von 1 bis 65535. Eine Zahl wie 8080 eingeben.',
    keepForIssue:
      'Die Zeit {time} ist keine ganze Zahl von Stunden von 1 bis 720. Eine Zahl wie 24 eingeben.',
    tooManyHosts: 'Die Liste hat {count, number} Hosts; das Maximum ist {limit, number}.',
    idle: 'Bereit · {pdfs, plural, one {# PDF} other {# PDFs}} erstellt',
    processing:
      '{requests, plural, one {# Anfrage} other {# Anfragen}} in Bearbeitung · {pdfs, plural, one {# PDF} other {# PDFs}} erstellt',
  },
  commands: {
    fileMenu: '&Datei',
    editMenu: '&Bearbeiten',
    viewMenu: '&Ansicht',
    documentMenu: 'D&okument',
    queueMenu: '&Warteschlange',
    windowMenu: '&Fenster',
    helpMenu: '&Hilfe',
    open: 'Dateien öffnen…',
    enterUrl: 'URL eingeben',
    watchFolder: 'Überwachte Ordner…',
    openRequest: 'JSON-Anfrage öffnen…',
    refresh: 'Vorschau aktualisieren',
    cancel: 'Vorschau abbrechen oder schließen',
    convert: 'Konvertieren',
    save: 'PDF speichern',
    saveAs: 'Speichern unter…',
    upload: 'PDF hochladen',
    copyAsCurl: 'Als cURL kopieren',
    copyAsJson: 'Als JSON kopieren',
    openPdf: 'PDF öffnen',
    editInDocument: 'Im Dokument bearbeiten',
    showDocument: 'Dokument anzeigen',
    showHistory: 'Verlauf anzeigen',
    showQueue: 'Warteschlange anzeigen',
    toggleQueue: 'Zwischen Dokument und Warteschlange wechseln',
    pauseQueue: 'Warteschlange anhalten',
    resumeQueue: 'Warteschlange fortsetzen',
    retryFailed: 'Fehlgeschlagene Aufträge wiederholen',
    cancelAll: 'Alle Aufträge abbrechen',
    clearCompleted: 'Fertige Aufträge entfernen',
    clearFinished: 'Beendete Aufträge entfernen',
    compare: 'Mit früherer Version vergleichen',
    compareFile: 'Mit Datei vergleichen…',
    nextChange: 'Nächste Änderung',
    previousChange: 'Vorherige Änderung',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    settings: 'Einstellungen…',
    palette: 'Aktionen suchen',
    shortcuts: 'Tastenkürzel',
    checkForUpdates: 'Nach Updates suchen…',
    copyDiagnostics: 'Diagnosedaten kopieren',
    about: 'Über Platen',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    delete: 'Löschen',
    selectAll: 'Alles auswählen',
    fullScreen: 'Vollbild ein/aus',
    minimize: 'Minimieren',
    closeWindow: 'Fenster schließen',
    quit: 'Platen beenden',
    developerTools: 'Entwicklertools ein/aus',
    reload: 'Fenster neu laden',
  },
  link: {
    title: 'Diese Seite in Platen öffnen?',
    close: 'Frage schließen',
    help: 'Über einen Link soll Platen diese Seite für eine Vorschau laden:',
    open: 'Seite öffnen',
    cancel: 'Abbrechen',
  },
  palette: {
    placeholder: 'Aktionen, Vorgaben und Einstellungen suchen',
    nothingFound: 'Keine passende Aktion',
    applyPreset: 'Vorgabe anwenden: {name}',
    openSettings: 'Einstellungen: {section}',
  },
  about: {
    title: 'Über Platen',
    close: '„Über Platen“ schließen',
    version: 'Version {version}',
    licenses: 'Lizenzen anzeigen',
    licensesFailed: 'Lizenzen konnten nicht gelesen werden',
    diagnosticsCopied:
      'Diagnosedaten kopiert. Sie enthalten keine Dokumente, Namen, URLs, Schlüssel oder Passwörter.',
    diagnosticsFailed: 'Diagnosedaten konnten nicht kopiert werden',
  },
  crash: {
    title: 'Das Fenster funktioniert nicht mehr',
    help: 'Dokumente und Warteschlange sind gespeichert. Zum Fortfahren das Fenster neu laden.',
    reload: 'Fenster neu laden',
    copyDiagnostics: 'Diagnosedaten kopieren',
    copied: 'Kopiert',
    restarted: 'Das Fenster ist abgestürzt und wurde mit der letzten Eingabe neu gestartet.',
    repeated:
      'Das Fenster ist nach dem Neustart erneut abgestürzt. Platen neu starten; Dokumente und Warteschlange sind gespeichert.',
    repeatedTitle: 'Platen stürzt immer wieder ab',
    unresponsive: 'Das Fenster reagiert nicht.',
    unresponsiveHelp: 'Warten oder das Fenster mit der letzten Eingabe neu starten.',
    wait: 'Warten',
    restart: 'Fenster neu starten',
  },
  quit: {
    title: 'Platen beenden?',
    requests:
      '{count, plural, one {# Anfrage an einen Dienst wird unterbrochen. Der Dienst kann sie trotzdem ausführen und berechnen.} other {# Anfragen an Dienste werden unterbrochen. Die Dienste können sie trotzdem ausführen und berechnen.}}',
    server:
      '{count, plural, one {# Anfrage an den lokalen Server wird abgebrochen.} other {# Anfragen an den lokalen Server werden abgebrochen.}}',
    jobs: 'Unfertige Aufträge gehen verloren, da sich die Warteschlange nicht speichern lässt. {reason}',
    uploads: 'Unfertige Uploads gehen verloren, da sie sich nicht speichern lassen. {reason}',
    settings: 'Nicht gespeicherte Änderungen in den Einstellungen gehen verloren.',
    html: 'Das HTML im Formular geht verloren: Mit DSGVO oder HIPAA wird es nie gespeichert.',
    quit: 'Beenden',
    cancel: 'Abbrechen',
  },
  shortcuts: {
    title: 'Tastenkürzel',
    close: 'Tastenkürzel schließen',
    paste: 'URL, HTML oder Dateien einfügen',
  },
  outbox: {
    sharedOutage:
      'Wartet mit anderen auf dasselbe Ziel, bei dem der letzte Versuch unterbrochen wurde. {reason}',
    sharedOutagePrivate:
      'Wartet mit anderen auf dasselbe Ziel, bei dem der letzte Versuch unterbrochen wurde.',
    gaveUp: 'Eine andere Zustellung an dasselbe Ziel wurde zu oft unterbrochen. {reason}',
    waitTooLong:
      '{reason} Der Server verlangt {seconds, number} s Wartezeit; das Maximum ist {limit, number} s.',
    partsLeft: 'Der Upload wurde abgebrochen, aber Teile davon sind noch am Ziel. {reason}',
    uploadCanceled: 'Der Upload wurde abgebrochen; das PDF wurde daher nicht zugestellt.',
    uploadRemoved:
      'Der Upload wurde entfernt, bevor er fertig war; das PDF wurde daher nicht zugestellt.',
    notSaved:
      'Uploads und Webhooks lassen sich nicht auf dem Laufwerk speichern. Wenn Platen jetzt beendet wird, gehen manche eventuell verloren oder werden doppelt gesendet. {reason}',
    webhookStopped: 'Der Webhook wurde nicht gesendet, weil die Ausführung beendet wurde.',
    damagedFile:
      '{path} ist beschädigt und wurde in {aside} umbenannt. Die Zustellung wird nicht fortgesetzt; das PDF bleibt, falls vorhanden, in {folder}.',
    unreadableFile:
      '{path} konnte nicht gelesen werden ({code}). Die Zustellung wird nicht fortgesetzt.',
  },
  servers: {
    schemeUnknown:
      'Zu einem Ziel wie „{url}“ kann Platen nicht hochladen. Mit s3://, sftp:// oder, für WebDAV, davs:// beginnen.',
    passwordInUrl:
      'Das Ziel „{url}“ enthält ein Passwort, das andere Programme sehen können. Stattdessen PLATEN_SERVER_PASSWORD setzen oder --server-password-file verwenden.',
    hostInvalid:
      'Das Ziel „{url}“ hat keinen gültigen Server. Eine URL wie sftp://me@files.example.org/reports/invoice.pdf eingeben.',
    portInvalid:
      'Das Ziel „{url}“ hat den ungültigen Port {port}. Einen Port von 1 bis 65535 eingeben.',
    noFileName:
      'Das Ziel „{destination}“ endet nicht mit dem Namen einer .pdf-Datei. Eine URL wie sftp://me@files.example.org/reports/invoice.pdf eingeben.',
    uploadFailed: 'Hochladen nach {file} fehlgeschlagen. {reason}',
    hostKeyUnknown:
      'Der Server {host} ist nicht bekannt: Sein Hostschlüssel ist {fingerprint} ({type}). Mit dem Schlüssel vergleichen, den sein Betreiber veröffentlicht, und erst dann vertrauen: in den Einstellungen beim Ziel, mit --host-key {fingerprint} oder in known_hosts.',
    hostKeyDiffers:
      'Der Server {host} hat den Hostschlüssel {fingerprint}, nicht {expected}. Möglicherweise gibt sich jemand für ihn aus. Den Betreiber fragen, ob der Schlüssel ersetzt wurde.',
    hostKeyChanged:
      'Der Server {host} hat den Hostschlüssel {fingerprint}, und nicht den in {file}, Zeile {line}. Möglicherweise gibt sich jemand für ihn aus. Den Betreiber fragen; nur wenn der Schlüssel ersetzt wurde, diese Zeile entfernen.',
    hostKeyRevoked:
      'Der Hostschlüssel {fingerprint} des Servers {host} ist in {file}, Zeile {line}, als widerrufen markiert. Beim Betreiber nach dem neuen fragen.',
    fileUnreadable: 'Die Datei {file} konnte nicht gelesen werden ({code}). Lesbar machen.',
    signInRefused:
      'Der Server {host} hat den Benutzer {user} abgelehnt: {tried}. Den Benutzer und das Passwort oder den Schlüssel prüfen.',
    triedPassword: 'Das Passwort wurde nicht akzeptiert',
    triedKey: 'Der private Schlüssel {file} wurde nicht akzeptiert',
    triedDefaults: 'Weder ein Schlüssel des SSH-Agents noch einer in {folder} wurde akzeptiert',
    triedConfigured:
      'Weder ein Schlüssel des SSH-Agents noch einer, den die Konfiguration von SSH nennt, wurde akzeptiert',
    sshConfigInvalid:
      'In {file}, Zeile {line}, hat {keyword} einen Wert, den Platen nicht versteht: „{value}“. Die Zeile korrigieren.',
    sshProxy:
      '{file}, Zeile {line}, setzt {keyword}: {host} wird über einen anderen Host erreicht, was Platen nicht unterstützt. Wenn es einen anderen Weg gibt, {keyword} für {host} auf none setzen.',
    noLogin:
      'Es gibt nichts, womit sich Platen bei {host} anmelden kann: kein Passwort, keinen privaten Schlüssel und keinen SSH-Agent. In den Einstellungen beim Ziel eine Anmeldung wählen, PLATEN_SERVER_PASSWORD setzen oder --identity oder --server-password-file verwenden.',
    keyFileUnreadable:
      'Der private Schlüssel {file} konnte nicht gelesen werden: {reason}. Eine andere Datei wählen.',
    fileMissing: 'er existiert nicht',
    fileIsFolder: 'es ist ein Ordner',
    keyFileInvalid:
      'Die Datei {file} enthält keinen privaten Schlüssel, den Platen lesen kann. Einen im Format von OpenSSH oder PEM wählen.',
    passphraseMissing:
      'Der private Schlüssel {file} braucht eine Passphrase. In den Einstellungen beim Ziel eingeben, PLATEN_SERVER_PASSWORD setzen oder --server-password-file verwenden.',
    passphraseWrong:
      'Die Passphrase des privaten Schlüssels {file} ist falsch. In den Einstellungen beim Ziel, in PLATEN_SERVER_PASSWORD oder in der Datei von --server-password-file korrigieren.',
    connectionFailed:
      'Verbindung zu {host} fehlgeschlagen: {reason}. Die Netzwerkverbindung, den Host und den Port prüfen.',
    certificateUntrusted:
      'Verbindung zu {host} fehlgeschlagen: {reason}. In den Einstellungen beim Ziel eine Datei mit dem Zertifikat der Zertifizierungsstelle auswählen oder NODE_EXTRA_CA_CERTS darauf setzen.',
    certificateExpired:
      'Verbindung zu {host} fehlgeschlagen: {reason}. Das Zertifikat erneuern lassen oder die Uhr stellen.',
    noConnection:
      'Keine Verbindung zu {host} innerhalb von {seconds, number} s. Die Netzwerkverbindung, den Host und den Port prüfen.',
    brokenOff: 'Die Verbindung zu {host} ist abgebrochen.',
    notSsh:
      'Der Server {host} spricht kein SSH oder keine Version, die Platen spricht. Den Host und den Port prüfen.',
    noSftp:
      'Der Server {host} bietet kein SFTP. Den Betreiber bitten, es für diesen Benutzer zu erlauben.',
    folderMissing: 'Der Ordner {folder} existiert nicht und konnte nicht erstellt werden.',
    listMissing: 'Der Ordner {folder} existiert noch nicht. Uploads erstellen ihn.',
    listDenied:
      'Der Server erlaubt es nicht, {folder} aufzulisten. Den Ordner eingeben oder einen anderen wählen.',
    listTooLong: 'In {folder} ist zu viel, um es aufzulisten. Den Ordner eingeben.',
    denied:
      'Der Server erlaubt es nicht, in {folder} zu schreiben. Einen anderen Ordner wählen oder den Betreiber fragen.',
    notFolder: '{folder} ist eine Datei, kein Ordner. Einen anderen Ordner wählen.',
    full: 'Der Server hat in {folder} keinen Platz mehr. Dort Platz schaffen und dann erneut versuchen.',
    failedHttp: 'Fehler des Servers (HTTP-Status {status, number}).',
    redirected: 'Der Server {host} leitet zu {url} weiter. Diese Adresse als Ziel verwenden.',
    webdavSignIn:
      'Der Server {host} hat Benutzer und Passwort abgelehnt. Beide prüfen. Manche Server verlangen ein App-Passwort.',
    unencrypted:
      'Die Verbindung zu {host} ist nicht verschlüsselt; andere könnten das Passwort oder das PDF lesen. davs:// statt dav:// verwenden.',
    passwordMissing:
      'Es gibt kein Passwort für den Benutzer {user} bei {host}. PLATEN_SERVER_PASSWORD setzen oder --server-password-file verwenden.',
    userMissing:
      'Es gibt ein Passwort für {host}, aber die URL nennt keinen Benutzer. Vor den Host schreiben, zum Beispiel davs://me@{host}.',
    notWebdav:
      'Der Server {host} akzeptiert dort kein WebDAV. Den Pfad prüfen; bei Nextcloud beginnt er mit /remote.php/dav/files/ und dem Benutzer.',
    tooLarge:
      'Das PDF ist zu groß für den Server {host}. Den Betreiber bitten, die Grenze zu erhöhen.',
    locked: 'Der Server hat eine Datei in {folder} gesperrt.',
    failed: 'Fehler des Servers (SFTP-Status {status, number}).',
    unknown: 'Der Upload ist aus unbekanntem Grund fehlgeschlagen ({name}). Erneut versuchen.',
    incomplete: 'Die Datei auf dem Server hat {size, number} statt {expected, number} Byte.',
    testPassed:
      'Der Server {host} nimmt Uploads an: Eine Testdatei wurde nach {folder} hochgeladen und gelöscht.',
    testNotRemoved:
      'Der Server {host} nimmt Uploads an, erlaubt aber nicht, die Testdatei {file} zu löschen; sie ist noch vorhanden.',
    otherKind: 'Das Ziel dieses Uploads ist von anderer Art als sein Zugang.',
    unknownSignIn:
      'Der Server {host} akzeptiert weder Basic- noch Digest-Authentifizierung, die Arten, die Platen für WebDAV hat. Den Betreiber bitten, eine davon zu erlauben.',
  },
  s3: {
    object: '{uri} (Ziel „{name}“)',
    uploadFailed: 'Hochladen nach {object} fehlgeschlagen. {reason}',
    readFailed: '{object} konnte nicht gelesen werden. {reason}',
    deleteFailed: '{object} konnte nicht gelöscht werden. {reason}',
    linkFailed: 'Ein Link zu {object} konnte nicht erstellt werden. {reason}',
    canceled: 'Der Upload wurde abgebrochen.',
    exists: '{object} ist bereits vorhanden und wurde nicht ersetzt.',
    existsUnread:
      '{object} ist bereits vorhanden und wurde nicht ersetzt. Eine Prüfung war nicht möglich, weil die Anmeldedaten nur das Schreiben erlauben.',
    existsMaybeOurs:
      '{object} ist vorhanden. Möglicherweise ist es dieses PDF, weil ein früherer Versuch vor dem Eintreffen der Antwort unterbrochen wurde. Eine Prüfung war nicht möglich, weil die Anmeldedaten nur das Schreiben erlauben.',
    allNumbersExist:
      '{object} und seine Namen mit allen Nummern bis {max, number} sind bereits vorhanden. Einen anderen Namen wählen.',
    pdfUnreadable:
      'Das PDF {path} konnte zum Hochladen nicht gelesen werden. Erneut konvertieren und dann hochladen.',
    pdfShorter:
      'Das PDF {path} ist kürzer als ursprünglich ({size, number} Byte). Erneut konvertieren und dann hochladen.',
    connectionFailed:
      'Verbindungsfehler: {reason}. Die Netzwerkverbindung und den Endpunkt prüfen.',
    certificateExpired:
      'Verbindungsfehler: {reason}. Das Zertifikat erneuern lassen oder die Uhr stellen.',
    certificateNotYetValid: 'Verbindungsfehler: {reason}. Die Uhr dieses Computers prüfen.',
    certificateForOtherName:
      'Verbindungsfehler: {reason}. Den Endpunkt korrigieren oder URLs im Pfadstil versuchen: Das Zertifikat gilt möglicherweise nicht für den Hostnamen jedes Buckets.',
    certificateRevoked: 'Verbindungsfehler: {reason}. An den Betreiber des Servers wenden.',
    certificateUntrusted:
      'Verbindungsfehler: {reason}. Beim Ziel unter „Zertifikate“ eine Datei mit dem Zertifikat der Zertifizierungsstelle auswählen.',
    certificateUntrustedMachine:
      'Verbindungsfehler: {reason}. AWS_CA_BUNDLE oder NODE_EXTRA_CA_CERTS auf eine Datei mit dem Zertifikat der Zertifizierungsstelle setzen oder die Datei bei einem Ziel unter „Zertifikate“ auswählen.',
    wrongProtocol:
      'Verbindungsfehler: {reason}. Den Port prüfen, und ob der Endpunkt mit http oder https beginnt.',
    noConnection:
      'Keine Verbindung innerhalb von {seconds, number} s. Die Netzwerkverbindung und den Endpunkt prüfen.',
    stalled:
      '{seconds, number} s lang keine Daten. Die Netzwerkverbindung und den Endpunkt prüfen.',
    unencrypted:
      'Die Verbindung zu {host} ist nicht verschlüsselt, was die Option HIPAA nicht erlaubt. Einen https-Endpunkt verwenden.',
    certificatesUnreadable:
      'Die Datei {path} enthält keine lesbaren Zertifikate. Eine PEM-Datei auswählen oder keine.',
    noCredentials:
      'Dieser Computer hat keine AWS-Anmeldedaten. AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY oder ein Profil festlegen, bei SSO erneut anmelden oder beim Ziel einen Zugriffsschlüssel eingeben.',
    noCredentialsInProfile:
      'Dieser Computer hat im Profil {profile} keine AWS-Anmeldedaten, oder die Anmeldung ist abgelaufen. AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY oder ein anderes Profil festlegen, bei SSO erneut anmelden oder beim Ziel einen Zugriffsschlüssel eingeben.',
    endpointScheme:
      'Dem Endpunkt „{endpoint}“ fehlt das Schema. Als https://{endpoint} schreiben, oder als http://{endpoint} für einen Server ohne Verschlüsselung.',
    machineSettings:
      'Die AWS-Konfiguration dieses Computers ist widersprüchlich. Das Profil und seinen Abschnitt services in ~/.aws/config prüfen.',
    addressingStyle:
      'Das Profil setzt addressing_style auf „{style}“. In ~/.aws/config auf path, virtual oder auto setzen.',
    wrongSecretKey:
      'Der Geheimschlüssel gehört nicht zum Zugriffsschlüssel. Den Geheimschlüssel erneut eingeben.',
    wrongSecretKeyMachine:
      'Der Geheimschlüssel gehört nicht zum Zugriffsschlüssel. AWS_SECRET_ACCESS_KEY oder den Geheimschlüssel des Profils korrigieren.',
    unknownAccessKey:
      'Der Server kennt den Zugriffsschlüssel nicht; möglicherweise wurde er widerrufen. Den Zugriffsschlüssel und den Endpunkt prüfen.',
    loginExpired:
      'Die AWS-Anmeldung dieses Computers ist abgelaufen. Erneut anmelden, zum Beispiel mit aws sso login.',
    loginExpiredProfile:
      'Die AWS-Anmeldung dieses Computers ist abgelaufen. Erneut anmelden, zum Beispiel mit aws sso login --profile {profile}.',
    accountProblem: 'Es gibt ein Problem mit dem Konto. An den Betreiber von {name} wenden.',
    clockDiffers:
      'Die Uhren dieses Computers und des Servers weichen zu stark voneinander ab. Die Uhr dieses Computers stellen.',
    clockAhead:
      'Die Uhr dieses Computers geht gegenüber dem Server {amount} vor. Die Uhr dieses Computers stellen.',
    clockBehind:
      'Die Uhr dieses Computers geht gegenüber dem Server {amount} nach. Die Uhr dieses Computers stellen.',
    minutes: '{count, plural, one {# Minute} other {# Minuten}}',
    hours: '{count, plural, one {# Stunde} other {# Stunden}}',
    denied:
      'Die Anmeldedaten haben dafür im Bucket {bucket} mit der ACL {acl} keine Berechtigung. Die Berechtigung zum Schreiben von Objekten (s3:PutObject) und ihrer ACL (s3:PutObjectAcl) erteilen.',
    listBucketsDenied:
      'Die Anmeldedaten erlauben es nicht, Buckets aufzulisten (s3:ListAllMyBuckets). Den Namen des Buckets eingeben.',
    listDenied:
      'Die Anmeldedaten erlauben es nicht, die Ordner im Bucket {bucket} aufzulisten (s3:ListBucket). Den Ordner eingeben.',
    deniedWithoutAcl:
      'Die Anmeldedaten haben dafür im Bucket {bucket} keine Berechtigung, oder nur mit der ACL {acl}. Die Berechtigung erteilen oder beim Ziel „Bucket-Eigentümer Vollzugriff geben“ einschalten, was Richtlinien oft verlangen.',
    multipartDenied:
      'Die Anmeldedaten haben keine Berechtigung, einen mehrteiligen Upload zu beginnen, den ein PDF mit mehr als {mebibytes, number} MiB erfordert. Die Berechtigung zum Schreiben von Objekten erteilen, bei mehrteiligen Uploads ohne Bedingung für die ACL: Manche Server ignorieren die ACL dort.',
    cannotCheck:
      'Die Anmeldedaten haben keine Berechtigung zu prüfen, ob das Objekt vorhanden ist, und der Server unterstützt kein bedingtes Schreiben. Die Berechtigung zum Lesen von Objekten (s3:GetObject) erteilen oder vorhandene Dateien ersetzen lassen.',
    cannotCheckOrNoAcl:
      'Die Anmeldedaten haben keine Berechtigung zu prüfen, ob das Objekt vorhanden ist, und der Server unterstützt kein bedingtes Schreiben. Die Berechtigung zum Lesen von Objekten (s3:GetObject) erteilen oder vorhandene Dateien ersetzen lassen. Wenn der Server keine ACLs unterstützt, beim Ziel „Bucket-Eigentümer Vollzugriff geben“ ausschalten.',
    aclUnsupported:
      'Der Server unterstützt keine ACLs. Beim Ziel „Bucket-Eigentümer Vollzugriff geben“ ausschalten.',
    deniedWithOptions:
      'Die Anmeldedaten haben dafür im Bucket {bucket} mit {options} keine Berechtigung. {permissions} erteilen.',
    optionRefused: 'Der Server akzeptiert {option} nicht. Korrigieren oder weglassen.',
    optionWithValue: '{option} {value}',
    optionsRefused:
      'Der Server hat die Anfrage mit dem Status {status} ({name}) abgelehnt. Vielleicht unterstützt er {options} nicht: Weglassen, was er nicht unterstützt.',
    optionsUnsupported:
      'Der Server unterstützt diese Anfrage nicht. Weglassen, was er nicht unterstützt: {options}.',
    kmsKeyRefused:
      'Der Server kann mit {option} nicht verschlüsseln ({name}). Prüfen, ob der Schlüssel existiert, aktiviert ist und in der Region des Buckets liegt.',
    noBucket:
      'Es gibt keinen Bucket {bucket}. Den Bucket erstellen oder den Namen oder den Endpunkt korrigieren.',
    invalidBucketName:
      'Der Server akzeptiert den Bucket-Namen {bucket} nicht. Den Namen korrigieren.',
    notBucket: 'Der Server antwortet nicht wie S3. Den Endpunkt prüfen.',
    notBucketVirtualHost:
      'Der Server antwortet nicht wie ein Bucket. Den Endpunkt und den Bucket prüfen; manche Server verlangen URLs im Virtual-Host-Stil.',
    notBucketPathStyle:
      'Der Server antwortet nicht wie ein Bucket. Den Endpunkt und den Bucket prüfen; manche Server verlangen URLs im Pfadstil.',
    notStored: 'Der Server hat die Daten angenommen, aber nicht gespeichert. Den Endpunkt prüfen.',
    notStoredAt:
      'Der Server hat die Daten angenommen, aber nicht gespeichert. Den Endpunkt {endpoint} prüfen.',
    inRegion: 'Der Bucket ist in der Region {region}. Die Region {region} einstellen.',
    inRegionNot:
      'Der Bucket ist in der Region {region}, nicht in {requested}. Die Region {region} einstellen.',
    inOtherRegion: 'Der Bucket ist in einer anderen Region. Die Region des Buckets einstellen.',
    inOtherRegionThan:
      'Der Bucket ist nicht in der Region {requested}, sondern in einer anderen. Die Region des Buckets einstellen.',
    objectMissing: 'Das Objekt ist nicht mehr vorhanden. Erneut hochladen.',
    uploadExpired:
      'Der Server hat die bisher gesendeten Daten verworfen. Alle Daten müssen erneut gesendet werden.',
    keyTooLong: 'Der Pfad im Bucket ist zu lang für diesen Server. Einen kürzeren wählen.',
    tooLarge: 'Die Datei ist größer, als der Server annimmt. In einen anderen Bucket hochladen.',
    partTooSmall:
      'Der Server nimmt keine Teile dieser Größe an. In einen anderen Bucket hochladen.',
    full: 'Der Bucket oder das Laufwerk des Servers ist voll. Platz schaffen oder das Kontingent erhöhen lassen.',
    damaged: 'Die Daten wurden bei der Übertragung beschädigt und müssen erneut gesendet werden.',
    waitedTooLong: 'Der Server hat zu lange auf Daten gewartet. Die Netzwerkverbindung prüfen.',
    busy: 'Der Server ist ausgelastet.',
    writeConflict: 'Ein anderer Client hat gleichzeitig dasselbe Objekt geschrieben.',
    serverError: 'Fehler des Servers mit dem Status {status}.',
    refused: 'Der Server hat die Anfrage mit dem Status {status} abgelehnt. Das Ziel prüfen.',
    refusedByName:
      'Der Server hat die Anfrage mit dem Status {status} ({name}) abgelehnt. Das Ziel prüfen.',
    unknown: 'Der Upload ist aus unbekanntem Grund fehlgeschlagen ({name}). Erneut versuchen.',
    testPassed:
      'Der Bucket {bucket} nimmt Uploads an: Ein Testobjekt wurde hochgeladen, gelesen und gelöscht.',
    testNotDeleted:
      'Der Bucket {bucket} nimmt Uploads an, und sie sind lesbar. Die Anmeldedaten erlauben nicht, das Testobjekt {key} zu löschen; es ist noch vorhanden.',
    testNotRead:
      'Der Bucket {bucket} nimmt Uploads an. Die Anmeldedaten erlauben nicht, sie zu lesen.',
    testWriteOnly:
      'Der Bucket {bucket} nimmt Uploads an. Die Anmeldedaten erlauben nur das Schreiben; das Testobjekt {key} ist daher noch vorhanden.',
    testDiffers:
      'Der Bucket {bucket} hat etwas anderes zurückgegeben, als hochgeladen wurde. Den Endpunkt prüfen: Der Server ist möglicherweise nicht S3.',
  },
  webhooks: {
    failed: 'Der Webhook konnte nicht an {host} zugestellt werden. {reason}',
    unknownHost: 'eine ungültige URL',
    urlInvalid: 'Die URL ist ungültig.',
    timedOut: 'Der Empfänger hat nicht innerhalb von {seconds, number} s geantwortet.',
    privateAddressService:
      'Die URL führt zur privaten Adresse {address}, die dieser Dienst nicht aufruft. Eine öffentliche URL angeben.',
    secretEmpty: 'Der Signaturschlüssel ist leer. Einen Schlüssel wie whsec_… eingeben.',
    secretMalformed:
      'Der Signaturschlüssel hat die falsche Form. whsec_ gefolgt von base64 eingeben, wie ihn der Empfänger bereitstellt.',
    privateAddress:
      'Die URL führt zur privaten Adresse {address}. Zum Erlauben in den Einstellungen für Webhooks „Private Adressen“ einschalten (convert: --allow-private-webhook), dann erneut versuchen.',
    unencrypted:
      'Die Verbindung ist nicht verschlüsselt, was die Option HIPAA nicht erlaubt. Eine https-URL verwenden.',
    connectionFailed: 'Verbindungsfehler: {reason}.',
    connectionFailedCode: 'Verbindungsfehler ({code}).',
    certificateExpired:
      'Verbindungsfehler: {reason}. Das Zertifikat erneuern lassen oder die Uhr stellen, dann erneut versuchen.',
    certificateNotYetValid:
      'Verbindungsfehler: {reason}. Die Uhr dieses Computers prüfen, dann erneut versuchen.',
    certificateForOtherName:
      'Verbindungsfehler: {reason}. Die URL korrigieren oder ein Zertifikat dafür ausstellen lassen, dann erneut versuchen.',
    certificateRevoked: 'Verbindungsfehler: {reason}. An den Betreiber des Empfängers wenden.',
    certificateUntrusted:
      'Verbindungsfehler: {reason}. Ein Zertifikat von einer vertrauenswürdigen Zertifizierungsstelle ausstellen lassen, dann erneut versuchen.',
    gone: 'Der Empfänger hat mit 410 geantwortet: Er nimmt unter dieser URL keine Webhooks mehr an. Beim Betreiber eine andere URL erfragen.',
    redirected:
      'Der Empfänger hat mit {status} geantwortet, einer Umleitung, der Webhooks nicht folgen. Die URL eingeben, zu der sie führt.',
    answered: 'Der Empfänger hat mit {status} geantwortet.',
    secretVariable: '{variable} ist nicht verwendbar: {reason}',
    secretForCommand: '{error} Ein Befehl liest ihn aus {variable}.',
    eventInvalidRequest: 'Die Anfrage ist ungültig.',
    eventSourceUnreadable: 'Die Quelle konnte nicht gelesen werden.',
    eventLoadFailed: 'Die Seite konnte nicht geladen werden.',
    eventTimedOut: 'Die Seite war innerhalb des Zeitlimits nicht bereit.',
    eventPageCrashed: 'Die Seite konnte nicht konvertiert werden, weil ihr Prozess beendet wurde.',
    eventChromiumEnded: 'Die Seite konnte nicht konvertiert werden, weil Chromium beendet wurde.',
    eventSandboxOff: 'Die Seite wurde nicht konvertiert, weil die Sandbox ausgeschaltet ist.',
    eventPrintFailed: 'Chromium konnte kein PDF der Seite erstellen.',
    eventPreflightFailed: 'Die Seite hat Warnungen, die die Anfrage nicht erlaubt.',
    eventCanceled: 'Abgebrochen, bevor das PDF zugestellt wurde.',
    eventWriteFailed: 'Das PDF konnte nicht gespeichert werden.',
    eventObjectExists:
      'Am Ziel ist bereits eine Datei mit diesem Namen vorhanden; sie wurde nicht ersetzt.',
    eventDeliveryRefused:
      'Das PDF konnte nicht hochgeladen werden. Es gibt keinen automatischen neuen Versuch.',
    eventDeliveryInterrupted:
      'Das PDF konnte nicht hochgeladen werden: Die Verbindung ist fehlgeschlagen, oder das Ziel war ausgelastet.',
    eventRemoteRefused: 'Der Dienst hat die Anfrage abgelehnt.',
    eventRemoteUnreachable: 'Der Dienst war nicht erreichbar.',
    eventRemoteUncertain: 'Der Dienst hat nicht geantwortet.',
    eventRefused: 'Der Aufruf ist nicht erlaubt.',
    eventInternal: 'Fehler in Platen.',
  },
};
