export const exportFile = {
  'exportFile.title': 'La conversazione di {name}',
  'exportFile.settings': '- Fuso orario: {timezone}\n- Lingua: {language}\n- Riassunto giornaliero: {digest}',
  'exportFile.summary': 'Riassunto del giorno',
  'exportFile.messages': 'Messaggi',
  'exportFile.memories': 'Ricordi',
  'exportFile.quoted': 'Citato da altri',
  'exportFile.you': 'Tu',
  'exportFile.deleted': 'eliminato',
  'exportFile.file': 'File allegato: {name}',
  'exportFile.reference': '{kind, select, reply {risposta} quote {citazione} forward {inoltro} other {discussione}}',
  'exportFile.archived': 'archiviato',
}
