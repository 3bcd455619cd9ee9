import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'In attesa di invio',
  'page.script.discard': 'Scarta',
  'page.error.other-account': 'In questo browser ora c’è un’altra persona. Ricarica la pagina.',
}
