export const exportFile = {
  'exportFile.title': 'La conversation de {name}',
  'exportFile.settings': '- Fuseau horaire : {timezone}\n- Langue : {language}\n- Résumé quotidien : {digest}',
  'exportFile.summary': 'Résumé du jour',
  'exportFile.messages': 'Messages',
  'exportFile.memories': 'Souvenirs',
  'exportFile.quoted': 'Cité par d’autres',
  'exportFile.you': 'Toi',
  'exportFile.deleted': 'supprimé',
  'exportFile.file': 'Fichier : {name}',
  'exportFile.reference': '{kind, select, reply {réponse} quote {citation} forward {transfert} other {fil}}',
  'exportFile.archived': 'archivé',
}
