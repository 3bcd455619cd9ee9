export const search = {
  'find.nothing': 'Ничего не нашлось. Попробуйте меньше слов или другие слова, или выберите день: /days',
  'find.more': 'Лучшие {shown} из {total}. Добавьте слова или день, чтобы уточнить.',
  'find.summary': 'итоги дня',
  'find.who': '{who, select, you {вы} other {я}}',
  'find.link': 'открыть',
  'find.openButton': 'Открыть {number}',
  'message.none': 'Сообщения #{id} нет.',
  'message.deleted': 'Сообщение #{id} удалено.',
  'message.alreadyDeleted': 'Сообщение #{id} уже удалено.',
  'message.unfinished': 'Это сообщение ещё пишется. Попробуйте, когда оно будет готово.',
  'open.source': '**{who, select, you {Вы} other {Я}}**, {day}, {time}',
  'open.above': '{source}, выше: [#{id}]',
}
