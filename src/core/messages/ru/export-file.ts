export const exportFile = {
  'exportFile.title': 'Разговор: {name}',
  'exportFile.settings': '- Часовой пояс: {timezone}\n- Язык: {language}\n- Сводка за день: {digest}',
  'exportFile.summary': 'Сводка за день',
  'exportFile.messages': 'Сообщения',
  'exportFile.memories': 'Воспоминания',
  'exportFile.quoted': 'Цитаты у других',
  'exportFile.you': 'Ты',
  'exportFile.deleted': 'удалено',
  'exportFile.file': 'Файл: {name}',
  'exportFile.reference': '{kind, select, reply {ответ} quote {цитата} forward {пересылка} other {обсуждение}}',
  'exportFile.archived': 'в архиве',
}
