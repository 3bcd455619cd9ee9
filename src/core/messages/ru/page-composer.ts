import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'Ожидает отправки',
  'page.script.discard': 'Удалить',
  'page.error.other-account': 'В этом браузере теперь вошёл кто-то другой. Обновите страницу.',
}
