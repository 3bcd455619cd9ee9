export const search = {
  'find.nothing': 'Non ho trovato nulla. Prova con meno parole o parole diverse, o scegli un giorno con /days.',
  'find.more': 'I {shown} migliori di {total} risultati. Aggiungi parole o un giorno per restringere.',
  'find.summary': 'riepilogo del giorno',
  'find.who': '{who, select, you {tu} member {{name}} other {io}}',
  'find.link': 'apri',
  'find.openButton': 'Apri {number}',
  'message.none': 'Non c’è nessun messaggio #{id}.',
  'message.deleted': 'Il messaggio #{id} è stato eliminato.',
  'message.alreadyDeleted': 'Il messaggio #{id} è già stato eliminato.',
  'message.unfinished': 'Questo messaggio è ancora in scrittura. Riprova quando sarà finito.',
  'open.source': '**{who, select, you {Tu} member {{name}} other {Io}}**, {day}, {time}',
  'open.above': '{source}, più sopra: [#{id}]',
  'search.onlyExcludes': 'La ricerca esclude soltanto parole. Aggiungi le parole da cercare, o un giorno.',
  'search.tooManyPhrases':
    'La ricerca ha {count} espressioni tra virgolette, ma al massimo ne sono possibili {max}. Togline alcune, o le loro virgolette.',
  'search.tooManyExclusions': 'La ricerca ha {count} esclusioni, ma al massimo ne sono possibili {max}. Togline alcune.',
  'search.operatorTooLong':
    'Un’espressione o un’esclusione ha {length} caratteri, ma al massimo ne sono possibili {max}. Accorciala, o togli le virgolette o il trattino.',
  'search.lostEmbeddings': 'Questa ricerca era iniziata per significato, che ora non è disponibile. Ricominciala dall’inizio.',
  'embeddings.changedElsewhere': 'Nel frattempo qualcun altro ha cambiato il modello. Ricarica la pagina per vederlo.',
  'embeddings.notInstalled': 'Il modello integrato non è installato. Installalo con `npm ci --include=optional` e riavvia.',
  'embeddings.noEncryptionKey':
    'Le chiavi API sono salvate cifrate, e manca la chiave di cifratura. Imposta ENCRYPTION_KEY sul risultato di `openssl rand -hex 32` e riavvia, oppure indica la chiave API in EMBEDDING_API_KEY.',
}
