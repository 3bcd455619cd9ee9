export const offline = {
  'offline.decisions': 'Вот какие решения есть в нашей переписке:',
  'offline.open': 'Вот что осталось открытым:',
  'offline.goals': 'Вот о каких целях шла речь:',
  'offline.summary': 'Вот о чём были наши дни:',
  'offline.anything': 'Вот что я нашёл в нашей переписке:',
  'offline.oneDay': '{day}',
  'offline.days': '{since} — {until}',
  'offline.otherDays': 'За это время ничего не нашлось ({period}); вот записи за другие дни.',
  'offline.moreLines':
    '{count, plural, one {Не показана ещё # строка} few {Не показаны ещё # строки} many {Не показано ещё # строк} other {Не показано ещё # строки}}. Спросите об одном дне, чтобы увидеть всё.',
  'offline.noResults': 'В нашей переписке об этом ничего не нашлось.',
  'offline.noResultsIn': 'В нашей переписке за это время об этом ничего не нашлось ({period}).',
  'offline.searchFailed': 'Сейчас не получилось поискать в нашей переписке. Спросите ещё раз чуть позже.',
  'offline.noSearch': 'Здесь я не могу заглянуть в нашу переписку, поэтому не могу ответить.',
  'offline.hello': 'Здравствуйте!',
  'offline.abilities':
    'Я веду с вами один разговор и нахожу то, что в нём было: спросите «Что мы решили на прошлой неделе?» или напишите /find и слово. За каждый день есть итоги: их покажет /summary вчера. Всё, что я умею: /help',
  'offline.welcome': 'Пожалуйста.',
  'offline.noted': 'Записал. Спросите позже, и я найду.',
  'offline.remembered': 'Я запомнил.',
  'offline.knownAlready': 'Это я уже знаю.',
  'offline.notRemembered': 'Сейчас не получилось это запомнить. Попробуйте ещё раз чуть позже.',
  'offline.memoryIntro': 'Вот что я о вас знаю:',
  'offline.noModel':
    'Языковая модель не настроена, поэтому я только ищу и цитирую. Чтобы получать настоящие ответы, задайте OPENAI_API_KEY или запустите Ollama.',
  'offline.stillNoModel': 'Языковой модели по-прежнему нет: я только ищу и цитирую.',
  'offline.messages': '{count, plural, one {# сообщение} few {# сообщения} many {# сообщений} other {# сообщения}}',
  'offline.messagesAbout':
    '{count, plural, one {# сообщение} few {# сообщения} many {# сообщений} other {# сообщения}}, в основном о темах: {topics}',
}
