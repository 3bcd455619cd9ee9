export const search = {
  'find.nothing': 'Non ho trovato nulla. Prova con meno parole o parole diverse, o scegli un giorno con /days.',
  'find.more': 'I {shown} migliori di {total} risultati. Aggiungi parole o un giorno per restringere.',
  'find.summary': 'riepilogo del giorno',
  'find.who': '{who, select, you {tu} other {io}}',
  'find.link': 'apri',
  'find.openButton': 'Apri {number}',
  'message.none': 'Non c’è nessun messaggio #{id}.',
  'message.deleted': 'Il messaggio #{id} è stato eliminato.',
  'message.alreadyDeleted': 'Il messaggio #{id} è già stato eliminato.',
  'message.unfinished': 'Questo messaggio è ancora in scrittura. Riprova quando sarà finito.',
  'open.source': '**{who, select, you {Tu} other {Io}}**, {day}, {time}',
  'open.above': '{source}, più sopra: [#{id}]',
}
