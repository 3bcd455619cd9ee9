import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': '送信待ち',
  'page.script.discard': '破棄',
  'page.error.other-account': 'このブラウザーには別の人がサインインしています。ページを読み込み直してください。',
}
