import type { pageFirstVisit as english } from '../en/page-first-visit.ts'

export const pageFirstVisit: Readonly<Record<keyof typeof english, string>> = {
  'page.first.title': 'Добро пожаловать в Throughline',
  'page.first.model': 'Подключите языковую модель',
  'page.first.model-text': 'Она пишет ответы и итоги: модель на этом компьютере, от OpenAI или от другого поставщика.',
  'page.first.model-done': 'Подключена {model}.',
  'page.first.model-open': 'Указать адрес',
  'page.first.apps': 'Подключите мессенджер',
  'page.first.apps-text': 'Telegram, Discord или Slack. Что вы пишете там и здесь, это один разговор.',
  'page.first.apps-open': 'Показать как',
  'page.first.samples': 'Попробуйте с примерами сообщений',
  'page.first.samples-text':
    'Две недели сообщений с итогами и воспоминаниями. Их можно убрать в любой момент. То, что пишете вы сами, останется.',
  'page.samples': 'Примеры сообщений',
  'page.samples.load': 'Загрузить примеры сообщений',
  'page.samples.loaded': 'В этом разговоре есть примеры сообщений. Спросите: «что мы решили на прошлой неделе?»',
  'page.samples.remove': 'Убрать примеры сообщений',
  'page.samples.removing': 'Примеры сообщений удаляются.',
  'page.apps': 'Мессенджеры',
  'page.apps.text': 'Запишите переменные в файл `.env` и перезапустите Throughline.',
  'page.apps.connected': '{app}: подключено. Свяжите свой аккаунт оттуда в разделе «Связанные аккаунты».',
  'page.apps.telegram': 'Telegram: создайте бота через @BotFather и запишите его токен в `TELEGRAM_BOT_TOKEN`. По шагам: {guide}',
  'page.apps.discord':
    'Discord: создайте приложение на discord.com/developers и запишите токен его бота в `DISCORD_BOT_TOKEN`. По шагам: {guide}',
  'page.apps.slack': 'Slack: создайте приложение на api.slack.com/apps и задайте `SLACK_BOT_TOKEN` и `SLACK_APP_TOKEN`. По шагам: {guide}',
  'page.model': 'Языковая модель',
  'page.model.text':
    'Она читает сообщения этому боту, поэтому выберите ту, которой доверяете. Подойдёт любой сервер, совместимый с OpenAI: Ollama, llama.cpp или сам OpenAI.',
  'page.model.in-use': 'Используется: {model}.',
  'page.model.none': 'Языковая модель не подключена. Ответы строятся только на поиске и итогах.',
  'page.model.variables': '{variables} в конфигурации важнее того, что вы сохраните здесь.',
  'page.model.address': 'Адрес сервера',
  'page.model.key-entered': 'Введённый ключ хранится, пока вы не сохраните.',
  'page.model.unreadable': 'Сохранённый ключ больше нельзя расшифровать. Введите его снова.',
  'page.model.disconnect': 'Отключить',
  'page.model.listed': 'Сервер отвечает. Выберите модель и сохраните.',
  'page.model.works': '{model} работает. Сохраните, чтобы использовать её.',
  'page.model.insecure': 'Адрес без https, и ключ пойдёт по сети незашифрованным. Возьмите https или подтвердите ниже.',
  'page.model.insecure-confirm': 'Отправить ключ незашифрованным',
  'page.model.problem':
    '{problem, select, address {Введите адрес, который начинается с http:// или https://, например http://127.0.0.1:11434/v1.} password {Уберите из адреса имена, пароли и всё, начиная с ? или #. Для ключа есть своё поле.} format {В ключе нет пробелов, только простые буквы, цифры и знаки.} unreachable {Сервер недоступен ({detail}). Проверьте адрес и запущен ли сервер.} late {Сервер не ответил вовремя. Проверьте адрес и запущен ли сервер.} redirect {Сервер перенаправляет на другой адрес. Введите его.} key {Сервер отклоняет ключ. Проверьте его или введите.} missing {По этому адресу ничего нет. Большинство адресов кончается на /v1.} busy {Сервер занят или ограничивает запросы. Попробуйте позже.} status {Сервер ответил ошибкой {detail}. Причина может быть в его журнале.} malformed {То, что там отвечает, не сервер моделей. Проверьте адрес. Большинство кончается на /v1.} huge {Сервер прислал слишком много для списка моделей. Проверьте адрес.} empty {На сервере нет модели для чата. Установите или загрузите её там и проверьте снова.} model {На сервере нет модели {detail}. Выберите из списка.} other {Модель не ответила. {detail}}}',
}
