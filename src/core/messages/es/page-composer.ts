import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'A la espera de enviarse',
  'page.script.discard': 'Descartar',
  'page.error.other-account': 'Ahora hay otra persona conectada en este navegador. Recarga la página.',
}
