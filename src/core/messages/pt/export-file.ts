export const exportFile = {
  'exportFile.title': 'A conversa de {name}',
  'exportFile.settings': '- Fuso horário: {timezone}\n- Idioma: {language}\n- Resumo diário: {digest}',
  'exportFile.summary': 'Resumo do dia',
  'exportFile.messages': 'Mensagens',
  'exportFile.memories': 'Memórias',
  'exportFile.quoted': 'Citado por outros',
  'exportFile.you': 'Você',
  'exportFile.deleted': 'apagada',
  'exportFile.file': 'Arquivo: {name}',
  'exportFile.reference': '{kind, select, reply {resposta} quote {citação} forward {encaminhamento} other {tópico}}',
  'exportFile.archived': 'arquivado',
}
