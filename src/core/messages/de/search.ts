export const search = {
  'find.nothing': 'Ich habe nichts gefunden. Versuch es mit weniger oder anderen Wörtern, oder such dir mit /days einen Tag aus.',
  'find.more': 'Die {shown} besten von {total} Treffern. Mit weiteren Wörtern oder einem Tag werden es weniger.',
  'find.summary': 'Zusammenfassung des Tages',
  'find.who': '{who, select, you {du} member {{name}} other {ich}}',
  'find.link': 'öffnen',
  'find.openButton': '{number} öffnen',
  'message.none': 'Es gibt keine Nachricht #{id}.',
  'message.deleted': 'Nachricht #{id} wurde gelöscht.',
  'message.alreadyDeleted': 'Nachricht #{id} wurde schon gelöscht.',
  'message.unfinished': 'Diese Nachricht wird noch geschrieben. Versuch es noch einmal, wenn sie fertig ist.',
  'open.source': '**{who, select, you {Du} member {{name}} other {Ich}}**, {day}, {time}',
  'open.above': '{source}, weiter oben: [#{id}]',
  'search.onlyExcludes': 'Die Suche schließt nur Wörter aus. Nenne auch, wonach ich suchen soll, oder einen Tag.',
  'search.tooManyPhrases':
    'Die Suche enthält {count} Ausdrücke in Anführungszeichen, möglich sind höchstens {max}. Lass einige davon weg, oder ihre Anführungszeichen.',
  'search.tooManyExclusions': 'Die Suche schließt {count} Ausdrücke aus, möglich sind höchstens {max}. Lass einige davon weg.',
  'search.operatorTooLong':
    'Ein Ausdruck oder Ausschluss hat {length} Zeichen, möglich sind höchstens {max}. Kürze ihn, oder lass die Anführungszeichen oder den Bindestrich weg.',
  'search.lostEmbeddings':
    'Diese Suche begann mit der Suche nach Bedeutung, die jetzt nicht verfügbar ist. Starte sie noch einmal von vorn.',
  'embeddings.changedElsewhere': 'Inzwischen hat jemand anderes das Modell geändert. Lade die Seite neu, um es zu sehen.',
  'embeddings.notInstalled': 'Das eingebaute Modell ist nicht installiert. Installiere es mit `npm ci --include=optional` und starte neu.',
  'embeddings.noEncryptionKey':
    'API-Schlüssel werden verschlüsselt gespeichert, und dafür fehlt der Schlüssel. Setze ENCRYPTION_KEY auf die Ausgabe von `openssl rand -hex 32` und starte neu, oder setze den API-Schlüssel als EMBEDDING_API_KEY.',
}
