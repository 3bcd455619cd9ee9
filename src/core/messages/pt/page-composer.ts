import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'Aguardando envio',
  'page.script.discard': 'Descartar',
  'page.error.other-account': 'Outra pessoa está conectada neste navegador agora. Recarregue a página.',
}
