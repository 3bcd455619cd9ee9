import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'Ожидает отправки',
  'page.script.discard': 'Удалить',
  'page.error.other-account': 'В этом браузере теперь вошёл кто-то другой. Обновите страницу.',
  'page.box.attach': 'Прикрепить файлы',
  'page.box.files': 'Прикреплённые файлы',
  'page.box.drop': 'Перетащите файлы сюда',
  'page.box.files-limit': 'В сообщении может быть до {count} файлов, всего {size}.',
  'page.script.remove-file': 'Убрать {name}',
  'page.script.files-gone': 'В браузере больше нет этих файлов. Прикрепите их снова.',
  'page.offline.title': 'Нет соединения',
  'page.offline.text': 'Сейчас нет соединения. То, что вы напишете, подождёт здесь и отправится, когда оно появится.',
  'page.keys': 'Сочетания клавиш',
  'page.keys.send': 'Отправить сообщение',
  'page.keys.new-line': 'Начать новую строку',
  'page.keys.commands': 'Выбрать команду (в пустом поле)',
  'page.keys.edit-last': 'Изменить последнее сообщение (в пустом поле)',
  'page.keys.cancel': 'Отменить или закрыть',
  'page.keys.control': 'Ctrl',
  'page.keys.shift': 'Shift',
  'page.keys.escape': 'Esc',
  'page.box.record': 'Записать голосовую заметку',
  'page.script.voice-note': 'Голосовая заметка',
  'page.script.no-microphone':
    'Браузер не разрешает этой странице использовать микрофон. Разрешите его для этого сайта в настройках браузера и проверьте, что микрофон подключён.',
}
