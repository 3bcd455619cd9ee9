export const search = {
  'find.nothing': 'Ничего не нашлось. Попробуйте меньше слов или другие слова, или выберите день: /days',
  'find.more': 'Лучшие {shown} из {total}. Добавьте слова или день, чтобы уточнить.',
  'find.summary': 'итоги дня',
  'find.who': '{who, select, you {вы} member {{name}} other {я}}',
  'find.link': 'открыть',
  'find.openButton': 'Открыть {number}',
  'message.none': 'Сообщения #{id} нет.',
  'message.deleted': 'Сообщение #{id} удалено.',
  'message.alreadyDeleted': 'Сообщение #{id} уже удалено.',
  'message.unfinished': 'Это сообщение ещё пишется. Попробуйте, когда оно будет готово.',
  'open.source': '**{who, select, you {Вы} member {{name}} other {Я}}**, {day}, {time}',
  'open.above': '{source}, выше: [#{id}]',
  'search.onlyExcludes': 'Запрос только исключает слова. Добавьте слова, которые нужно найти, или день.',
  'search.tooManyPhrases': 'Фраз в кавычках в запросе: {count}, а можно не больше {max}. Уберите некоторые из них или их кавычки.',
  'search.tooManyExclusions': 'Исключений в запросе: {count}, а можно не больше {max}. Уберите некоторые из них.',
  'search.operatorTooLong':
    'Длина фразы или исключения в символах: {length}, а можно не больше {max}. Сократите её или уберите кавычки или дефис.',
  'search.lostEmbeddings': 'Этот поиск начался с поиска по смыслу, который сейчас недоступен. Начните его заново.',
  'embeddings.changedElsewhere': 'Тем временем кто-то другой сменил модель. Обновите страницу, чтобы её увидеть.',
  'embeddings.notInstalled':
    'Встроенная модель не установлена. Установите её командой `npm ci --include=optional` и перезапустите программу.',
  'embeddings.noEncryptionKey':
    'Ключи API хранятся в зашифрованном виде, а ключа шифрования нет. Задайте в ENCRYPTION_KEY результат `openssl rand -hex 32` и перезапустите программу или задайте ключ API в EMBEDDING_API_KEY.',
}
