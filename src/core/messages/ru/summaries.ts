export const summaries = {
  'summary.summary': 'Итоги',
  'summary.goals': 'Цели',
  'summary.decisions': 'Решения',
  'summary.openLoops': 'Открытые вопросы',
  'summary.nextSteps': 'Следующие шаги',
  'summary.none': 'Нет',
  'summary.heading': 'Итоги: {day}',
  'summary.resummarize': 'Переписать итоги',
  'summary.onThePage': 'На странице',
  'summary.stale': 'С тех пор день изменился. /resummarize {day} перепишет итоги.',
  'summary.overLimit':
    'Написано без модели: дневной предел фоновой работы был исчерпан. /resummarize {day} напишет итоги с помощью модели.',
  'summary.missing':
    '{day}: итогов пока нет, {messages, plural, one {# сообщение} few {# сообщения} many {# сообщений} other {# сообщения}}. /resummarize {label} напишет их сейчас.',
  'summary.emptyToday': 'Сегодня сообщений ещё нет. Напишите мне. Список дней: /days',
  'summary.emptyDay': 'Сообщений нет: {day}. Список дней: /days',
  'summary.busy': 'Итоги уже пишутся: {day}. Скоро их покажет /summary {label}.',
  'summary.superseded': 'Пока я подводил итоги, сообщения изменились, начинаю заново: {day}. Скоро их покажет /summary {label}.',
  'summary.failed':
    'Не удалось подвести итоги ({day}): модель не вернула пригодный текст. Прежние итоги не изменились. Попробуйте /resummarize {label} позже.',
  'day.today': '{day} (сегодня)',
  'day.yesterday': '{day} (вчера)',
  'days.none': 'Дней пока нет. Напишите мне, и сегодня станет первым.',
  'days.list': '**Ваши последние дни** (✓ есть итоги)\n{days}\n\n/summary {label} покажет итоги дня.',
  'count.messages': '{count, plural, one {# сообщение} few {# сообщения} many {# сообщений} other {# сообщения}}',
}
