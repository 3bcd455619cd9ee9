import type { PageMessages } from '../en/page.ts'
import { joinMessages } from '../join-messages.ts'
import { pageChannels } from './page-channels.ts'
import { pageComposer } from './page-composer.ts'
import { pageConversation } from './page-conversation.ts'
import { pageFirstVisit } from './page-first-visit.ts'
import { pageLoops } from './page-loops.ts'
import { pageSettings } from './page-settings.ts'

export const page: PageMessages = joinMessages(pageChannels, pageComposer, pageConversation, pageFirstVisit, pageLoops, pageSettings, {
  'page.skip': 'Перейти {section, select, continuous {к разговору} other {к содержанию}}',

  'page.sections': 'Разделы',

  'page.continuous': 'Чат',

  'page.memory': 'Память',

  'page.settings': 'Настройки',

  'page.time.now': 'только что',

  'page.size':
    '{unit, select, byte {{size, plural, one {# байт} few {# байта} many {# байт} other {# байта}}} kilobyte {{size, number} КБ} other {{size, number} МБ}}',

  'page.you': 'Вы',

  'page.signed-out.title': 'Войдите по ссылке',
  'page.signed-out.text': 'Откройте эту страницу по своей личной ссылке для входа.',
  'page.signed-out.here': 'На этом компьютере Throughline показывает ссылку в терминале при каждом запуске.',
  'page.signed-out.elsewhere':
    'В остальных случаях отправьте `/web` боту, например в Telegram. Он пришлёт ссылку, которая работает один раз, в течение 15 минут.',

  'page.sign-in.text': 'Эта ссылка открывает ваш разговор с Throughline в этом браузере. Она действует один раз.',
  'page.sign-in.again': 'Если она больше не действует, отправьте боту `/web` — он пришлёт новую.',
  'page.sign-in.button': 'Войти',

  'page.spent.title': 'Эта ссылка больше не работает',
  'page.spent.text': 'Ссылка для входа работает один раз и имеет срок действия. Эта уже использована или устарела.',
  'page.spent.new': 'Чтобы получить новую, отправьте `/web` боту или перезапустите Throughline и откройте показанную ссылку.',
  'page.spent.open': 'Уже вошли? Откройте свой разговор.',

  'page.error.title': 'Не получилось',
  'page.error.back': 'Назад к разговору',
  'page.error.not-found': 'Такой страницы нет, или у вас нет к ней доступа.',
  'page.error.signed-out': 'Вы не вошли. Сначала откройте ссылку для входа.',
  'page.error.ours': 'Что-то пошло не так. Ничего не потеряно. Попробуйте ещё раз чуть позже.',
  'page.error.unreadable': 'Не удалось прочитать запрос. Обновите страницу и попробуйте ещё раз.',
  'page.error.too-long': 'Это слишком длинно для одной отправки. Сократите или отправьте по частям.',
  'page.error.media-type': 'Здесь принимаются только JSON и формы.',
  'page.error.format': 'У запроса неверный формат.',
  'page.error.other-site': 'Запрос пришёл с другого сайта и был отклонён. Откройте эту страницу напрямую и попробуйте ещё раз.',
  'page.error.other-site-live': 'Соединение было открыто с другого сайта и отклонено.',
  'page.error.other-address': 'У этой страницы другой адрес. Откройте {address}, адрес из WEB_PUBLIC_URL.',
  'page.error.unknown-address': 'У этой страницы другой адрес. Откройте адрес, показанный при запуске, или задайте WEB_PUBLIC_URL.',
  'page.error.searches':
    'Слишком много запросов поиска: не больше {points, number} в минуту. {seconds, plural, one {Попробуйте снова через # секунду.} few {Попробуйте снова через # секунды.} other {Попробуйте снова через # секунд.}}',
  'page.error.sign-ins':
    'Слишком много попыток входа с вашего адреса: не больше {points, number} в минуту. {seconds, plural, one {Попробуйте снова через # секунду.} few {Попробуйте снова через # секунды.} other {Попробуйте снова через # секунд.}}',
  'page.error.connections':
    'В этом браузере открыто страниц: {points, number}, это предел. Закройте некоторые. {seconds, plural, one {Попробуйте снова через # секунду.} few {Попробуйте снова через # секунды.} other {Попробуйте снова через # секунд.}}',
  'page.error.date': '«{text}» — не дата. Напишите её как ГГГГ-ММ-ДД, например 2026-11-21.',
  'page.error.month': '«{text}» — не месяц. Напишите его как ГГГГ-ММ, например 2026-11.',
  'page.error.date-order': 'Первый день, {from}, позже последнего, {to}. Поменяйте их местами.',
  'page.error.timezone': 'Это не часовой пояс. Напишите его как Область/Город, например Europe/Moscow.',
  'page.error.language': 'На этом языке страницы нет. Выберите язык из списка.',
  'page.error.messages': 'Укажите одно из: around=<message id>, before=<message id> или since=<change>.',
  'page.error.position': 'before: такого места в списке нет. Откройте /memory/, чтобы начать сначала.',
  'page.error.context-gone': 'Эти сведения хранятся только для недавних ответов.',
  'page.error.access-request': 'Запроса на доступ с таким кодом нет: на него уже ответили, или ему больше суток.',
  'page.error.link-code': 'Код выглядит как K7QF-2MXD. Отправьте /link с другого аккаунта, чтобы получить его.',
  'page.error.message-empty': 'в сообщении должен быть текст',
  'page.error.message-length': 'в сообщении может быть 16 000 знаков; отправьте его по частям',
  'page.error.query-empty': 'напишите, что искать',
  'page.error.query-length': 'в запросе может быть 500 знаков',
  'page.error.server-address': 'нужен адрес с версией и без пароля, например http://127.0.0.1:11434/v1',
  'page.error.model-name': 'нужно название модели',
  'page.error.key': 'нужен ключ из букв, цифр и знаков, без пробелов',

  'page.script.lost': 'Связь потеряна, пробуем снова…',
  'page.script.signed-out': 'Вы вышли. Откройте новую ссылку для входа, чтобы продолжить.',
  'page.script.sending': 'Отправляется…',
  'page.script.sent': 'Отправлено',
  'page.script.not-sent': 'Не отправлено.',
  'page.script.again': 'Ещё раз',
  'page.script.unreachable': 'Сервер недоступен.',
  'page.script.failed': 'Не получилось. Попробуйте ещё раз чуть позже.',
  'page.script.loading': 'Загрузка…',
  'page.script.not-loaded': 'Не удалось загрузить. Закройте и откройте снова.',
  'page.script.search': 'Поиск: «{words}»',
  'page.script.moment': 'Минуту…',
  'page.script.rewriting': 'Переписывается…',
  'page.script.still-rewriting': 'Итог ещё пишется и появится здесь.',
  'page.script.not-rewritten': 'Не удалось переписать итог. Прежний остался без изменений.',
  'page.script.rewritten': 'Переписан.',
  'page.script.copied': 'Скопировано.',
  'page.script.not-copied': 'Не удалось скопировать.',
})
