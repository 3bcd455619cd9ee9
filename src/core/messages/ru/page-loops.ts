import type { pageLoops as english } from '../en/page-loops.ts'

export const pageLoops: Readonly<Record<keyof typeof english, string>> = {
  'page.loops': 'Дела',
  'page.loops.add': 'Что нужно сделать?',
  'page.loops.add-hint': 'Если указать время, я напомню: позвонить Анне в пятницу в 9',
  'page.loops.add-button': 'Добавить',
  'page.loops.open': 'Открыто',
  'page.loops.closed': 'Недавно закрыто',
  'page.loops.none': 'Открытых дел нет',
  'page.loops.none-hint': 'Добавьте, что нужно сделать, или просто скажите мне в разговоре.',
  'page.loops.move': 'Перенести',
  'page.loops.when': 'Новое время',
  'page.loops.when-hint': 'Например: завтра, или в следующую пятницу в 9',
  'page.loops.text': 'Новый текст',
  'page.loops.save': 'Сохранить',
  'page.loops.source': 'Из этого сообщения',
  'page.loops.closed-by': 'Закрыто этим сообщением',
  'page.loops.dropped': 'отменено',
  'page.loops.was-due': 'срок прошёл: {when}',
  'page.loops.all': 'Все',
  'page.loops.no-text': 'Напишите, что нужно сделать.',
  'page.loops.too-long': 'Слишком длинно: помещается не больше {most, number} знаков. Сократите текст.',
}
