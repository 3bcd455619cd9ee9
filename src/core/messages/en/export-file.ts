export const exportFile = {
  'exportFile.title': 'The conversation of {name}',
  'exportFile.settings': '- Timezone: {timezone}\n- Language: {language}\n- Daily summary: {digest}',
  'exportFile.summary': 'Summary of the day',
  'exportFile.messages': 'Messages',
  'exportFile.memories': 'Memories',
  'exportFile.quoted': 'Quoted by others',
  'exportFile.you': 'You',
  'exportFile.deleted': 'deleted',
  'exportFile.file': 'File: {name}',
  'exportFile.reference': '{kind, select, reply {reply} quote {quote} forward {forward} other {thread}}',
  'exportFile.archived': 'archived',
}
