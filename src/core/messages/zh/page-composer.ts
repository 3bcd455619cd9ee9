import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': '等待发送',
  'page.script.discard': '放弃',
  'page.error.other-account': '此浏览器现在由另一个人登录。请重新加载页面。',
}
